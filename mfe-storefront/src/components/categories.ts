import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export const categoriesQuery = queryOptions({
  queryKey: ['storefront', 'categories'],
  queryFn: ({ signal }) => call(catalog.listCategories, { signal }),
  staleTime: 600_000,
});
