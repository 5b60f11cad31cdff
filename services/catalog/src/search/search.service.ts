import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { AnswerOf, catalog } from '@shop/contracts';
import { Database, EventBus, Failure, Health, Measures } from '@shop/service-kit';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { isForSale } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { ProductsService } from '../products/products.service.ts';
import { INDEXED_FIELDS, SearchIndex } from './search-index.ts';
import { searchMeasurement } from './search-metrics.ts';

/** RabbitMQ usually connects sooner, and the index built then misses no event. */
const WITHOUT_EVENTS_AFTER_MS = 1_000;
/** Copies reconnect to RabbitMQ together and would all read every product at once. */
const REBUILD_SPREAD_MS = 5_000;

/** Search over an index in memory: built from the database, refreshed by events, rebuilt when events may have been missed. */
@Injectable()
export class SearchService implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(SearchService.name);
  #index: SearchIndex | undefined;
  /** Products that changed while the index is being built; they are read again afterwards. */
  #changedDuringBuild: Set<string> | undefined;
  #building: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(
    private readonly products: ProductsRepository,
    private readonly cards: ProductsService,
    private readonly taxonomy: TaxonomyService,
    private readonly bus: EventBus,
    private readonly health: Health,
    private readonly database: Database,
    private readonly measures: Measures,
  ) {}

  onModuleInit(): void {
    this.health.register('search index', () => (this.#index ? undefined : 'is being built'));
    this.bus.onGap(() => this.#rebuild());
    void this.#buildWithoutEvents();
    this.measures.add(searchMeasurement, async () => [
      { indexed: this.#index?.size, forSale: await this.products.countForSale() },
    ]);
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  /** @throws Failure `service.unavailable` while there is no index yet */
  async search({
    q,
    page,
    limit,
  }: {
    q: string;
    page: number;
    limit: number;
  }): Promise<AnswerOf<typeof catalog.search>> {
    const found = this.#ready().find(q);
    const shown = found.slice((page - 1) * limit, page * limit);
    return { products: await this.cards.cards(shown), totalCount: found.length };
  }

  /** @throws Failure `service.unavailable` while there is no index yet */
  suggest(q: string): catalog.Suggestion[] {
    return this.#ready().suggest(q);
  }

  async #rebuild(): Promise<void> {
    if (this.#index) await this.#pause(Math.random() * REBUILD_SPREAD_MS);
    await this.build();
  }

  /** Builds the first index while RabbitMQ is away: search needs only the database. */
  async #buildWithoutEvents(): Promise<void> {
    await this.database.ready();
    for (;;) {
      await this.#pause(WITHOUT_EVENTS_AFTER_MS);
      await this.#building.catch(() => {});
      if (this.#index || this.#stopping.signal.aborted) return;
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
    const index = new SearchIndex();
    for await (const product of this.products.published(INDEXED_FIELDS)) index.put(product);
    index.putTaxonomy(await this.#readTaxonomy());
    this.#index = index;
    this.#changedDuringBuild = undefined;
    for (const productId of changed) await this.refresh(productId);
    this.#logger.log('search index built', { products: index.size });
  }

  /** Indexes the current state of a product, or removes it when it is not published. */
  async refresh(productId: string): Promise<void> {
    this.#changedDuringBuild?.add(productId);
    const product = await this.products.byId(productId);
    if (product && isForSale(product)) this.#index?.put(product);
    else this.#index?.remove(productId);
  }

  async #readTaxonomy() {
    const [categories, materials] = await Promise.all([this.taxonomy.list('category'), this.taxonomy.list('material')]);
    return { categories, materials };
  }

  #ready(): SearchIndex {
    if (!this.#index) throw new Failure('service.unavailable', { headers: { 'retry-after': '1' } });
    return this.#index;
  }
}
