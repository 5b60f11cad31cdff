import { Injectable } from '@nestjs/common';
import { type cartOrder, catalog } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import { filterOf } from '../catalogue/listing-filter.rules.ts';
import type { Part, Wanted } from '../catalogue/variant-index.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';

type Tax = Pick<cartOrder.TaxSettings, 'gstRate' | 'showPrices'>;

/** What a saved filter asks of the index. */
@Injectable()
export class CollectionParts {
  constructor(private readonly taxonomy: TaxonomyService) {}

  async of(filter: catalog.CollectionFilter, picks: readonly string[], tax: Tax): Promise<Part> {
    return { filter: isEmpty(filter) ? undefined : await this.wanted(filter, tax), groups: new Set(picks) };
  }

  /** Undefined where a category or material of the filter does not exist any more: nothing fits. */
  async wanted(filter: catalog.CollectionFilter, tax: Tax): Promise<Part['filter']> {
    try {
      const { category, material } = filter;
      const [categoryNames, materialNames] = await Promise.all([
        category && this.taxonomy.namesInProducts('category', category.main, category.sub),
        material && this.taxonomy.namesInProducts('material', material.tag, material.sub),
      ]);
      return {
        ...(categoryNames && { category: categoryNames }),
        ...(materialNames && { material: materialNames }),
        ...conditionsOf(filter, tax),
      };
    } catch (error) {
      if (error instanceof Failure && /^(category|material)\.not-found$/.test(error.code)) return undefined;
      throw error;
    }
  }
}

/** Without a condition a filter finds nothing, and not everything. */
export const isEmpty = (filter: catalog.CollectionFilter): boolean =>
  Object.values(filter).every(
    (condition) => condition === undefined || (Array.isArray(condition) && condition.length === 0),
  );

function conditionsOf(filter: catalog.CollectionFilter, tax: Tax): Pick<Wanted, 'price' | 'facets'> {
  const { priceFrom, priceTo, availability = [] } = filter;
  const query = {
    ...Object.fromEntries(
      catalog.FACETS.flatMap((facet) =>
        facet === 'availability' ? [] : [[catalog.facetParameter(facet), filter[facet]]],
      ),
    ),
    ...(priceFrom !== undefined && { 'filter.price.gte': priceFrom }),
    ...(priceTo !== undefined && { 'filter.price.lte': priceTo }),
  };
  const { facets, price } = filterOf(query as Parameters<typeof filterOf>[0], tax);
  return { facets: { ...facets, availability }, ...(price && { price }) };
}
