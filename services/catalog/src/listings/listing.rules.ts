import { type cartOrder, type catalog, paiseFrom } from '@shop/contracts';
import type { PipelineStage } from 'mongoose';
import { lowestPriceOf } from '../prices/lowest-price.rules.ts';
import { FOR_SALE } from '../products/product.schema.ts';
import { type NamesInProducts, PRODUCT_FIELDS, type TaxonomyKind } from '../taxonomy/taxonomy-entry.schema.ts';

/** Which part of the shop is listed. */
export type Scope = { kind: 'shop' } | ({ kind: TaxonomyKind } & NamesInProducts);

/** A name, and old ones that products still have while it is carried to them. */
const oneOf = (names: readonly string[]) => (names.length === 1 ? names[0] : { $in: names });

function placeOf(scope: Scope): Record<string, unknown> {
  if (scope.kind === 'shop') return {};
  const { name, sub } = PRODUCT_FIELDS[scope.kind];
  return { [name]: oneOf(scope.names), ...(scope.subs && { [sub]: oneOf(scope.subs) }) };
}

type Filter = Pick<
  catalog.ListingQuery,
  'sort_by' | 'availability' | 'filter.price.gte' | 'filter.price.lte' | 'prices' | 'page' | 'limit'
>;
type Tax = Pick<cartOrder.TaxSettings, 'gstRate' | 'showPrices'>;

/** Match stage: variants for sale in `scope` that fit the filter, with prices in paise. Limits mean the prices that are shown. */
export function matchOf(scope: Scope, filter: Filter, { gstRate, showPrices }: Tax): Record<string, unknown> {
  const shownRate = (filter.prices ?? showPrices) === 'with-tax' ? gstRate : 0;
  const low = filter['filter.price.gte'];
  const high = filter['filter.price.lte'];
  return {
    ...FOR_SALE,
    ...placeOf(scope),
    ...((low !== undefined || high !== undefined) && {
      pricePaise: {
        ...FOR_SALE.pricePaise,
        ...(low !== undefined && { $gte: lowestPriceOf(paiseFrom(low), shownRate) }),
        ...(high !== undefined && { $lt: lowestPriceOf(paiseFrom(high) + 1, shownRate) }),
      },
    }),
    ...(filter.availability && { stock: filter.availability === 'in-stock' ? { $gt: 0 } : 0 }),
  };
}

/** Sort orders of groups: an accumulator per field, then the direction. Ties are broken by the group code. */
const ORDERS: Record<catalog.ListingQuery['sort_by'], { by: Record<string, object>; sort: Record<string, 1 | -1> }> = {
  featured: {
    by: { a: { $max: '$featured' }, b: { $max: '$createdAt' } },
    sort: { a: -1, b: -1 },
  },
  'best-selling': { by: { a: { $sum: '$sold' } }, sort: { a: -1 } },
  'price-ascending': { by: { a: { $first: '$pricePaise' } }, sort: { a: 1 } },
  'price-descending': { by: { a: { $first: '$pricePaise' } }, sort: { a: -1 } },
  'created-descending': { by: { a: { $max: '$createdAt' } }, sort: { a: -1 } },
  'title-ascending': { by: { a: { $first: { $toLower: '$name' } } }, sort: { a: 1 } },
  'rating-descending': {
    by: { a: { $first: '$rating' }, b: { $first: '$ratingCount' } },
    sort: { a: -1, b: -1 },
  },
};

/**
 * One aggregation for a page of groups and their count: the first matching variant of each group in index order, sorted and
 * paginated. Returns `[{ page: [{ _id: group, productId }], total: [{ groups }] }]`.
 */
export function listingPipeline(scope: Scope, filter: Filter, tax: Tax): PipelineStage[] {
  const { by, sort } = ORDERS[filter.sort_by];
  return [
    { $match: matchOf(scope, filter, tax) },
    { $sort: { productGroup: 1, position: 1, _id: 1 } },
    { $group: { _id: '$productGroup', productId: { $first: '$_id' }, ...by } as never },
    { $sort: { ...sort, _id: 1 } },
    {
      $facet: {
        page: [{ $skip: (filter.page - 1) * filter.limit }, { $limit: filter.limit }, { $project: { productId: 1 } }],
        total: [{ $count: 'groups' }],
      },
    },
  ];
}

/** Other groups with a product of the same material: same category first, then in stock. */
export function similarPipeline(
  { productGroup, material, category }: { productGroup: string; material: { tag: string }; category: { main: string } },
  limit: number,
): PipelineStage[] {
  return [
    { $match: { ...FOR_SALE, 'material.tag': material.tag, productGroup: { $ne: productGroup } } },
    { $sort: { productGroup: 1, position: 1, _id: 1 } },
    {
      $group: {
        _id: '$productGroup',
        // The first variant in stock represents the group, else the first one.
        variants: { $push: { productId: '$_id', inStock: { $gt: ['$stock', 0] } } },
        sameCategory: { $first: { $eq: ['$category.main', category.main] } },
        inStock: { $max: { $gt: ['$stock', 0] } },
        featured: { $max: '$featured' },
        sold: { $sum: '$sold' },
      },
    },
    { $sort: { sameCategory: -1, inStock: -1, featured: -1, sold: -1, _id: 1 } },
    { $limit: limit },
    {
      $project: {
        productId: {
          $ifNull: [
            {
              $getField: {
                field: 'productId',
                input: { $first: { $filter: { input: '$variants', cond: '$$this.inStock' } } },
              },
            },
            { $getField: { field: 'productId', input: { $first: '$variants' } } },
          ],
        },
      },
    },
  ];
}
