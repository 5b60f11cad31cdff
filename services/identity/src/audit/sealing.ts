import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, CONFIG, Jobs, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Config } from '../variables.ts';
import { AuditEntry, type AuditHead, HEAD, type StoredHead, type StoredSeal } from './audit.schema.ts';
import { AuditMarks } from './marks.ts';

const BATCH = 500;
const LEASE_MS = 5 * 60_000;
/** Entries without a mark are of a version before: they are taken over while that may still be running. */
const TAKE_OVER_MS = 3_600_000;

type Place = Pick<AuditEntry, '_id' | 'at'>;

/**
 * The job that gives entries their number and closes the chain over them, after the fact: recording a change waits for nothing,
 * and what arrives late gets a later number. The head is written with each batch, so that two instances cannot both continue it.
 */
@Injectable()
export class AuditSealing implements OnModuleInit {
  readonly #logger = new Logger(AuditSealing.name);

  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    @InjectModel('AuditSeal') private readonly seals: Model<StoredSeal>,
    @InjectModel('AuditHead') private readonly heads: Model<StoredHead>,
    private readonly marks: AuditMarks,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const everyMs = this.config.AUDIT_SEAL_EVERY;
    this.jobs.addRecurring({
      name: 'audit-seal',
      everyMs,
      leaseMs: LEASE_MS,
      retry: { firstMs: 1_000, maxMs: everyMs },
      run: () => this.seal(),
    });
  }

  async seal(): Promise<void> {
    let place: Place | undefined;
    do {
      const from = place;
      const { last, sealed } = await this.transactions.run((session) => this.#batch(from, session));
      // Logs are kept elsewhere than the database: what it says later can be compared with them.
      if (sealed) this.#logger.log('Audit entries were sealed', { seq: sealed.seq, digest: sealed.digest });
      place = last;
    } while (place);
  }

  /** Whether an entry without a mark may be of a version before. */
  isTakenOver(since: Date): boolean {
    return this.clock.millis() < since.getTime() + TAKE_OVER_MS;
  }

  async #batch(from: Place | undefined, session: ClientSession): Promise<{ last?: Place; sealed?: AuditHead }> {
    const head = await this.#head(session);
    const later = from && { $or: [{ at: { $gt: from.at } }, { at: from.at, _id: { $gt: from._id } }] };
    const found = await this.entries
      .find({ seq: null, ...later } as object)
      .sort({ at: 1, _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<AuditEntry[]>();
    const fit = await this.#fit(found, head, session);
    return {
      ...(found.length === BATCH && { last: found.at(-1)! }),
      ...(fit.length > 0 && { sealed: await this.#sealAll(fit, head, session) }),
    };
  }

  async #head(session: ClientSession): Promise<AuditHead> {
    const head = await this.heads.findById(HEAD).session(session).lean<StoredHead>();
    if (head) {
      if (!this.marks.isHead(head)) throw new Error('The head of the audit trail was changed: npm run audit -- check');
      return head;
    }
    if (
      await this.seals
        .findOne({ _id: { $gt: 0 } }, { _id: 1 })
        .session(session)
        .lean()
    ) {
      throw new Error('The head of the audit trail was removed: npm run audit -- check');
    }
    const first = this.marks.headOf({ seq: 0, digest: '', since: this.clock.now() });
    await this.heads.create([{ _id: HEAD, ...first }], { session });
    return first;
  }

  /** With their marks. What identity did not store, or sealed already, is left for the check to name. */
  async #fit(found: readonly AuditEntry[], { since }: AuditHead, session: ClientSession): Promise<AuditEntry[]> {
    const entryId = { $in: found.map(({ _id }) => _id) };
    const sealed = await this.seals.find({ entryId }, { entryId: 1 }).session(session).lean();
    const sealedIds = new Set(sealed.map((seal) => seal.entryId));
    return found.flatMap((entry) => {
      if (sealedIds.has(entry._id)) return [];
      const fault = this.marks.faultOf(entry);
      if (fault === 'unmarked' && this.isTakenOver(since)) {
        return [{ ...entry, mark: this.marks.ofEntry(entry._id, entry) }];
      }
      return fault ? [] : [entry];
    });
  }

  async #sealAll(entries: readonly AuditEntry[], head: AuditHead, session: ClientSession): Promise<AuditHead> {
    let { seq, digest } = head;
    const seals = entries.map(({ _id: entryId, mark }): StoredSeal => {
      seq += 1;
      const { seq: number, ...seal } = this.marks.sealOf({ seq, entryId, mac: mark!.mac }, digest);
      digest = seal.digest;
      return { _id: number, ...seal };
    });
    await this.seals.insertMany(seals, { session });
    await this.entries.bulkWrite(
      seals.map(({ _id, entryId }, index) => ({
        updateOne: { filter: { _id: entryId }, update: { $set: { seq: _id, mark: entries[index]!.mark! } } },
      })),
      { session },
    );
    const next = this.marks.headOf({ seq, digest, since: head.since });
    await this.heads.updateOne({ _id: HEAD, digest: head.digest }, { $set: next }, { session });
    return next;
  }
}
