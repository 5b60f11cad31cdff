import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { AnswerOf, catalog } from '@shop/contracts';
import { EventBus, Failure, Health, Measures } from '@shop/service-kit';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { isForSale } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { ProductsService } from '../products/products.service.ts';
import { INDEXED_FIELDS, SearchIndex } from './search-index.ts';
import { searchMeasurement } from './search-metrics.ts';

/** Search over an index in memory: built from the database, refreshed by events, rebuilt when events may have been missed. */
@Injectable()
export class SearchService implements OnModuleInit {
  readonly #logger = new Logger(SearchService.name);
  #index: SearchIndex | undefined;
  /** Products that changed while the index is being built; they are read again afterwards. */
  #changedDuringBuild: Set<string> | undefined;
  #building: Promise<void> = Promise.resolve();

  constructor(
    private readonly products: ProductsRepository,
    private readonly cards: ProductsService,
    private readonly taxonomy: TaxonomyService,
    private readonly bus: EventBus,
    private readonly health: Health,
    private readonly measures: Measures,
  ) {}

  onModuleInit(): void {
    this.health.register('search index', () => (this.#index ? undefined : 'is being built'));
    this.bus.onGap(() => this.build());
    this.measures.add(searchMeasurement, async () => [
      { indexed: this.#index?.size, forSale: await this.products.countForSale() },
    ]);
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
