import { type cartOrder, catalog, mrpOf, paiseFrom, rupeesFrom } from '@shop/contracts';
import { lowestPriceOf } from '../prices/lowest-price.rules.ts';
import type { PriceLimits } from './price-limits.rules.ts';
import type { Found, Wanted } from './variant-index.ts';

type Filter = Omit<catalog.SearchQuery, 'q' | 'page' | 'limit'>;
type Tax = Pick<cartOrder.TaxSettings, 'gstRate' | 'showPrices'>;

/** The GST rate within the prices that the visitor sees. */
const shownRate = ({ prices }: Pick<Filter, 'prices'>, { gstRate, showPrices }: Tax): number =>
  (prices ?? showPrices) === 'with-tax' ? gstRate : 0;

/** The query with the limits that its text names, where they are narrower. */
export function narrowed<Q extends Filter>(query: Q, { from = 0, upTo = Infinity }: PriceLimits): Q {
  const low = Math.max(from, query['filter.price.gte'] ?? 0);
  const high = Math.min(upTo, query['filter.price.lte'] ?? Infinity);
  return {
    ...query,
    ...(low > 0 && { 'filter.price.gte': low }),
    ...(high < Infinity && { 'filter.price.lte': high }),
  };
}

/** What the query of a listing asks of the index. Limits mean the prices that are shown. */
export function filterOf(query: Filter, tax: Tax): Pick<Wanted, 'price' | 'facets'> {
  const rate = shownRate(query, tax);
  const low = query['filter.price.gte'];
  const high = query['filter.price.lte'];
  const facets: Wanted['facets'] = query.availability ? { availability: [query.availability] } : {};
  for (const facet of catalog.FACETS) {
    if (facet !== 'availability') facets[facet] = query[catalog.facetParameter(facet)] ?? [];
  }
  return {
    facets,
    ...((low !== undefined || high !== undefined) && {
      price: {
        ...(low !== undefined && { low: lowestPriceOf(paiseFrom(low), rate) }),
        ...(high !== undefined && { beyond: lowestPriceOf(paiseFrom(high) + 1, rate) }),
      },
    }),
  };
}

/** Counts and prices of a listing's answer. */
export function listingOf(
  { groups, facets, prices }: Found,
  query: Filter,
  tax: Tax,
): Required<Pick<catalog.Listing, 'totalCount' | 'facets'>> & Pick<catalog.Listing, 'priceRange'> {
  const shown = (paise: number) => rupeesFrom(mrpOf(paise, shownRate(query, tax)));
  return {
    totalCount: groups.length,
    facets,
    ...(prices && { priceRange: { lowest: shown(prices.lowest), highest: shown(prices.highest) } }),
  };
}
