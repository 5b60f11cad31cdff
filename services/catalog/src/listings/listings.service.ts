import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
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
  ) {}

  shop(query: catalog.ListingQuery): Promise<catalog.Listing> {
    return this.#page({ kind: 'shop' }, query);
  }

  /** @throws Failure `category.not-found` */
  async category({ main, sub }: { main: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const [listing] = await Promise.all([
      this.#page({ kind: 'category', main, sub }, query),
      this.taxonomy.require('category', main, sub),
    ]);
    return listing;
  }

  /** The sub-tag `all` is the whole tag. @throws Failure `material.not-found` */
  async material({ tag, sub }: { tag: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const part = sub === catalog.WHOLE_TAG ? undefined : sub;
    const [listing] = await Promise.all([
      this.#page({ kind: 'material', tag, sub: part }, query),
      this.taxonomy.require('material', tag, part),
    ]);
    return listing;
  }

  /** @throws Failure `product.not-found` */
  async similar(group: string, limit: number): Promise<catalog.ProductCard[]> {
    const lead = await this.products.lead(group);
    return this.products.cards(await this.listings.similar(lead, limit));
  }

  async #page(scope: Scope, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const { shown, totalCount } = await this.listings.page(scope, query);
    return { products: await this.products.cards(shown), totalCount };
  }
}
