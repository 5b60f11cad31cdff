import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnswerOf, type BodyOf, catalog, content } from '@shop/contracts';
import { AuditTrail, Client, CONFIG, Edits, Outbox, type Session, Transactions, withVersion } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { BrandService } from '../brand/brand.service.ts';
import { PagesRepository } from '../pages/pages.repository.ts';
import type { Config } from '../variables.ts';
import type { MenusRecord } from './menus.schema.ts';
import { idsIn, type Place, shownItems } from './shown-menus.rules.ts';

const ID = 'menus';

type Versioned = content.Menus & { version: string };

/** The menus of header, slide-out menu and footer. */
@Injectable()
export class MenusService implements OnApplicationShutdown {
  readonly #catalog: Client;

  constructor(
    @InjectModel('Menus') private readonly records: Model<MenusRecord>,
    private readonly pages: PagesRepository,
    private readonly brand: BrandService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    @Inject(CONFIG) config: Config,
  ) {
    this.#catalog = new Client({ baseUrl: config.CATALOG_URL, serviceToken: config.SERVICE_TOKEN[0] });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#catalog.close();
  }

  async get(): Promise<Versioned> {
    return menusOf(await this.records.findById(ID).lean<MenusRecord>());
  }

  /** As visitors see them. @throws CallError without an answer of catalog, where an item leads to a collection */
  async shown(): Promise<AnswerOf<typeof content.getMenus>> {
    const menus = await this.get();
    const ids = idsIn(menus);
    const [pages, collections, { name }] = await Promise.all([
      this.#pages([...ids.pages, ...content.PAGE_SLUGS]),
      ids.collections.length > 0 ? this.#collections() : new Map<string, Place>(),
      this.brand.get(),
    ]);
    const places = { pages, collections, shopName: name };
    return {
      menus: {
        header: shownItems(menus.header, places),
        slideOut: shownItems(menus.slideOut, places),
        footer: shownItems(menus.footer, places),
      },
      textPages: content.PAGE_SLUGS.filter((slug) => pages.has(slug)),
      sources: ids.collections.length > 0 ? [{ tag: 'collections' }] : [],
    };
  }

  /** Replaces the given menus. @throws Failure `document.changed` */
  async change(
    actor: Session,
    changes: BodyOf<typeof content.changeMenus>,
    version: string | undefined,
  ): Promise<Versioned> {
    return this.transactions.run(async (session) => {
      const before = menusOf(await this.records.findById(ID).session(session).lean<MenusRecord>());
      const edit = { actor, subject: ID, id: ID, version };
      await this.edits.require(session, edit, before);
      const record = await this.records
        .findByIdAndUpdate(ID, { $set: changes }, { upsert: true, returnDocument: 'after', session })
        .lean<MenusRecord>();
      const after = menusOf(record);
      await this.outbox.publish(session, content.contentChanged, { key: ID, data: { tag: ID } });
      await this.edits.keep(session, edit, before, after);
      const { version: _, ...now } = after;
      const { version: __, ...was } = before;
      await this.audit.record(session, actor, {
        action: 'menus.changed',
        ...{ subject: ID, subjectId: ID, before: was, after: now },
      });
      return after;
    });
  }

  /** Those of the ids that are published. */
  async #pages(ids: readonly string[]): Promise<Map<string, Place>> {
    const found = await this.pages.byIds(ids);
    return new Map(
      found
        .filter(({ status }) => status !== 'draft')
        .map(({ _id, slug, title }) => [_id, { name: title, path: content.pathOfPage(slug ?? _id) }]),
    );
  }

  /** Those that are published and have pieces. */
  async #collections(): Promise<Map<string, Place>> {
    const { collections } = await this.#catalog.call(catalog.listCollections, {});
    return new Map(
      collections.flatMap(({ _id, slug, name }) =>
        _id ? [[_id, { name, path: `/collection/${encodeURIComponent(slug)}` }] as const] : [],
      ),
    );
  }
}

function menusOf(record: MenusRecord | null): Versioned {
  const { header, slideOut, footer } = content.DEFAULT_MENUS;
  return withVersion({
    header: record?.header ?? header,
    slideOut: record?.slideOut ?? slideOut,
    footer: record?.footer ?? footer,
  });
}
