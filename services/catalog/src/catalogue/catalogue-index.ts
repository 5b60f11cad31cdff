import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database, EventBus, Failure, Health, Measures } from '@shop/service-kit';
import { isForSale } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { indexMeasurement } from './index-metrics.ts';
import { TEXT_FIELDS } from './catalogue-text.rules.ts';
import { FACET_FIELDS } from './facet.rules.ts';
import { Indexes } from './indexes.ts';
import { MenuIndex } from './menu-index.ts';
import { VARIANT_FIELDS } from './variant-index.ts';

/** RabbitMQ usually connects sooner, and the index built then misses no event. */
const WITHOUT_EVENTS_AFTER_MS = 1_000;
/** A change is written with its time, and seen when its transaction has ended: MongoDB ends those that live for 5 s. */
const OVERLAP_MS = 10_000;
const READ_AT_ONCE = 500;
/** After a bulk load thousands have the same time, which each reading would come across again. */
const MANY_READ = 200;
const FIELDS = [...new Set([...VARIANT_FIELDS, ...TEXT_FIELDS])];

/**
 * What is for sale, in memory, to be listed and searched: built from the database, and brought up to date before each answer, because
 * caches that an event has emptied ask again at once. Events refresh it as well; the menu, which only they renew, is read again when some
 * may have been missed.
 */
@Injectable()
export class CatalogueIndex implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(CatalogueIndex.name);
  #indexes: Indexes | undefined;
  /** Products that changed while the index is being built; they are read again afterwards. */
  #changedDuringBuild: Set<string> | undefined;
  #building: Promise<void> = Promise.resolve();
  /** Every change until then was read, but for those that were not committed. */
  #readUntil = new Date(0);
  /** When the products that changed lately did, by id: those were read. */
  readonly #read = new Map<string, number>();
  #reading: Promise<void> | undefined;
  #readingNext: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(
    private readonly products: ProductsRepository,
    private readonly taxonomy: TaxonomyService,
    private readonly bus: EventBus,
    private readonly health: Health,
    private readonly database: Database,
    private readonly measures: Measures,
  ) {}

  onModuleInit(): void {
    this.health.register('search index', () => (this.#indexes ? undefined : 'is being built'));
    this.bus.onGap(() => this.#afterGap());
    void this.#buildWithoutEvents();
    this.measures.add(indexMeasurement, async () => [
      { indexed: this.#indexes?.variants.size, forSale: await this.products.countForSale() },
    ]);
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  /** With every change that was committed before the call. @throws Failure `service.unavailable` while there is no index yet */
  async current(): Promise<Indexes> {
    this.#ready();
    await this.#catchUp();
    return this.#ready();
  }

  #ready(): Indexes {
    if (!this.#indexes) throw new Failure('service.unavailable', { headers: { 'retry-after': '1' } });
    return this.#indexes;
  }

  /** A reading that has begun may have missed what was committed just now: all that arrive in the meantime share the next one. */
  #catchUp(): Promise<void> {
    if (!this.#reading) return (this.#reading = this.#readChanges().finally(() => (this.#reading = undefined)));
    return (this.#readingNext ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#readingNext = undefined;
        return this.#catchUp();
      }));
  }

  async #readChanges(): Promise<void> {
    const now = this.#read.size > MANY_READ ? await this.products.now() : new Date(0);
    const since = this.#readUntil.getTime() - OVERLAP_MS;
    const changes = await this.products.changedSince(new Date(since));
    const unread = changes.filter(({ _id, changedAt }) => this.#read.get(String(_id)) !== changedAt.getTime());
    for (let first = 0; first < unread.length; first += READ_AT_ONCE) {
      const batch = unread.slice(first, first + READ_AT_ONCE);
      await this.refresh(batch.map(({ _id }) => String(_id)));
      for (const { _id, changedAt } of batch) this.#read.set(String(_id), changedAt.getTime());
      this.#readUntil = new Date(Math.max(this.#readUntil.getTime(), batch.at(-1)!.changedAt.getTime()));
    }
    this.#readUntil = new Date(Math.max(this.#readUntil.getTime(), now.getTime()));
    for (const [id, at] of this.#read) if (at < since) this.#read.delete(id);
  }

  /** Changes of products are not missed, because they are read before each answer; those of the menu are. */
  async #afterGap(): Promise<void> {
    await this.#building.catch(() => {});
    if (!this.#indexes) return this.build();
    await this.renewMenu();
  }

  /** Builds the first index while RabbitMQ is away: it needs only the database. */
  async #buildWithoutEvents(): Promise<void> {
    await this.database.ready();
    for (;;) {
      await this.#pause(WITHOUT_EVENTS_AFTER_MS);
      await this.#building.catch(() => {});
      if (this.#indexes || this.#stopping.signal.aborted) return;
      await this.build().catch((error: unknown) =>
        this.#logger.error('The search index could not be built; retrying', error),
      );
    }
  }

  /** Ends early when the service stops. */
  #pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }

  /** Rebuilds the index; builds run one after the other. */
  build(): Promise<void> {
    return (this.#building = this.#building.catch(() => {}).then(() => this.#build()));
  }

  async #build(): Promise<void> {
    const changed = (this.#changedDuringBuild = new Set());
    const indexes = new Indexes();
    if (!this.#indexes) this.#readUntil = await this.products.now();
    for await (const batch of this.products.forSaleInBatches(FIELDS, FACET_FIELDS)) {
      for (const { product, details } of batch) indexes.put(product, details);
    }
    indexes.menu = await this.#menu();
    this.#indexes = indexes;
    this.#changedDuringBuild = undefined;
    await this.refresh([...changed]);
    this.#logger.log('search index built', { products: indexes.variants.size });
  }

  /** Reads categories and materials again. */
  async renewMenu(): Promise<void> {
    await this.#building.catch(() => {});
    const menu = await this.#menu();
    if (this.#indexes) this.#indexes.menu = menu;
  }

  async #menu(): Promise<MenuIndex> {
    const [categories, materials] = await Promise.all([this.taxonomy.list('category'), this.taxonomy.list('material')]);
    return new MenuIndex({ categories, materials });
  }

  /** Indexes the current state of products, or removes those that are not for sale. */
  async refresh(productIds: readonly string[]): Promise<void> {
    for (const id of productIds) this.#changedDuringBuild?.add(id);
    const found = await this.products.byIds(productIds);
    const details = await this.products.detailsById(found.map(({ detailsRef }) => detailsRef));
    const forSale = new Map(found.filter(isForSale).map((product) => [String(product._id), product]));
    for (const id of productIds) {
      const product = forSale.get(id);
      if (product) this.#indexes?.put(product, details.get(String(product.detailsRef)));
      else this.#indexes?.variants.remove(id);
    }
    if (this.#indexes?.isMostlyLeftBehind && !this.#changedDuringBuild) void this.build();
  }
}
