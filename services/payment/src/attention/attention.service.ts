import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { BodyOf, payment, QueryOf, TakerChange } from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  Failure,
  Measures,
  People,
  type Session,
  takerStep,
  takerView,
  Transactions,
} from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { attentionMeasurement, type OpenAttention } from './attention-metrics.ts';
import type { Attention } from './attention.schema.ts';

type NewEntry = Pick<Attention, 'key' | 'provider' | 'reason' | 'message'> &
  Partial<Pick<Attention, 'checkoutId' | 'providerOrderId' | 'providerPaymentId' | 'amount' | 'currency'>>;

/** The list of what needs the attention of staff. */
@Injectable()
export class AttentionService implements OnModuleInit {
  readonly #logger = new Logger(AttentionService.name);

  constructor(
    @InjectModel('Attention') private readonly entries: Model<Attention>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly measures: Measures,
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.measures.add(attentionMeasurement, () => this.#open());
  }

  /** Adds an entry unless its key exists. Returns whether it is new. */
  async raise({ key, ...entry }: NewEntry, session?: ClientSession): Promise<boolean> {
    const { reason, provider, checkoutId } = entry;
    this.#logger.warn('A payment needs attention', { reason, provider, checkoutId });
    const { upsertedCount } = await this.entries.updateOne(
      { key },
      { $setOnInsert: { ...entry, createdAt: this.clock.now(), resolvedAt: null, note: null } },
      { upsert: true, ...(session && { session }) },
    );
    return upsertedCount > 0;
  }

  async #open(): Promise<OpenAttention[]> {
    const open = await this.entries.aggregate<{ _id: string; count: number; oldest: Date }>([
      { $match: { resolvedAt: null } },
      { $group: { _id: '$reason', count: { $sum: 1 }, oldest: { $min: '$createdAt' } } },
    ]);
    const now = this.clock.millis();
    return open.map(({ _id: reason, count, oldest }) => {
      return { reason, count, oldestSeconds: (now - oldest.getTime()) / 1_000 };
    });
  }

  /** Newest first. */
  async list({ resolved, page, limit }: QueryOf<typeof payment.listAttention>) {
    const filter = { resolvedAt: resolved === 'yes' ? { $ne: null } : null };
    const [attention, totalCount] = await Promise.all([
      this.entries
        .find(filter)
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Attention[]>(),
      this.entries.countDocuments(filter),
    ]);
    const names = await this.people.namesOf(attention.flatMap(({ taker }) => (taker ? [taker.userId] : [])));
    return { attention: attention.map((entry) => viewOf(entry, names)), totalCount };
  }

  /** Others see who works on an entry. @throws Failure `payment.not-found`, `attention.taken` */
  async take(actor: Session, id: string, change: TakerChange) {
    const entry = await this.transactions.run(async (session) => {
      const before = await this.entries.findById(id).session(session).lean<Attention>();
      if (!before) throw new Failure('payment.not-found');
      if (before.resolvedAt) return before;
      const step = await takerStep(before.taker, {
        ...{ ...change, userId: actor.userId, now: this.clock.now() },
        nameOf: (userId) => this.people.nameOf(userId, session),
      });
      if (!step) return before;
      const { taker, verb, audited } = step;
      await this.entries.updateOne({ _id: id }, taker ? { $set: { taker } } : { $unset: { taker: 1 } }, { session });
      await this.audit.record(session, actor, {
        action: `payment-attention.${verb}`,
        subject: 'payment-attention',
        subjectId: id,
        before: null,
        after: { reason: before.reason, message: before.message, ...audited },
      });
      const { taker: _, ...free } = before;
      return taker ? { ...before, taker } : free;
    });
    return this.#viewOf(entry);
  }

  async #viewOf(entry: Attention) {
    return viewOf(entry, await this.people.namesOf(entry.taker ? [entry.taker.userId] : []));
  }

  /** Marks an entry as resolved; does nothing if it is. @throws Failure `payment.not-found` */
  async resolve(actor: Session, id: string, { note }: BodyOf<typeof payment.resolveAttention>) {
    const entry = await this.transactions.run(async (session) => {
      const entry = await this.entries.findById(id).session(session).lean<Attention>();
      if (!entry) throw new Failure('payment.not-found');
      if (entry.resolvedAt) return entry;
      const done = { resolvedAt: this.clock.now(), note };
      await this.entries.updateOne({ _id: id }, { $set: done }, { session });
      await this.audit.record(session, actor, {
        action: 'payment-attention.resolved',
        subject: 'payment-attention',
        subjectId: id,
        before: { reason: entry.reason, message: entry.message, resolved: false },
        after: { reason: entry.reason, message: entry.message, resolved: true },
        reason: note,
      });
      return { ...entry, ...done };
    });
    return this.#viewOf(entry);
  }
}

const viewOf = (
  { _id, createdAt, resolvedAt, key: _, taker, ...entry }: Attention,
  names: ReadonlyMap<string, string>,
) => ({
  ...entry,
  _id: String(_id),
  createdAt: createdAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
  ...takerView(taker, names),
});
