import { catalog, content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

const MINUTE = 60_000;

export const bannersQuery = queryOptions({
  queryKey: ['storefront', 'banners'],
  queryFn: ({ signal }) => call(content.listBanners, { signal }),
  staleTime: 10 * MINUTE,
});

export const postsQuery = queryOptions({
  queryKey: ['storefront', 'posts'],
  queryFn: ({ signal }) => call(content.listPosts, { signal }),
  staleTime: 10 * MINUTE,
});

/** The products on the home page. */
export const featuredQuery = queryOptions({
  queryKey: ['storefront', 'featured'],
  queryFn: ({ signal }) => call(catalog.listProducts, { query: { limit: 8 }, signal }),
  staleTime: MINUTE,
});

/** One product of a category or material, as a substitute for its missing picture. */
export const coverProductQuery = (of: { main: string } | { tag: string }) =>
  queryOptions({
    queryKey: ['storefront', 'face', of],
    queryFn: ({ signal }) =>
      'main' in of
        ? call(catalog.listCategory, { params: of, query: { limit: 1 }, signal })
        : call(catalog.listMaterial, { params: of, query: { limit: 1 }, signal }),
    staleTime: 10 * MINUTE,
  });
