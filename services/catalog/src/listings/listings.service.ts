import { Injectable } from '@nestjs/common';
import { catalog } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import { CategoriesRepository } from '../categories/categories.repository.ts';
import { MaterialsRepository } from '../materials/materials.repository.ts';
import { ProductsService } from '../products/products.service.ts';
import type { Scope } from './listing.rules.ts';
import { ListingsRepository } from './listings.repository.ts';

/** Pages of product groups: the shop, a category, a material, and what is similar to a group. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly products: ProductsService,
    private readonly categories: CategoriesRepository,
    private readonly materials: MaterialsRepository,
  ) {}

  async shop(query: catalog.ListingQuery): Promise<catalog.Listing> {
    const { shown, totalCount } = await this.listings.page({ kind: 'shop' }, query);
    return { products: await this.products.cards(shown), totalCount };
  }

  /** @throws Failure `category.not-found` */
  category(place: { main: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    return this.#within({ kind: 'category', ...place }, query, async () => {
      const category = await this.categories.byMain(place.main);
      const known = category && (place.sub === undefined || category.sub.includes(place.sub));
      if (!known) throw new Failure('category.not-found');
    });
  }

  /** The sub-tag `all` is the whole tag. @throws Failure `material.not-found` */
  material(place: { tag: string; sub?: string }, query: catalog.ListingQuery): Promise<catalog.Listing> {
    const sub = place.sub === catalog.WHOLE_TAG ? undefined : place.sub;
    return this.#within({ kind: 'material', tag: place.tag, sub }, query, async () => {
      const material = await this.materials.byTag(place.tag);
      const known = material && (sub === undefined || material.sub.includes(sub));
      if (!known) throw new Failure('material.not-found');
    });
  }

  /** @throws Failure `product.not-found` */
  async similar(group: string, limit: number): Promise<catalog.ProductCard[]> {
    const lead = await this.products.lead(group);
    return this.products.cards(await this.listings.similar(lead, limit));
  }

  async #within(scope: Scope, query: catalog.ListingQuery, check: () => Promise<void>): Promise<catalog.Listing> {
    const [{ shown, totalCount }] = await Promise.all([this.listings.page(scope, query), check()]);
    return { products: await this.products.cards(shown), totalCount };
  }
}
