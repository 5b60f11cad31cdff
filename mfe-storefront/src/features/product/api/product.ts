import { type AnswerOf, catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type ProductAnswer = AnswerOf<typeof catalog.getProduct>;
export type Product = ProductAnswer['product'];
export type Variant = ProductAnswer['variants'][number];

const MINUTE = 60_000;
/** About the cache time of the shell's server: data of an older page is refetched after hydration. */
const PAGE_FRESH_MS = 15_000;

/** A group's page, showing one of its variants. `id` is the group code, or the _id of a product. */
export const productQuery = (id: string, variant: string | undefined) =>
  queryOptions({
    queryKey: ['storefront', 'product', id, variant ?? null],
    queryFn: ({ signal }) => call(catalog.getProduct, { params: { id }, query: { variant }, signal }),
    // Includes stock.
    staleTime: PAGE_FRESH_MS,
  });

export type ReviewsAnswer = AnswerOf<typeof catalog.listReviews>;
export type Review = ReviewsAnswer['ratings'][number];
export type ReviewPhoto = NonNullable<Review['photos']>[number];
/** Orders by API name, with their labels. */
export const REVIEW_SORTS = {
  newest: 'Newest first',
  helpful: 'Most helpful first',
  highest: 'Best first',
  lowest: 'Worst first',
} as const;
export type ReviewSort = keyof typeof REVIEW_SORTS;
export interface AskedReviews {
  stars?: number;
  sort: ReviewSort;
  limit: number;
}
/** As the page comes. */
export const FIRST_REVIEWS: AskedReviews = { sort: 'newest', limit: 24 };

/** In the order of the page's address (`?reviews=helpful`). */
export function askedReviews(search: URLSearchParams): AskedReviews {
  const sort = search.get('reviews') ?? '';
  return Object.hasOwn(REVIEW_SORTS, sort) ? { ...FIRST_REVIEWS, sort: sort as ReviewSort } : FIRST_REVIEWS;
}

export const reviewsQuery = (productId: string, asked = FIRST_REVIEWS) =>
  queryOptions({
    queryKey: ['storefront', 'reviews', productId, asked],
    queryFn: ({ signal }) => call(catalog.listReviews, { params: { productId }, query: asked, signal }),
    staleTime: PAGE_FRESH_MS,
  });

export const similarQuery = (group: string) =>
  queryOptions({
    queryKey: ['storefront', 'similar', group],
    queryFn: ({ signal }) => call(catalog.listSimilar, { params: { group }, query: { limit: 8 }, signal }),
    staleTime: 10 * MINUTE,
  });
