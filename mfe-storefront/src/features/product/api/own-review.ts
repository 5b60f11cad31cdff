import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { hashKey, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ProductAnswer, type Review, type ReviewPhoto, type ReviewsAnswer, reviewsQuery } from './product.ts';

/** Uploads take longer than other calls. */
const UPLOAD_TIMEOUT_MS = 60_000;

export const ownReviewQuery = (productId: string, userId: string | undefined) =>
  queryOptions({
    queryKey: ['storefront', 'own-review', productId, userId ?? null],
    queryFn: ({ signal }) => call(catalog.getOwnReview, { params: { productId }, signal }),
    enabled: userId !== undefined,
  });

export async function sendPhoto(productId: string, file: File): Promise<ReviewPhoto> {
  const body = new FormData();
  body.append('image', file);
  return (await call(catalog.addReviewPhoto, { params: { productId }, body, timeoutMs: UPLOAD_TIMEOUT_MS })).photo;
}

/** What the pages of the group show, with a review that was just posted. */
export function showPosted(
  queryClient: QueryClient,
  productId: string,
  { review, ...totals }: { review: Review; rating: number; ratingCount: number },
): void {
  // The reviews are those of the group: its other metals show them too.
  const pages = { queryKey: ['storefront', 'product'], predicate: isOfGroupWith(productId) };
  const variants = queryClient
    .getQueriesData<ProductAnswer>(pages)
    .flatMap(([, page]) => page?.variants.map(({ _id }) => _id) ?? []);
  for (const variant of new Set([productId, ...variants])) {
    const { queryKey } = reviewsQuery(variant);
    const before = queryClient.getQueryData(queryKey);
    // Those of one number of stars, or in another order. One that is shown would stay as it was.
    const shown = hashKey(queryKey);
    queryClient.removeQueries({
      queryKey: queryKey.slice(0, -1),
      predicate: ({ queryHash }) => queryHash !== shown,
    });
    if (before || variant === productId)
      queryClient.setQueryData(queryKey, { ...withReview(before, review), ...totals });
  }
  queryClient.setQueriesData<ProductAnswer>(
    pages,
    (before) => before && { ...before, product: { ...before.product, ...totals } },
  );
  queryClient.setQueryData(ownReviewQuery(productId, review.user._id).queryKey, { review });
}

function withReview(
  before: ReviewsAnswer | undefined,
  review: Review,
): Pick<ReviewsAnswer, 'ratings' | 'counts' | 'photos'> {
  const { ratings = [], counts = [], photos = [] } = before ?? {};
  const replaced = ratings.find(({ user }) => user._id === review.user._id);
  const change = (rating: number) => Number(rating === review.rating) - Number(rating === replaced?.rating);
  return {
    ratings: [review, ...ratings.filter((one) => one !== replaced)],
    counts: [5, 4, 3, 2, 1]
      .map((rating) => ({
        rating,
        count: (counts.find((one) => one.rating === rating)?.count ?? 0) + change(rating),
      }))
      .filter(({ count }) => count > 0),
    photos: [
      ...(review.photos ?? []).map((photo) => ({ ...photo, reviewId: review._id })),
      ...photos.filter(({ reviewId }) => reviewId !== review._id),
    ],
  };
}

const isOfGroupWith =
  (productId: string) =>
  ({ state }: Query): boolean =>
    (state.data as ProductAnswer | undefined)?.variants.some(({ _id }) => _id === productId) ?? false;
