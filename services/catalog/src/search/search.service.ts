import { Injectable } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import type { Indexes } from '../catalogue/indexes.ts';
import { filterOf, listingOf, narrowed } from '../catalogue/listing-filter.rules.ts';
import { bestOf } from '../catalogue/variant-index.ts';
import { ProductsService } from '../products/products.service.ts';
import { TaxService } from '../tax/tax.service.ts';

const MAX_PRODUCTS = 5;
/** Of these the first with different names are suggested. */
const LOOKED_AT = 20;

/** Search over the index in memory, narrowed by the filters of listings. */
@Injectable()
export class SearchService {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly products: ProductsService,
    private readonly tax: TaxService,
  ) {}

  /** The best match first. @throws Failure `service.unavailable` while there is no index yet */
  async search(query: catalog.SearchQuery): Promise<catalog.Listing> {
    const tax = await this.tax.current();
    const indexes = await this.index.current();
    const { limits, matches } = indexes.ask(query.q);
    const asked = narrowed(query, limits);
    const found = indexes.variants.find({ ...filterOf(asked, tax), ...(matches && { among: matches }) });
    const shown = bestOf(found.groups, matches, query).map(({ productGroup, id }) => ({ productGroup, productId: id }));
    return { products: await this.products.cards(shown), ...listingOf(found, asked, tax) };
  }

  /** @throws Failure `service.unavailable` while there is no index yet */
  async suggest(q: string): Promise<catalog.Suggestion[]> {
    const indexes = this.index.latest;
    const [cards, terms] = [await this.#suggestedPieces(indexes, q), indexes.menu.suggest(q)];
    return [
      ...cards.map(({ name, images: [image], price, mrp }) => ({
        type: 'product' as const,
        text: name,
        image,
        price,
        mrp,
      })),
      ...terms,
    ];
  }

  /** The best ones with different names. */
  async #suggestedPieces(indexes: Indexes, q: string): Promise<catalog.ProductCard[]> {
    const { limits, matches } = indexes.ask(q);
    if (!matches) return [];
    const { groups } = indexes.variants.find({
      ...filterOf(narrowed({}, limits), await this.tax.current()),
      among: matches,
    });
    const best = bestOf(groups, matches, { page: 1, limit: LOOKED_AT });
    const byName = new Map(best.toReversed().map((variant) => [variant.name, variant]));
    const shown = [...byName.values()].reverse().slice(0, MAX_PRODUCTS);
    return this.products.cards(shown.map(({ productGroup, id }) => ({ productGroup, productId: id })));
  }
}
