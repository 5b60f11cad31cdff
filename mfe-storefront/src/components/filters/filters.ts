import {
  type AnswerOf,
  type catalog,
  type Facet,
  facetParameter,
  FACETS,
  type QueryOf,
  type ShownTax,
} from '@shop/contracts/browser';

type Listing = AnswerOf<typeof catalog.listProducts>;
export type FacetCounts = NonNullable<Listing['facets']>[number];
export type PriceRange = NonNullable<Listing['priceRange']>;
/** What the bar shows of a listing. */
export type Narrowable = Pick<Listing, 'facets' | 'priceRange' | 'totalCount'>;

/** A facet's query parameter, as in the API. */
export const parameterOf = (facet: Facet) => (facet === 'availability' ? facet : facetParameter(facet));

const PRICE_LIMITS = ['filter.price.gte', 'filter.price.lte'] as const;

/** Query parameters that exclude pieces. */
const NARROWING = [...FACETS.map(parameterOf), ...PRICE_LIMITS] as const;

/** Query parameters of a listing and of the search. */
export const LISTING_PARAMETERS = ['sort_by', ...NARROWING, 'page'] as const;
export const SEARCH_PARAMETERS = ['q', ...NARROWING, 'page'] as const;

/** What an address says of its view, by parameter; several values of a facet have commas between them. */
export type Filters = Partial<Record<(typeof LISTING_PARAMETERS | typeof SEARCH_PARAMETERS)[number], string>>;

/** The filters of an address; empty fields of a form and foreign parameters are left out. */
export const filtersOf = (search: URLSearchParams, parameters: readonly (keyof Filters)[]): Filters =>
  Object.fromEntries(parameters.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));

export type FilterQuery = QueryOf<typeof catalog.listProducts> & QueryOf<typeof catalog.search>;

/**
 * As the calls take them, where they are read and refused by field. Price limits mean the prices that the visitor sees; the service
 * knows which these are, except for zero-rated exports.
 */
export const queryOf = (filters: Filters, tax: ShownTax | undefined): FilterQuery => ({
  ...(filters as unknown as FilterQuery),
  ...(tax?.prices === 'zero-rated' && PRICE_LIMITS.some((limit) => filters[limit]) && { prices: tax.prices }),
});

export const isNarrowed = (filters: Filters): boolean => NARROWING.some((name) => filters[name]);

/** Without what excludes pieces; the order and the words stay. */
export const widened = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name === 'q' || name === 'sort_by'));

/** The chosen values of a facet. */
export const chosenOf = (filters: Filters, facet: Facet): readonly string[] =>
  filters[parameterOf(facet)]?.split(',').filter(Boolean) ?? [];

/** With one value of a facet chosen, or no longer: sorted, so that one choice has one address. A piece has one availability. */
export function toggled(filters: Filters, facet: Facet, value: string): Filters {
  const chosen = chosenOf(filters, facet);
  const others = facet === 'availability' ? [] : chosen.filter((one) => one !== value);
  const values = chosen.includes(value) ? others : [...others, value].sort();
  return { ...filters, [parameterOf(facet)]: values.join(',') };
}

/** With the values of facets as they are called now: addresses may have former names. */
export const presentFilters = (filters: Filters, listing: Pick<Listing, 'canonicalFilters'> | undefined): Filters => ({
  ...filters,
  ...listing?.canonicalFilters,
});

/** The address of a view: from its first page, unless a page is given. */
export function addressOf(path: string, { page, ...filters }: Filters): string {
  const search = new URLSearchParams(
    Object.entries({ ...filters, page }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  // Commas between values need no escape.
  return search.size > 0 ? `${path}?${String(search).replaceAll('%2C', ',')}` : path;
}
