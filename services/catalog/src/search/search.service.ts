import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { AnswerOf, catalog } from '@shop/contracts';
import { EventBus, Failure, Health } from '@shop/service-kit';
import { AssortmentService } from '../assortment/assortment.service.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { ProductsService } from '../products/products.service.ts';
import { INDEXED_FIELDS, SearchIndex } from './search-index.ts';

/** Search over an index in memory: built from the database, kept fresh by events, built anew when some may be missed. */
@Injectable()
export class SearchService implements OnModuleInit {
  readonly #logger = new Logger(SearchService.name);
  #index: SearchIndex | undefined;
  /** Products that changed while the index is being built: they are read again afterwards. */
  #changedMeanwhile: Set<string> | undefined;
  #building: Promise<void> = Promise.resolve();

  constructor(
    private readonly products: ProductsRepository,
    private readonly cards: ProductsService,
    private readonly assortment: AssortmentService,
    private readonly bus: EventBus,
    private readonly health: Health,
  ) {}

  onModuleInit(): void {
    this.health.register('search index', () => (this.#index ? undefined : 'is being built'));
    this.bus.onGap(() => this.build());
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

  /** Reads everything anew; one time after the other. */
  build(): Promise<void> {
    return (this.#building = this.#building.catch(() => {}).then(() => this.#build()));
  }

  async #build(): Promise<void> {
    const changed = (this.#changedMeanwhile = new Set());
    const index = new SearchIndex();
    for await (const product of this.products.published(INDEXED_FIELDS)) index.put(product);
    index.putBranches(await this.#branches());
    this.#index = index;
    this.#changedMeanwhile = undefined;
    for (const productId of changed) await this.renew(productId);
    this.#logger.log('search index built', { products: index.size });
  }

  /** Takes a product in as it is now, or out when it is not in the shop any more. */
  async renew(productId: string): Promise<void> {
    this.#changedMeanwhile?.add(productId);
    const product = await this.products.byId(productId);
    if (product?.status === 'published') this.#index?.put(product);
    else this.#index?.remove(productId);
  }

  async #branches() {
    const [categories, materials] = await Promise.all([
      this.assortment.list('category'),
      this.assortment.list('material'),
    ]);
    return { categories, materials };
  }

  #ready(): SearchIndex {
    if (!this.#index) throw new Failure('service.unavailable', { headers: { 'retry-after': '1' } });
    return this.#index;
  }
}
