import { content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export const brandQuery = queryOptions({
  queryKey: ['storefront', 'brand'],
  queryFn: ({ signal }) => call(content.getBrand, { signal }),
  staleTime: 600_000,
});
