import { content } from '@shop/contracts';
import { AuditTrail, Edits, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model, Types } from 'mongoose';

const REPLACED_AT_ONCE = 50;
const DEMO_IMAGE = /^\/api\/v1\/images\/demo\//;

/** Its id increases with the time of creation. */
export interface ShowcaseEntry {
  _id: Types.ObjectId;
  /** Address of its image. */
  image: string;
}
export type FieldsOf<Entry> = Omit<Entry, '_id'>;

/** Posts and banners of the home page, each with an image. Changes are audited and published in their transaction. `View` is an entry on the wire. */
export abstract class Showcase<Entry extends ShowcaseEntry, View extends { version?: string | undefined } = object> {
  constructor(
    private readonly entries: Model<Entry>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    /** `tag`: cache tag of the pages; `order`: 1 is oldest first. */
    private readonly kind: { name: 'post' | 'banner'; tag: string; order: 1 | -1 },
  ) {}

  /** As staff read it. */
  abstract viewOf(entry: Entry): View;

  list(): Promise<Entry[]> {
    return this.entries.find().sort({ _id: this.kind.order }).lean<Entry[]>();
  }

  async create(actor: Pick<Session, 'userId'>, fields: FieldsOf<Entry>, transaction: ClientSession): Promise<Entry> {
    const document = await new this.entries(fields).save({ session: transaction });
    const created = document.toObject<Entry>();
    await this.#record(transaction, actor, 'created', null, created);
    return created;
  }

  /** `version`: the one that was read. @throws Failure `post.not-found`, `banner.not-found`, `document.changed` */
  change(
    actor: Pick<Session, 'userId'>,
    id: string,
    fields: Partial<FieldsOf<Entry>>,
    version: string | undefined,
  ): Promise<Entry> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const edit = { actor, subject: this.kind.name, id, version };
      await this.edits.require(session, edit, this.viewOf(before));
      const after = await this.entries
        .findByIdAndUpdate(id, { $set: fields as Partial<Entry> }, { session, returnDocument: 'after' })
        .lean<Entry>();
      await this.#record(session, actor, 'changed', before, after);
      await this.edits.keep(session, edit, this.viewOf(before), this.viewOf(after!));
      return after!;
    });
  }

  /** Shows another image in the place of some. Who saved another one in between keeps it. @returns those that were changed, at most fifty; undefined where there were none */
  async replaceImage(
    actor: Pick<Session, 'userId'>,
    from: readonly string[],
    to: string,
  ): Promise<Entry[] | undefined> {
    const found = await this.entries
      .find({ image: { $in: from } } as object)
      .limit(REPLACED_AT_ONCE)
      .lean<Entry[]>();
    if (found.length === 0) return undefined;
    const changed: Entry[] = [];
    for (const entry of found) {
      try {
        const fields = { image: to } as Partial<FieldsOf<Entry>>;
        changed.push(await this.change(actor, String(entry._id), fields, this.viewOf(entry).version));
      } catch (error) {
        const isOfOthers =
          error instanceof Failure && ['document.changed', `${this.kind.name}.not-found`].includes(error.code);
        if (!isOfOthers) throw error;
      }
    }
    return changed;
  }

  /** Keeps the image: pages loaded before still show it. @throws Failure `post.not-found`, `banner.not-found` */
  async remove(actor: Pick<Session, 'userId'>, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.entries.deleteOne({ _id: before._id }, { session });
      await this.#record(session, actor, 'removed', before, null);
    });
  }

  /** Inserts missing demo entries, and updates the image of existing ones unless staff replaced it. */
  async load(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.transactions.run(async (session) => {
      await this.entries.bulkWrite(
        entries.flatMap(({ _id, ...fields }) => [
          { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } },
          { updateOne: { filter: { _id, image: DEMO_IMAGE }, update: { $set: { image: fields.image } } } },
        ]) as Parameters<Model<Entry>['bulkWrite']>[0],
        { session },
      );
      await this.publish(session);
    });
  }

  /** As the audit trail has it. */
  protected auditedOf({ _id, ...fields }: Entry): Record<string, unknown> {
    return fields;
  }

  async #require(id: string, session: ClientSession): Promise<Entry> {
    const found = await this.entries.findById(id).session(session).lean<Entry>();
    if (!found) throw new Failure(`${this.kind.name}.not-found`);
    return found;
  }

  async #record(
    session: ClientSession,
    actor: Pick<Session, 'userId'>,
    what: 'created' | 'changed' | 'removed',
    before: Entry | null,
    after: Entry | null,
  ): Promise<void> {
    await this.publish(session);
    await this.audit.record(session, actor, {
      action: `${this.kind.name}.${what}`,
      subject: this.kind.name,
      subjectId: String((after ?? before)!._id),
      before: before && this.auditedOf(before),
      after: after && this.auditedOf(after),
    });
  }

  protected async publish(session: ClientSession): Promise<void> {
    const { tag } = this.kind;
    await this.outbox.publish(session, content.contentChanged, { key: tag, data: { tag } });
  }
}
