import { catalog, content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';

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

/** What the shell itself shows on every page. Whatever does not come is left out of the page. */
export const shellQueries = [brandQuery, categoriesQuery, materialsQuery] as const;

/** Name, contact and links of the shop; undefined while they are not there. */
export const useBrand = () => useQuery(brandQuery).data?.brand;

const pluralOf = (word: string): string => (/(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`);

/** Categories and materials as the menus show them; empty while there are none. */
export function useMenus() {
  const { data: categories } = useQuery(categoriesQuery);
  const { data: materials } = useQuery(materialsQuery);
  return {
    categories: (categories?.categories ?? []).map(({ main, sub }) => ({
      // `ring`: people read rings.
      name: pluralOf(main),
      to: `/product/${encodeURIComponent(main)}`,
      subs: sub.map((name) => ({ name, to: `/product/${encodeURIComponent(main)}/${encodeURIComponent(name)}` })),
    })),
    // A sub of a material that is called `all` stands for the whole tag.
    materials: (materials?.materials ?? []).map(({ tag, sub }) => ({
      name: tag,
      to: `/material/${encodeURIComponent(tag)}`,
      subs: sub.map((name) => ({
        name,
        to: `/material/${encodeURIComponent(tag)}${name === 'all' ? '' : `/${encodeURIComponent(name)}`}`,
      })),
    })),
  };
}
