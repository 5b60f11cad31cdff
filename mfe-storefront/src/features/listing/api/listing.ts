import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import type { FilterQuery } from '../../../components/filters/filters.ts';

export type Listing = AnswerOf<typeof catalog.listProducts> &
  Partial<Pick<AnswerOf<typeof catalog.listCollection>, 'collection'>>;

/** The scope of a listing: everything, a category, or a material, which `sub` narrows, or a collection. */
export type Place =
  | { kind: 'shop' }
  | { kind: 'category'; main: string; sub?: string }
  | { kind: 'material'; tag: string; sub?: string }
  | { kind: 'collection'; slug: string };

/** The scope given by route parameters. */
export function placeOf(params: Readonly<Record<string, string | undefined>>): Place {
  // As the API reads them.
  const [main, tag, sub, slug] = [params['main'], params['tag'], params['sub'], params['slug']].map((name) =>
    name?.normalize('NFC').trim().toLowerCase(),
  );
  if (slug) return { kind: 'collection', slug };
  if (main) return { kind: 'category', main, ...(sub && { sub }) };
  if (tag) return { kind: 'material', tag, ...(sub && { sub }) };
  return { kind: 'shop' };
}

/** The one path of a place. */
export function pathOf(place: Place): string {
  const path = (...names: (string | undefined)[]) =>
    names.flatMap((name) => (name ? [`/${encodeURIComponent(name)}`] : [])).join('');
  if (place.kind === 'shop') return '/shop';
  if (place.kind === 'collection') return `/collection${path(place.slug)}`;
  if (place.kind === 'category') return `/product${path(place.main, place.sub)}`;
  return `/material${path(place.tag, place.sub === 'all' ? undefined : place.sub)}`;
}

export const listingQuery = (place: Place, filters: FilterQuery) =>
  queryOptions({
    queryKey: ['storefront', 'listing', place, filters],
    queryFn: ({ signal }) => fetchListing(place, filters, signal),
    staleTime: 60_000,
  });

function fetchListing(place: Place, query: FilterQuery, signal: AbortSignal): Promise<Listing> {
  if (place.kind === 'shop') return call(catalog.listProducts, { query, signal });
  if (place.kind === 'collection') return call(catalog.listCollection, { params: { slug: place.slug }, query, signal });
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
