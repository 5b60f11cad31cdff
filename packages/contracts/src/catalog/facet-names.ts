/**
 * What listings and the search can be narrowed by, in the order in which it is shown. Every facet but the price has values; several of
 * one facet widen the result, several facets narrow it.
 */
export const FACETS = [
  'availability',
  'metal',
  'purity',
  'tone',
  'stone',
  'shape',
  'carat',
  'weight',
  'size',
  'occasion',
  'certified',
] as const;
export type Facet = (typeof FACETS)[number];

/** In addresses and queries: `filter.purity=18-kt,22-kt`. */
export type FacetParameter = `filter.${Exclude<Facet, 'availability'>}`;
export const facetParameter = (facet: Exclude<Facet, 'availability'>): FacetParameter => `filter.${facet}`;
