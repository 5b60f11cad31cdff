import { Injectable } from '@nestjs/common';
import { catalog, slugOf } from '@shop/contracts';
import { AuditTrail, Edits, Failure, formerNamesAfter, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import type { Collection } from './collection.schema.ts';
import { collectionForStaffOf, shownOf } from './collection.view.ts';
import { CollectionsRepository, type CollectionFields } from './collections.repository.ts';
import { CollectionsService } from './collections.service.ts';

const TAG = 'collections';

const auditedOf = ({ slug, status, filter, picks, sort, ...collection }: Collection) => ({
  ...shownOf({ slug, status, filter, picks, sort, ...collection }),
  status,
  filter,
  picks,
  sort,
});

/** Changes of collections by staff. */
@Injectable()
export class StaffCollectionsService {
  constructor(
    private readonly collections: CollectionsRepository,
    private readonly shop: CollectionsService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async list(): Promise<catalog.CollectionForStaff[]> {
    return (await this.shop.counted(await this.collections.all())).map(({ collection, totalCount }) =>
      collectionForStaffOf(collection, totalCount),
    );
  }

  /** @throws Failure `collection.taken`, `collection.too-many` */
  async create(
    actor: Pick<Session, 'userId'>,
    toSave: catalog.CollectionToSave,
    transaction: ClientSession,
  ): Promise<Collection> {
    const position = await this.collections.count(transaction);
    if (position >= catalog.MAX_COLLECTIONS) throw new Failure('collection.too-many');
    const slug = slugFor(toSave);
    await this.collections.takeSlug(slug, transaction);
    const created = await failOnDuplicate('collection.taken', () =>
      this.collections.create({ ...toSave, slug }, position, transaction),
    );
    await this.#publishAndAudit(transaction, actor, 'created', null, created);
    return created;
  }

  /** Changes the given fields; a former address leads to the collection. @throws Failure `collection.not-found`, `collection.taken`, `document.changed` */
  async change(
    actor: Pick<Session, 'userId'>,
    id: string,
    { image, ...changes }: catalog.CollectionChanges,
    version?: string,
  ): Promise<catalog.CollectionForStaff> {
    const changed = await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const edit = { actor, subject: 'collection', id, version };
      await this.edits.require(session, edit, collectionForStaffOf(before));
      const { _id, position: _, formerSlugs, ...kept } = before;
      const fields: CollectionFields = {
        ...kept,
        ...changes,
        ...(image !== undefined && { image: image ?? undefined }),
      };
      fields.slug = slugFor(fields);
      if (fields.slug !== before.slug) await this.collections.takeSlug(fields.slug, session);
      const after = await failOnDuplicate('collection.taken', () =>
        this.collections.change(
          _id,
          { ...fields, formerSlugs: formerNamesAfter(formerSlugs, before.slug, fields.slug) },
          session,
        ),
      );
      await this.#publishAndAudit(session, actor, 'changed', before, after);
      await this.edits.keep(session, edit, collectionForStaffOf(before), collectionForStaffOf(after));
      return after;
    });
    return this.view(changed);
  }

  /** Those that are not named come after, as they were. @throws Failure `collection.not-found` */
  async order(actor: Pick<Session, 'userId'>, ids: readonly string[]): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.collections.all(session);
      const byId = new Map(before.map((collection) => [String(collection._id), collection]));
      const named = [...new Set(ids)].map((id) => byId.get(id));
      if (named.includes(undefined)) throw new Failure('collection.not-found');
      const after = [...new Set([...(named as Collection[]), ...before])];
      await this.collections.place(
        after.map(({ _id }) => _id),
        session,
      );
      await publishTaxonomyChanged(this.outbox, session, TAG);
      await this.audit.record(session, actor, {
        action: 'collection.ordered',
        subject: 'collection',
        subjectId: 'order',
        before: { order: before.map(({ name }) => name) },
        after: { order: after.map(({ name }) => name) },
      });
    });
  }

  /** @throws Failure `collection.not-found` */
  async remove(actor: Pick<Session, 'userId'>, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.collections.remove(before._id, session);
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
  }

  async view(collection: Collection): Promise<catalog.CollectionForStaff> {
    const [counted] = await this.shop.counted([collection]);
    return collectionForStaffOf(counted!.collection, counted!.totalCount);
  }

  async #require(id: string, session: ClientSession): Promise<Collection> {
    const found = await this.collections.byId(id, session);
    if (!found) throw new Failure('collection.not-found');
    return found;
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Pick<Session, 'userId'>,
    what: 'created' | 'changed' | 'removed',
    before: Collection | null,
    after: Collection | null,
  ): Promise<void> {
    await publishTaxonomyChanged(this.outbox, session, TAG);
    await this.audit.record(session, actor, {
      action: `collection.${what}`,
      subject: 'collection',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

/** A name without a letter or digit makes no address. */
function slugFor({ slug, name }: Pick<Collection, 'slug' | 'name'>): string {
  const made = slug || slugOf(name).slice(0, 60);
  if (made === '') throw new Failure('request.invalid', { errors: { slug: 'Letters or digits are missing' } });
  return made;
}
