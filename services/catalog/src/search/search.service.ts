import { Injectable } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import { filterOf, listingOf } from '../catalogue/listing-filter.rules.ts';
import { ProductsService } from '../products/products.service.ts';
import { TaxService } from '../tax/tax.service.ts';

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
    const { page, limit } = query;
    const tax = await this.tax.current();
    const { texts, variants } = await this.index.current();
    const hits = texts.hits(query.q);
    const found = variants.find({ ...filterOf(query, tax), among: new Set(hits.map(({ id }) => id)) });
    const fitting = new Set(found.groups.flat().map(({ id }) => id));
    const groups = texts.group(hits.filter(({ id }) => fitting.has(id)));
    const products = await this.products.cards(groups.slice((page - 1) * limit, page * limit));
    return { products, ...listingOf(found, query, tax) };
  }

  /** @throws Failure `service.unavailable` while there is no index yet */
  suggest(q: string): catalog.Suggestion[] {
    return this.index.texts.suggest(q);
  }
}
