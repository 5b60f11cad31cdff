import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, catalog } from '@shop/contracts';
import { AuditTrail, Edits, Failure, Outbox, type Session, Transactions, withVersion } from '@shop/service-kit';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import type { SynonymEntry, SynonymList } from './synonyms.schema.ts';
import { keyOf, WordSynonyms } from './synonyms.rules.ts';

type ToSave = BodyOf<typeof catalog.createSynonym>;
type Changes = BodyOf<typeof catalog.changeSynonym>;

const LIST = 'synonyms';
const viewOf = ({ _id, means, words }: SynonymEntry) => withVersion({ _id: String(_id), means, words });
const auditedOf = ({ means, words }: SynonymEntry) => ({ means, words });

/** Words of shoppers and what the catalogue calls it. */
@Injectable()
export class SynonymsService {
  #known = { revision: 0, synonyms: new WordSynonyms([]) };

  constructor(
    @InjectModel('SynonymList') private readonly lists: Model<SynonymList>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  /** With every change that was committed before the call; only the revision is read where there is none. */
  async current(): Promise<WordSynonyms> {
    // Through the driver, without mongoose's overhead.
    const collection = this.lists.collection as unknown as mongo.Collection<SynonymList>;
    const found = await collection.findOne({ _id: LIST }, { projection: { revision: 1 } });
    if ((found?.revision ?? 0) !== this.#known.revision) {
      const { revision, entries } = (await collection.findOne({ _id: LIST })) ?? { revision: 0, entries: [] };
      this.#known = { revision, synonyms: new WordSynonyms(entries) };
    }
    return this.#known.synonyms;
  }

  async list(): Promise<catalog.Synonym[]> {
    const found = await this.lists.findById(LIST).lean<SynonymList>();
    return (found?.entries ?? []).map(viewOf).sort((one, other) => one.means.localeCompare(other.means, 'en'));
  }

  /** @throws Failure `synonym.taken`, `synonym.too-many` */
  async create(actor: Session, { means, words }: ToSave, transaction: ClientSession): Promise<catalog.Synonym> {
    const created = { _id: new Types.ObjectId(), means, words: distinct(words) };
    const entries = await this.#locked(transaction);
    if (entries.length >= catalog.MAX_SYNONYMS) throw new Failure('synonym.too-many');
    await this.#save(transaction, [...entries, created]);
    await this.#publishAndAudit(transaction, actor, 'created', null, created);
    return viewOf(created);
  }

  /** Changes the given fields. @throws Failure `synonym.not-found`, `synonym.taken`, `document.changed` */
  change(actor: Session, id: string, { means, words }: Changes, version?: string): Promise<catalog.Synonym> {
    return this.transactions.run(async (session) => {
      const entries = await this.#locked(session);
      const before = required(entries, id);
      const edit = { actor, subject: 'synonym', id, version };
      await this.edits.require(session, edit, viewOf(before));
      const after = { ...before, means: means ?? before.means, words: words ? distinct(words) : before.words };
      await this.#save(
        session,
        entries.map((entry) => (entry === before ? after : entry)),
      );
      await this.#publishAndAudit(session, actor, 'changed', before, after);
      await this.edits.keep(session, edit, viewOf(before), viewOf(after));
      return viewOf(after);
    });
  }

  /** @throws Failure `synonym.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const entries = await this.#locked(session);
      const before = required(entries, id);
      await this.#save(
        session,
        entries.filter((entry) => entry !== before),
      );
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
  }

  /** The entries; a concurrent change is a write conflict from here on. */
  async #locked(session: ClientSession): Promise<SynonymEntry[]> {
    const list = await this.lists
      .findByIdAndUpdate(LIST, { $inc: { revision: 1 } }, { session, upsert: true, returnDocument: 'after' })
      .lean<SynonymList>();
    return list!.entries ?? [];
  }

  async #save(session: ClientSession, entries: readonly SynonymEntry[]): Promise<void> {
    const keys = entries.flatMap(({ words }) => words.map(keyOf));
    if (new Set(keys).size < keys.length) throw new Failure('synonym.taken');
    await this.lists.updateOne({ _id: LIST }, { entries }, { session });
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: SynonymEntry | null,
    after: SynonymEntry | null,
  ): Promise<void> {
    await publishTaxonomyChanged(this.outbox, session, 'synonyms');
    await this.audit.record(session, actor, {
      action: `synonym.${what}`,
      subject: 'synonym',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

/** Without those that are spelled as an earlier one. */
const distinct = (words: readonly string[]): string[] =>
  [...new Map(words.toReversed().map((word) => [keyOf(word), word])).values()].reverse();

function required(entries: readonly SynonymEntry[], id: string): SynonymEntry {
  const found = entries.find(({ _id }) => String(_id) === id);
  if (!found) throw new Failure('synonym.not-found');
  return found;
}
