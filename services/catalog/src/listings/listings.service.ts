import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { CatalogueIndex } from '../catalogue/catalogue-index.ts';
import { FormerFilters } from '../catalogue/former-filters.ts';
import { filterOf, listingOf } from '../catalogue/listing-filter.rules.ts';
import { pageOf, type Wanted } from '../catalogue/variant-index.ts';
import { TaxService } from '../tax/tax.service.ts';
import type { NamesInProducts } from '../taxonomy/taxonomy-entry.schema.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { ProductsService } from '../products/products.service.ts';
import { ListingsRepository } from './listings.repository.ts';

/** Pages of product groups: the whole shop, a category, a material, and groups similar to one. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly former: FormerFilters,
    private readonly listings: ListingsRepository,
    private readonly products: ProductsService,
    private readonly taxonomy: TaxonomyService,
    private readonly tax: TaxService,
  ) {}

  shop(query: catalog.ListingQuery): Promise<catalog.Listing> {
    return this.#page({}, query);
  }

  /** @throws Failure `category.not-found` */
  async category({ main, sub }: { main: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const category = await this.taxonomy.namesInProducts('category', main, sub);
    return { ...(await this.#page({ category }, query)), ...canonicalOf('/product', category) };
  }

  /** The sub-tag `all` is the whole tag. @throws Failure `material.not-found` */
  async material({ tag, sub }: { tag: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const part = sub === catalog.WHOLE_TAG ? undefined : sub;
    const material = await this.taxonomy.namesInProducts('material', tag, part);
    return { ...(await this.#page({ material }, query)), ...canonicalOf('/material', material) };
  }

  /** @throws Failure `product.not-found` */
  async similar(group: string, limit: number): Promise<catalog.ProductCard[]> {
    const lead = await this.products.lead(group);
    return this.products.cards(await this.listings.similar(lead, limit));
  }

  /** Each group by the first of its variants that fit. @throws Failure `service.unavailable` while there is no index yet */
  async #page(place: Pick<Wanted, 'category' | 'material'>, asked: catalog.ListingQuery): Promise<catalog.Listing> {
    const [tax, { query, moved }] = await Promise.all([this.tax.current(), this.former.follow(asked)]);
    // After the names of the place and of the filters: what was renamed since then has the new one.
    const { variants } = await this.index.current();
    const found = variants.find({ ...place, ...filterOf(query, tax) });
    const shown = pageOf(found.groups, query).map(([variant]) => ({
      productGroup: variant!.productGroup,
      productId: variant!.id,
    }));
    return { products: await this.products.cards(shown), ...listingOf(found, query, tax), ...moved };
  }
}

/** Where the page of a former name is now. */
const canonicalOf = (base: string, { movedTo }: NamesInProducts): Pick<catalog.Listing, 'canonicalPath'> =>
  movedTo
    ? {
        canonicalPath: [base, movedTo.name, movedTo.sub]
          .flatMap((part, at) => (part === undefined ? [] : [at === 0 ? part : encodeURIComponent(part)]))
          .join('/'),
      }
    : {};
