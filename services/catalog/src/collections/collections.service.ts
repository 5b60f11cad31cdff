import { Injectable } from '@nestjs/common';
import { catalog, type QueryOf } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import { FormerFilters } from '../catalogue/former-filters.ts';
import { filterOf, listingOf } from '../catalogue/listing-filter.rules.ts';
import { pageOf } from '../catalogue/variant-index.ts';
import { ProductsService } from '../products/products.service.ts';
import { TaxService } from '../tax/tax.service.ts';
import type { Collection } from './collection.schema.ts';
import { CollectionParts } from './collection-parts.ts';
import { shownOf } from './collection.view.ts';
import { CollectionsRepository } from './collections.repository.ts';

type Query = QueryOf<typeof catalog.listCollection>;
type Saved = Pick<Collection, 'filter' | 'picks' | 'sort'>;

/** Pieces of a preview. */
const PREVIEWED = 12;

/** Collections and gift guides as visitors see them, and what a filter of the staff would find. */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly collections: CollectionsRepository,
    private readonly parts: CollectionParts,
    private readonly index: CatalogueIndex,
    private readonly former: FormerFilters,
    private readonly products: ProductsService,
    private readonly tax: TaxService,
  ) {}

  /** Those that have pieces. @throws Failure `service.unavailable` while there is no index yet */
  async list(): Promise<catalog.CollectionCard[]> {
    const counted = await this.counted(await this.collections.published());
    return counted
      .filter(({ totalCount }) => totalCount > 0)
      .map(({ collection, totalCount }) => ({ _id: String(collection._id), ...shownOf(collection), totalCount }));
  }

  /** How many groups each has. */
  async counted(collections: readonly Collection[]): Promise<{ collection: Collection; totalCount: number }[]> {
    const tax = await this.tax.current();
    const parts = await Promise.all(collections.map(({ filter, picks }) => this.parts.of(filter, picks, tax)));
    const { variants } = await this.index.current();
    return collections.map((collection, at) => ({
      collection,
      totalCount: variants.find({ facets: {}, part: parts[at]! }).groups.length,
    }));
  }

  /** @throws Failure `collection.not-found`; `service.unavailable` while there is no index yet */
  async listing(slug: string, asked: Query): Promise<catalog.Listing & { collection: ReturnType<typeof shownOf> }> {
    const collection = await this.collections.bySlug(slug);
    if (collection?.status !== 'published') throw new Failure('collection.not-found');
    const [tax, { query, moved }] = await Promise.all([this.tax.current(), this.former.follow(asked)]);
    const part = await this.parts.of(collection.filter, collection.picks, tax);
    const { variants } = await this.index.current();
    const found = variants.find({ ...filterOf(query, tax), part });
    const page = { ...query, sort_by: query.sort_by ?? collection.sort };
    const shown = pageOf(found.groups, page, query.sort_by ? [] : collection.picks);
    return {
      products: await this.#cards(shown),
      ...listingOf(found, query, tax),
      ...moved,
      collection: shownOf(collection),
      ...(collection.slug !== slug && { canonicalPath: `/collection/${encodeURIComponent(collection.slug)}` }),
    };
  }

  async preview({ filter, picks, sort }: Saved) {
    const tax = await this.tax.current();
    const [part, place] = await Promise.all([this.parts.of(filter, picks, tax), this.parts.wanted(filter, tax)]);
    const { variants } = await this.index.current();
    const { groups } = variants.find({ facets: {}, part });
    const shown = pageOf(groups, { sort_by: sort, page: 1, limit: PREVIEWED }, picks);
    const forSale = new Set(groups.map(([variant]) => variant!.productGroup));
    return {
      totalCount: groups.length,
      products: await this.#cards(shown),
      // A place that does not exist any more leaves no values.
      facets: place ? variants.find(place).facets : [],
      missing: picks.filter((group) => !forSale.has(group)),
    };
  }

  #cards(shown: ReturnType<typeof pageOf>): Promise<catalog.ProductCard[]> {
    return this.products.cards(
      shown.map(([variant]) => ({ productGroup: variant!.productGroup, productId: variant!.id })),
    );
  }
}
