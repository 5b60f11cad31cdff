import { cartOrder, catalog, content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { menusOf, type Menus } from './menus.ts';

const MINUTES = 60_000;

export const categoriesQuery = queryOptions({
  queryKey: ['shell', 'categories'],
  queryFn: ({ signal }) => call(catalog.listCategories, { signal }),
  staleTime: 10 * MINUTES,
});

export const materialsQuery = queryOptions({
  queryKey: ['shell', 'materials'],
  queryFn: ({ signal }) => call(catalog.listMaterials, { signal }),
  staleTime: 10 * MINUTES,
});

export const brandQuery = queryOptions({
  queryKey: ['shell', 'brand'],
  queryFn: ({ signal }) => call(content.getBrand, { signal }),
  staleTime: 10 * MINUTES,
});

export const countriesQuery = queryOptions({
  queryKey: ['shell', 'countries'],
  queryFn: ({ signal }) => call(content.listCountries, { signal }),
  staleTime: 60 * MINUTES,
});

export const ratesQuery = queryOptions({
  queryKey: ['shell', 'rates'],
  queryFn: ({ signal }) => call(content.getRates, { signal }),
  staleTime: 5 * MINUTES,
});

export const taxQuery = queryOptions({
  queryKey: ['shell', 'tax'],
  queryFn: ({ signal }) => call(cartOrder.getTax, { signal }),
  staleTime: 5 * MINUTES,
});

/** Data of every page's header, footer and prices. A failed query leaves its part out. */
export const shellQueries = [brandQuery, categoriesQuery, materialsQuery, menusQuery, taxQuery] as const;

/** Name, contact and links of the shop; undefined until loaded. */
export const useBrand = () => useQuery(brandQuery).data?.brand;

/** What the menus show; parts whose data is not loaded are left out. */
export const useMenus = (): Menus =>
  menusOf(
    useQuery(menusQuery).data?.menus,
    useQuery(categoriesQuery).data?.categories,
    useQuery(materialsQuery).data?.materials,
  );
