import { cartOrder, catalog, content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { pluralOf } from '@shop/mfe-kit/plural.ts';
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

export const taxQuery = queryOptions({
  queryKey: ['shell', 'tax'],
  queryFn: ({ signal }) => call(cartOrder.getTax, { signal }),
  staleTime: 5 * MINUTES,
});

/** Data of every page's header, footer and prices. A failed query leaves its part out. */
export const shellQueries = [brandQuery, categoriesQuery, materialsQuery, taxQuery] as const;

/** Name, contact and links of the shop; undefined until loaded. */
export const useBrand = () => useQuery(brandQuery).data?.brand;

type Categories = AnswerOf<typeof catalog.listCategories>['categories'];
type Materials = AnswerOf<typeof catalog.listMaterials>['materials'];

const makeMenus = (categories: Categories = [], materials: Materials = []) => ({
  categories: categories.map(({ main, sub }) => ({
    // `ring` is shown as `rings`.
    name: pluralOf(main),
    to: `/product/${encodeURIComponent(main)}`,
    subs: sub.map((name) => ({ name, to: `/product/${encodeURIComponent(main)}/${encodeURIComponent(name)}` })),
  })),
  // The sub-category `all` of a material links to the whole tag.
  materials: materials.map(({ tag, sub }) => ({
    // `rose-gold` is shown as `rose gold`.
    name: tag.replaceAll('-', ' '),
    to: `/material/${encodeURIComponent(tag)}`,
    subs: sub.map((name) => ({
      // `22k` is shown as `22K`.
      name: name.replace(/^\d+k$/, (purity) => purity.toUpperCase()),
      to: `/material/${encodeURIComponent(tag)}${name === 'all' ? '' : `/${encodeURIComponent(name)}`}`,
    })),
  })),
});

type Menus = ReturnType<typeof makeMenus>;
export type MenuEntry = Menus['categories'][number];
let last: { categories?: Categories; materials?: Materials; menus: Menus } = { menus: makeMenus() };

/** Memoized: a page has three menus of the same data, and the server renders many pages with it. */
function menusOf(categories?: Categories, materials?: Materials): Menus {
  if (last.categories !== categories || last.materials !== materials) {
    last = { categories, materials, menus: makeMenus(categories, materials) };
  }
  return last.menus;
}

/** Menu entries of categories and materials; empty until loaded. */
export function useMenus(): Menus {
  return menusOf(useQuery(categoriesQuery).data?.categories, useQuery(materialsQuery).data?.materials);
}
