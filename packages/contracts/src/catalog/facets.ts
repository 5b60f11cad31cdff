import { z } from 'zod';
import { FACETS, type FacetParameter } from './facet-names.ts';

export * from './facet-names.ts';

/** A value in an address: `18 KT` → `18-kt`. Values that differ only in case or signs are one. */
export const facetValueOf = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^-+|-+$/g, '');

const MAX_VALUES = 30;

/** Values with commas between them; none when it is empty. Sorted and without repetitions, so that one choice has one address. */
const values = z
  .string()
  .trim()
  .max(600, 'Too long: at most 600 characters')
  .transform((text) => [...new Set(text.split(',').map(facetValueOf).filter(Boolean))].sort())
  .refine((list) => list.length <= MAX_VALUES, `At most ${MAX_VALUES} values`)
  .optional()
  .meta({ examples: ['18-kt,22-kt'] });

export const facetQuery = {
  'filter.metal': values,
  'filter.purity': values,
  'filter.tone': values,
  'filter.stone': values,
  'filter.shape': values,
  'filter.carat': values,
  'filter.weight': values,
  'filter.size': values,
  'filter.occasion': values,
  'filter.certified': values,
} satisfies Record<FacetParameter, typeof values>;

/** How many groups remain with each value, all other filters kept. Values of no group are left out, unless they are chosen. */
export const facetCounts = z
  .object({
    facet: z.enum(FACETS),
    values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
  })
  .meta({ id: 'FacetCounts' });
export type FacetCounts = z.infer<typeof facetCounts>;

/** Lowest and highest price of what the other filters leave, in rupees, as the visitor sees prices. */
export const priceRange = z.object({ lowest: z.number(), highest: z.number() }).meta({ id: 'PriceRange' });
export type PriceRange = z.infer<typeof priceRange>;
