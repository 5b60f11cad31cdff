import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export const materialsQuery = queryOptions({
  queryKey: ['storefront', 'materials'],
  queryFn: ({ signal }) => call(catalog.listMaterials, { signal }),
  staleTime: 600_000,
});
