import { type AnswerOf, content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Officer = NonNullable<AnswerOf<typeof content.getBrand>['brand']['grievanceOfficer']>;

export const brandQuery = queryOptions({
  queryKey: ['storefront', 'brand'],
  queryFn: ({ signal }) => call(content.getBrand, { signal }),
  staleTime: 600_000,
});
