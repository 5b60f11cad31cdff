import { Injectable } from '@nestjs/common';
import { content, slugOf } from '@shop/contracts';
import {
  AuditTrail,
  Edits,
  Failure,
  formerNamesAfter,
  invalidField,
  isDuplicateKey,
  Outbox,
  type Session,
  Transactions,
  withVersion,
} from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { RecipientsService } from '../recipients/recipients.service.ts';
import type { PageRecord } from './page.schema.ts';
import { PagesRepository, type PageFields } from './pages.repository.ts';

type Text = Pick<content.TextPage, 'title' | 'description' | 'blocks'>;

/** The text pages: those that every shop has, and those that staff add. */
@Injectable()
export class PagesService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly recipients: RecipientsService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  /** One that every shop has. @throws Failure `page.not-found` before it is written */
  async get(slug: string): Promise<content.TextPage> {
    const page = content.isPageOfShop(slug) && (await this.pages.ofShop(slug));
    if (!page) throw new Failure('page.not-found');
    return { slug: page._id as content.PageSlug, ...shownOf(page) };
  }

  /** One that staff added, also by a former address. @throws Failure `page.not-found`, also for a draft */
  async getAdded(slug: string): Promise<content.AddedPage> {
    const page = await this.pages.added(slug);
    if (!page || !isPublished(page)) throw new Failure('page.not-found');
    const now = slugOfPage(page);
    return { slug: now, path: content.pathOfPage(now), ...shownOf(page) };
  }

  /** The published ones that staff added. */
  async listAdded(): Promise<{ path: string; title: string; updatedAt: string }[]> {
    return (await this.pages.all())
      .filter((page) => page.slug !== undefined && isPublished(page))
      .toSorted(byTitle)
      .map((page) => ({
        ...{ path: content.pathOfPage(slugOfPage(page)), title: page.title },
        updatedAt: page.updatedAt.toISOString(),
      }));
  }

  async listForStaff(): Promise<Omit<content.StaffPage, 'blocks' | 'version'>[]> {
    const stored = await this.pages.all();
    const byId = new Map(stored.map((page) => [page._id, page]));
    const ofShop = content.PAGE_SLUGS.map((slug) => byId.get(slug) ?? unwritten(slug));
    const added = stored.filter(({ slug }) => slug !== undefined).toSorted(byTitle);
    const names = await this.recipients.byIds(stored.flatMap(({ updatedBy }) => updatedBy ?? []));
    return [...ofShop, ...added].map((page) => {
      const { blocks: _, ...row } = factsOf(page, page.updatedBy && names.get(page.updatedBy)?.name);
      return row;
    });
  }

  /** @throws Failure `page.not-found` */
  async getForStaff(slug: string): Promise<content.StaffPage> {
    if (!content.isPageOfShop(slug)) return this.view(await this.#added(slug));
    return this.view((await this.pages.ofShop(slug)) ?? unwritten(slug));
  }

  async view(page: PageRecord): Promise<content.StaffPage> {
    const by = page.updatedBy && (await this.recipients.byId(page.updatedBy))?.name;
    return viewOf(page, by);
  }

  /** @throws Failure `page.taken`, `page.too-many`, `request.invalid` for a title that makes no address */
  async create(actor: Session, { slug, ...written }: content.PageToSave, session: ClientSession): Promise<PageRecord> {
    if ((await this.pages.countAdded(session)) >= content.MAX_PAGES) throw new Failure('page.too-many');
    const address = slug || slugFrom(written.title);
    const id = new Types.ObjectId().toHexString();
    const created = await this.#saveAt(address, id, { ...written, updatedBy: actor.userId }, session);
    await this.#publishAndAudit(session, actor, 'created', null, created);
    return created;
  }

  /**
   * Changes the given texts of a page that every shop has. Audited only if there is an actor; demo data has none.
   * @throws Failure `document.changed`; `request.invalid` for a first save without all texts
   */
  async change(
    actor: Session | undefined,
    slug: content.PageSlug,
    texts: content.PageTexts,
    version?: string,
  ): Promise<PageRecord> {
    return this.transactions.run(async (session) => {
      const stored = await this.pages.ofShop(slug, session);
      const before = stored ?? unwritten(slug);
      const edit = actor && { actor, subject: 'page', id: slug, version };
      if (edit) await this.edits.require(session, edit, viewOf(before));
      const fields = { ...textOf(before), ...texts, ...(actor && { updatedBy: actor.userId }) };
      // A page is whole from its first save on.
      if (fields.title === '') throw invalidField('title', 'Title is required');
      if (fields.description === '') throw invalidField('description', 'Description is required');
      const after = await this.pages.save(slug, fields, session);
      await this.#publishAndAudit(session, actor, 'changed', stored, after);
      if (edit) await this.edits.keep(session, edit, editedOf(before), editedOf(after));
      return after;
    });
  }

  /**
   * Changes the given fields of a page that staff added; a former address leads to it.
   * @throws Failure `page.not-found`, `page.taken`, `document.changed`
   */
  async changeAdded(
    actor: Session,
    slug: string,
    { slug: written, ...changes }: content.PageChanges,
    version: string | undefined,
  ): Promise<PageRecord> {
    return this.transactions.run(async (session) => {
      const before = await this.#added(slug, session);
      const edit = { actor, subject: 'page', id: before._id, version };
      await this.edits.require(session, edit, viewOf(before));
      const fields: PageFields = { ...textOf(before), ...changes, updatedBy: actor.userId };
      const from = slugOfPage(before);
      const to = written === '' ? slugFrom(fields.title) : (written ?? from);
      if (to !== from) fields.formerSlugs = formerNamesAfter(before.formerSlugs ?? [], from, to);
      const after = await (to === from
        ? this.pages.save(before._id, fields, session)
        : this.#saveAt(to, before._id, fields, session));
      await this.#publishAndAudit(session, actor, 'changed', before, after);
      await this.edits.keep(session, edit, editedOf(before), editedOf(after));
      return after;
    });
  }

  /** @throws Failure `page.not-found` */
  async remove(actor: Session, slug: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#added(slug, session);
      await this.pages.remove(before._id, session);
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
  }

  async #added(slug: string, session?: ClientSession): Promise<PageRecord> {
    const found = await this.pages.added(slug, session);
    if (!found) throw new Failure('page.not-found');
    return found;
  }

  /** At an address that is free. */
  async #saveAt(slug: string, id: string, fields: PageFields, session: ClientSession): Promise<PageRecord> {
    if (slug === '' || slug === 'new') throw invalidField('slug', 'Write an address of letters and digits');
    if (content.isPageOfShop(slug)) throw new Failure('page.taken', { errors: { slug: TAKEN } });
    await this.pages.takeSlug(slug, session);
    try {
      return await this.pages.save(id, { ...fields, slug }, session);
    } catch (error) {
      if (isDuplicateKey(error)) throw new Failure('page.taken', { errors: { slug: TAKEN }, cause: error });
      throw error;
    }
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Session | undefined,
    what: 'created' | 'changed' | 'removed',
    before: PageRecord | null,
    after: PageRecord | null,
  ): Promise<void> {
    const slugs = [before, after].flatMap((page) => page && [slugOfPage(page), ...(page.formerSlugs ?? [])]);
    const tags = [...new Set(slugs)].map((slug) => `page:${slug}`);
    // Menus show its title and path.
    const inMenus = (page: PageRecord | null) => page && [page.title, page.slug, page.status].join();
    for (const tag of [...tags, 'pages', ...(inMenus(before) === inMenus(after) ? [] : ['menus'])]) {
      await this.outbox.publish(session, content.contentChanged, { key: tag, data: { tag } });
    }
    if (!actor) return;
    await this.audit.record(session, actor, {
      action: `page.${what}`,
      subject: 'page',
      subjectId: slugOfPage((after ?? before)!),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

const TAKEN = 'There is a page at this address already';

const slugFrom = (title: string): string => slugOf(title).slice(0, 60).replace(/-$/, '');
const isWritten = ({ title }: PageRecord): boolean => title !== '';
const isPublished = ({ status }: PageRecord): boolean => status !== 'draft';
const slugOfPage = ({ _id, slug }: PageRecord): string => slug ?? _id;
const byTitle = (one: PageRecord, other: PageRecord): number => one.title.localeCompare(other.title, 'en');

/** A page of every shop that is not written yet. */
const unwritten = (slug: content.PageSlug): PageRecord => ({
  ...{ _id: slug, title: '', description: '', blocks: [], updatedAt: new Date(0) },
});

const shownOf = ({ updatedAt, ...page }: PageRecord) => ({ ...textOf(page), updatedAt: updatedAt.toISOString() });

const textOf = ({ title, description, blocks }: Text): Text => ({ title, description, blocks });

const auditedOf = (page: PageRecord) => ({
  ...textOf(page),
  ...(page.slug !== undefined && { slug: page.slug, status: page.status }),
});

function factsOf(page: PageRecord, by: string | undefined): Omit<content.StaffPage, 'version'> {
  const slug = slugOfPage(page);
  const { title, description, blocks, updatedAt } = page;
  return {
    ...{ _id: page._id, slug, path: content.pathOfPage(slug), isOfShop: page.slug === undefined },
    ...{ status: page.status ?? 'published', title, description, blocks },
    ...(isWritten(page) && { updatedAt: updatedAt.toISOString() }),
    ...(by && { updatedBy: by }),
  };
}

/** Who changed it and when are in no version: they are no fields of the form. */
const viewOf = (page: PageRecord, by?: string): content.StaffPage & { version: string } =>
  withVersion(factsOf(page, by), ['path', 'isOfShop', 'updatedAt', 'updatedBy']);

/** What a form changes of it. */
function editedOf(page: PageRecord) {
  const { updatedAt: _, ...edited } = viewOf(page);
  return edited;
}
