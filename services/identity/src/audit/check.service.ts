import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { AnswerOf, identity, QueryOf } from '@shop/contracts';
import type { Model } from 'mongoose';
import { UsersRepository } from '../users/users.repository.ts';
import { AuditEntry, type AuditSeal, HEAD, type StoredHead, type StoredSeal } from './audit.schema.ts';
import { AuditMarks, type EntryFault, isErased } from './marks.ts';
import { AuditSealing } from './sealing.ts';

/** Seals of one answer. */
const PAGE = 1_000;
const MOST_UNSEALED = 10_000;

type Fault = AnswerOf<typeof identity.checkAudit>['faults'][number];

const WORDS: Record<EntryFault, string> = {
  unmarked: 'has no mark of identity',
  'unknown-key': 'is marked with a key that identity does not have (AUDIT_KEY)',
  changed: 'was changed',
};

/**
 * Compares the trail with its seals, a page of seals at a time, while sealing goes on: seals are read before their entries and the
 * head after them, and one transaction writes the three.
 */
@Injectable()
export class AuditCheck {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    @InjectModel('AuditSeal') private readonly seals: Model<StoredSeal>,
    @InjectModel('AuditHead') private readonly heads: Model<StoredHead>,
    private readonly users: UsersRepository,
    private readonly marks: AuditMarks,
    private readonly sealing: AuditSealing,
  ) {}

  async page({ after, kept }: QueryOf<typeof identity.checkAudit>): Promise<AnswerOf<typeof identity.checkAudit>> {
    const stored = await this.seals
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean<StoredSeal[]>();
    const page = stored.map(sealOf);
    const faults = await this.#faultsOfSeals(page, after);
    const upTo = page.at(-1)?.seq ?? after;
    const answer = { checked: page.length, waiting: 0, head: null };
    if (page.length === PAGE) return { ...answer, faults, next: upTo };

    const head = await this.heads.findById(HEAD).lean<StoredHead>();
    if (await this.seals.findOne({ _id: { $gt: upTo } }, { _id: 1 }).lean()) return { ...answer, faults, next: upTo };
    faults.push(...(await this.#faultsOfHead(head, upTo)), ...(await this.#faultsOfKept(kept)));
    const beyond = await this.#beyond(upTo);
    const unsealed = await this.#unsealed(head?.since);
    return {
      faults: [...faults, ...beyond, ...unsealed.faults],
      checked: page.length,
      next: null,
      head: head && { seq: head.seq, digest: head.digest },
      waiting: unsealed.waiting,
    };
  }

  async #faultsOfSeals(page: readonly AuditSeal[], after: number): Promise<Fault[]> {
    const faults: Fault[] = [];
    const upTo = page.at(-1)?.seq ?? after;
    const ids = page.map(({ entryId }) => entryId);
    const named = new Map((await this.#entriesOf({ _id: { $in: ids } })).map((entry) => [entry._id, entry]));
    const numbered = await this.#entriesOf({ seq: { ...(after > 0 && { $gt: after }), $lte: upTo } });

    let [previous, ofPrevious] = await this.#digestsAt(after);
    let before = after;
    const sealedAs = new Map(page.map(({ seq, entryId }) => [seq, entryId]));
    const erased: { seq: number; entry: AuditEntry }[] = [];
    for (const seal of page) {
      const { seq, entryId, digest } = seal;
      const add = (text: string) => void faults.push({ seq, entryId, text });
      if (seq !== before + 1) {
        faults.push(removed(before + 1, seq - 1));
        [previous, ofPrevious] = [undefined, undefined];
      }
      // A seal after one that was changed fits the digest that this one had.
      const fitting = [previous, ofPrevious].flatMap((one) =>
        one === undefined ? [] : this.marks.digestOf(seal, one),
      );
      if (!this.marks.knows(seal.keyId)) add('its seal names a key that identity does not have (AUDIT_KEY)');
      else if (fitting.length > 0 && !fitting.includes(digest))
        add('its seal was changed or exchanged, or the one before it');
      [before, previous, ofPrevious] = [seq, digest, fitting.includes(digest) ? digest : fitting.at(-1)];

      const entry = named.get(entryId);
      const fault = entry && this.marks.faultOf(entry);
      if (!entry) add('was removed');
      else if (fault) add(WORDS[fault]);
      else if (entry.mark!.mac !== seal.mac) add('is not what was sealed');
      else if (entry.seq !== seq) add(`has the number ${entry.seq ?? 'of none'} now`);
      else if (isErased(entry)) erased.push({ seq, entry });
    }
    for (const { _id: entryId, seq } of numbered) {
      if (sealedAs.get(seq!) === entryId || faults.some((fault) => fault.entryId === entryId)) continue;
      faults.push({
        seq: seq!,
        entryId,
        text: `was inserted, or its seal was removed: it is not what was sealed as ${seq}`,
      });
    }
    const existing = await this.users.namesOf(erased.map(({ entry }) => entry.subjectId));
    for (const { seq, entry } of erased) {
      if (!existing.has(entry.subjectId)) continue;
      faults.push({ seq, entryId: entry._id, text: 'was erased, and the account exists' });
    }
    return faults;
  }

  /** The digest of the seal at `seq`, and the one it should have. Those of the beginning are empty. */
  async #digestsAt(seq: number): Promise<[string | undefined, string | undefined]> {
    if (seq === 0) return ['', ''];
    const stored = await this.seals.find({ _id: { $in: [seq, seq - 1] } }).lean<StoredSeal[]>();
    const seals = new Map(stored.map((seal) => [seal._id, sealOf(seal)]));
    const [seal, before] = [seals.get(seq), seq === 1 ? '' : seals.get(seq - 1)?.digest];
    if (!seal) return [undefined, undefined];
    return [seal.digest, before === undefined ? undefined : this.marks.digestOf(seal, before)];
  }

  async #faultsOfHead(head: StoredHead | null, upTo: number): Promise<Fault[]> {
    if (!head) return upTo === 0 ? [] : [{ text: 'The head of the chain was removed' }];
    if (!this.marks.isHead(head)) return [{ text: 'The head of the chain was changed' }];
    if (head.seq > upTo) return [removed(upTo + 1, head.seq)];
    if (head.seq < upTo) return [{ text: `The head of the chain is an earlier one: ${head.seq}, not ${upTo}` }];
    const last = upTo === 0 ? null : await this.seals.findById(upTo).lean<StoredSeal>();
    return head.digest === (last?.digest ?? '') ? [] : [{ text: 'The chain does not end in its head' }];
  }

  /** Whether the chain still goes through a head that was written down. */
  async #faultsOfKept(kept: string | undefined): Promise<Fault[]> {
    if (kept === undefined) return [];
    const [number, digest] = kept.split(':');
    const seal = await this.seals.findById(Number(number)).lean<StoredSeal>();
    if (seal?.digest === digest) return [];
    return [{ seq: Number(number), text: 'The chain is another one: it does not go through the digest that was kept' }];
  }

  /** Entries with a number after the last. */
  async #beyond(upTo: number): Promise<Fault[]> {
    const found = await this.#entriesOf({ seq: { $gt: upTo } });
    const seals = await this.#sealsOf(found);
    return found
      .filter(({ _id, seq }) => seals.get(_id) !== seq)
      .map(({ _id: entryId, seq }) => ({
        seq: seq!,
        entryId,
        text: `was inserted, or its seal was removed: ${seq} is not sealed`,
      }));
  }

  async #unsealed(since: Date | undefined): Promise<{ waiting: number; faults: Fault[] }> {
    const found = await this.#entriesOf({ seq: { $not: { $gte: -Infinity } } });
    const seals = await this.#sealsOf(found);
    const inBetween = await this.#entriesOf({ _id: { $in: [...seals.keys()] } });
    const sealedSince = new Set(inBetween.filter(({ _id, seq }) => seals.get(_id) === seq).map(({ _id }) => _id));
    const faults: Fault[] = [];
    let waiting = 0;
    for (const entry of found) {
      const { _id: entryId } = entry;
      const fault = this.marks.faultOf(entry);
      if (sealedSince.has(entryId)) continue;
      if (seals.has(entryId))
        faults.push({ entryId, text: `has no number now, and was sealed as ${seals.get(entryId)}` });
      else if (fault === undefined) waiting += 1;
      else if (fault === 'unmarked' && (!since || this.sealing.isTakenOver(since))) waiting += 1;
      else
        faults.push({
          entryId,
          text: fault === 'unmarked' ? 'was inserted: it has no mark of identity' : WORDS[fault],
        });
    }
    return { waiting, faults };
  }

  /** Numbers under which entries are sealed. */
  async #sealsOf(entries: readonly AuditEntry[]): Promise<Map<string, number>> {
    const entryId = { $in: entries.map(({ _id }) => _id) };
    const found = await this.seals.find({ entryId }, { entryId: 1 }).lean<StoredSeal[]>();
    return new Map(found.map((seal) => [seal.entryId, seal._id]));
  }

  #entriesOf(conditions: object): Promise<AuditEntry[]> {
    return this.entries.find(conditions).limit(MOST_UNSEALED).lean<AuditEntry[]>();
  }
}

const sealOf = ({ _id, ...seal }: StoredSeal): AuditSeal => ({ seq: _id, ...seal });

const removed = (from: number, to: number): Fault => ({
  seq: from,
  text: from === to ? `The seal ${from} was removed` : `The seals ${from} to ${to} were removed`,
});
