import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ReviewsAnswer } from './product.ts';

/** What the user says helped, with counts of now: those of the page may be older. */
export const helpfulQuery = (productId: string, userId: string | undefined) =>
  queryOptions({
    queryKey: ['storefront', 'helpful-reviews', productId, userId ?? null],
    queryFn: ({ signal }) => call(catalog.listHelpfulReviews, { params: { productId }, signal }),
    enabled: userId !== undefined,
  });

interface Mark {
  productId: string;
  reviewId: string;
  helped: boolean;
}

export const markHelpful = ({ productId, reviewId, helped }: Mark) =>
  call(catalog.markReviewHelpful, { params: { productId, reviewId }, body: { helped } });

/** Shows what was marked wherever the review is shown. */
export function showMarked(
  queryClient: QueryClient,
  { productId, reviewId, helped, userId, helpful }: Mark & { userId: string | undefined; helpful: number },
): void {
  queryClient.setQueriesData<ReviewsAnswer>(
    { queryKey: ['storefront', 'reviews'] },
    (before) =>
      before && {
        ...before,
        ratings: before.ratings.map((one) => {
          if (one._id !== reviewId) return one;
          const { helpful: _, ...review } = one;
          return helpful > 0 ? { ...review, helpful } : review;
        }),
      },
  );
  const { queryKey } = helpfulQuery(productId, userId);
  const before = queryClient.getQueryData(queryKey);
  // Right after signing in it may still be read, without this one.
  if (!before) void queryClient.invalidateQueries({ queryKey });
  else {
    const others = before.helpful.filter((one) => one.reviewId !== reviewId);
    queryClient.setQueryData(queryKey, { helpful: helped ? [...others, { reviewId, helpful }] : others });
  }
}
