import { catalog, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type StaffReview = AnswerOf<typeof catalog.listAllReviews>['reviews'][number];

export const REVIEWS_KEY = ['admin', 'reviews'] as const;

export const reviewsQuery = (query: QueryOf<typeof catalog.listAllReviews>) =>
  queryOptions({
    queryKey: [...REVIEWS_KEY, query],
    queryFn: ({ signal }) => call(catalog.listAllReviews, { query, signal }),
  });
