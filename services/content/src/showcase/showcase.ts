import { content } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model, Types } from 'mongoose';

/** Address of a picture of the demo catalogue. */
const DEMO = /^\/api\/v1\/images\/demo\//;

export interface Shown {
  _id: Types.ObjectId;
  /** Address of its picture. */
  image: string;
}
type FieldsOf<Entry> = Omit<Entry, '_id'>;

const auditedOf = <Entry extends Shown>({ _id, ...fields }: Entry): FieldsOf<Entry> => fields;

/** What staff show on the home page, each with a picture: posts and banners. Every change is audited and told. */
export abstract class Showcase<Entry extends Shown> {
  constructor(
    private readonly entries: Model<Entry>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    /** `tag` is that of cached pages; `order` goes by when entries were added, oldest first is 1. */
    private readonly kind: { name: 'post' | 'banner'; tag: string; order: 1 | -1 },
  ) {}

  list(): Promise<Entry[]> {
    return this.entries.find().sort({ _id: this.kind.order }).lean<Entry[]>();
  }

  async create(actor: Session, fields: FieldsOf<Entry>, transaction: ClientSession): Promise<Entry> {
    const document = await new this.entries(fields).save({ session: transaction });
    const created = document.toObject<Entry>();
    await this.#tell(transaction, actor, 'created', null, created);
    return created;
  }

  /** @throws Failure `post.not-found`, `banner.not-found` */
  change(actor: Session, id: string, fields: Partial<FieldsOf<Entry>>): Promise<Entry> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const after = await this.entries
        .findByIdAndUpdate(id, { $set: fields as Partial<Entry> }, { session, returnDocument: 'after' })
        .lean<Entry>();
      await this.#tell(session, actor, 'changed', before, after);
      return after!;
    });
  }

  /** Its picture stays: pages that were loaded before still show it. @throws Failure `post.not-found`, `banner.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.entries.deleteOne({ _id: before._id }, { session });
      await this.#tell(session, actor, 'removed', before, null);
    });
  }

  /** Puts entries in that are not there yet, and gives those that show a demo picture the one that is the best now. */
  async load(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.transactions.run(async (session) => {
      await this.entries.bulkWrite(
        entries.flatMap(({ _id, ...fields }) => [
          { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } },
          { updateOne: { filter: { _id, image: DEMO }, update: { $set: { image: fields.image } } } },
        ]) as Parameters<Model<Entry>['bulkWrite']>[0],
        { session },
      );
      await this.#announce(session);
    });
  }

  async #require(id: string, session: ClientSession): Promise<Entry> {
    const found = await this.entries.findById(id).session(session).lean<Entry>();
    if (!found) throw new Failure(`${this.kind.name}.not-found`);
    return found;
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Entry | null,
    after: Entry | null,
  ): Promise<void> {
    await this.#announce(session);
    await this.audit.record(session, actor, {
      action: `${this.kind.name}.${what}`,
      subject: this.kind.name,
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }

  async #announce(session: ClientSession): Promise<void> {
    const { tag } = this.kind;
    await this.outbox.publish(session, content.contentChanged, { key: tag, data: { tag } });
  }
}
