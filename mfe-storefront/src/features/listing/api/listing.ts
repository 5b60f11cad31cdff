import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Listing = AnswerOf<typeof catalog.listProducts>;
type ListingQuery = QueryOf<typeof catalog.listProducts>;

/** The scope of a listing: everything, a category, or a material; `sub` narrows it. */
export type Place =
  { kind: 'shop' } | { kind: 'category'; main: string; sub?: string } | { kind: 'material'; tag: string; sub?: string };

/** The scope given by route parameters. */
export function placeOf(params: Readonly<Record<string, string | undefined>>): Place {
  if (params.main) return { kind: 'category', main: params.main, ...(params.sub && { sub: params.sub }) };
  if (params.tag) return { kind: 'material', tag: params.tag, ...(params.sub && { sub: params.sub }) };
  return { kind: 'shop' };
}

/** Query parameters, named as in the API. */
export const FILTERS = ['sort_by', 'availability', 'filter.price.gte', 'filter.price.lte', 'page'] as const;

/** The filters of an address; unknown ones are ignored. */
export const filtersOf = (search: URLSearchParams): ListingQuery =>
  Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))) as ListingQuery;

export const listingQuery = (place: Place, filters: ListingQuery) =>
  queryOptions({
    queryKey: ['storefront', 'listing', place, filters],
    queryFn: ({ signal }) => fetchListing(place, filters, signal),
    staleTime: 60_000,
  });

function fetchListing(place: Place, query: ListingQuery, signal: AbortSignal): Promise<Listing> {
  if (place.kind === 'shop') return call(catalog.listProducts, { query, signal });
  const { sub } = place;
  if (place.kind === 'category') {
    const { main } = place;
    return sub
      ? call(catalog.listSubCategory, { params: { main, sub }, query, signal })
      : call(catalog.listCategory, { params: { main }, query, signal });
  }
  const { tag } = place;
  return sub
    ? call(catalog.listSubMaterial, { params: { tag, sub }, query, signal })
    : call(catalog.listMaterial, { params: { tag }, query, signal });
}
