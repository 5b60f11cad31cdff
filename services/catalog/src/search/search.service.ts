import { Injectable } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import { FormerFilters } from '../catalogue/former-filters.ts';
import { filterOf, listingOf, narrowed } from '../catalogue/listing-filter.rules.ts';
import { bestOf, type Variant } from '../catalogue/variant-index.ts';
import { ProductsService } from '../products/products.service.ts';
import { SynonymsService } from '../synonyms/synonyms.service.ts';
import { TaxService } from '../tax/tax.service.ts';
import { PopularSearches } from './popular-searches.ts';

const MAX_PRODUCTS = 5;
/** Of these the first with different names are suggested. */
const LOOKED_AT = 20;

/** Search over the index in memory, narrowed by the filters of listings. */
@Injectable()
export class SearchService {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly former: FormerFilters,
    private readonly products: ProductsService,
    private readonly tax: TaxService,
    private readonly synonyms: SynonymsService,
    private readonly popular: PopularSearches,
  ) {}

  /** The best match first. @throws Failure `service.unavailable` while there is no index yet */
  async search(written: catalog.SearchQuery): Promise<catalog.Listing> {
    const [tax, synonyms, { query, moved }] = await Promise.all([
      this.tax.current(),
      this.synonyms.current(),
      this.former.follow(written),
    ]);
    const indexes = await this.index.current();
    const { limits, matches, isKnown } = indexes.ask(query.q, synonyms);
    const asked = narrowed(query, limits);
    const found = indexes.variants.find({ ...filterOf(asked, tax), ...(matches && { among: matches }) });
    if (isKnown && found.groups.length > 0 && query.page === 1) this.popular.count(query.q);
    const shown = bestOf(found.groups, matches, query).map(({ productGroup, id }) => ({ productGroup, productId: id }));
    return { products: await this.products.cards(shown), ...listingOf(found, asked, tax), ...moved };
  }

  /** @throws Failure `service.unavailable` while there is no index yet */
  async suggest(q: string): Promise<catalog.Suggestion[]> {
    const [tax, synonyms] = await Promise.all([this.tax.current(), this.synonyms.current()]);
    const indexes = await this.index.current();
    const { limits, matches } = indexes.ask(q, synonyms);
    const filter = filterOf(narrowed({}, limits), tax);
    const groups = matches ? indexes.variants.find({ ...filter, among: matches }).groups : [];
    const cards = await this.products.cards(withNames(bestOf(groups, matches, { page: 1, limit: LOOKED_AT })));
    return [
      ...cards.map(({ name, images: [image], price, mrp }) => ({
        type: 'product' as const,
        text: name,
        image,
        price,
        mrp,
      })),
      ...indexes.menu.suggest(q, synonyms),
    ];
  }
}

/** The best ones with different names. */
function withNames(best: readonly Variant[]): { productGroup: string; productId: string }[] {
  const byName = Map.groupBy(best, ({ name }) => name);
  return [...byName.values()]
    .slice(0, MAX_PRODUCTS)
    .map(([variant]) => ({ productGroup: variant!.productGroup, productId: variant!.id }));
}
