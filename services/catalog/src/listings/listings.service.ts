import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { TaxService } from '../tax/tax.service.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { ProductsService } from '../products/products.service.ts';
import type { Scope } from './listing.rules.ts';
import { ListingsRepository } from './listings.repository.ts';

/** Pages of product groups: the whole shop, a category, a material, and groups similar to one. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly products: ProductsService,
    private readonly taxonomy: TaxonomyService,
    private readonly tax: TaxService,
  ) {}

  shop(query: catalog.ListingQuery): Promise<catalog.Listing> {
    return this.#page({ kind: 'shop' }, query);
  }

  /** @throws Failure `category.not-found` */
  async category({ main, sub }: { main: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    return this.#page({ kind: 'category', ...(await this.taxonomy.namesInProducts('category', main, sub)) }, query);
  }

  /** The sub-tag `all` is the whole tag. @throws Failure `material.not-found` */
  async material({ tag, sub }: { tag: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const part = sub === catalog.WHOLE_TAG ? undefined : sub;
    return this.#page({ kind: 'material', ...(await this.taxonomy.namesInProducts('material', tag, part)) }, query);
  }

  /** @throws Failure `product.not-found` */
  async similar(group: string, limit: number): Promise<catalog.ProductCard[]> {
    const lead = await this.products.lead(group);
    return this.products.cards(await this.listings.similar(lead, limit));
  }

  async #page(scope: Scope, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const { shown, totalCount } = await this.listings.page(scope, query, await this.tax.current());
    return { products: await this.products.cards(shown), totalCount };
  }
}
