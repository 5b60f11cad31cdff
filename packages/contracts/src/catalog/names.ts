import { z } from 'zod';

/** Words that stand for calls below `/product` and `/material`, and so cannot name a category, sub-category or tag. */
export const RESERVED_NAMES: readonly string[] = [
  'group',
  'new',
  'similar',
  'sub',
  'variants',
  'varients',
  'calculate-price',
];

/** The sub-tag that stands for the whole tag. */
export const WHOLE_TAG = 'all';

/** The name of a category, sub-category, material tag or sub-tag: it stands in addresses, so it is kept in lower case. */
export const taxonomyName = z
  .string('This is required')
  .trim()
  .toLowerCase()
  .min(1, 'This is required')
  .max(40, 'At most 40 characters')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} '&-]*$/u, 'Letters, digits, spaces and hyphens only')
  .refine((name) => !RESERVED_NAMES.includes(name), 'This word is reserved')
  .meta({ examples: ['gold'] });

/** The same in an address, where an unknown name is a 404 and not a 400. */
export const nameInPath = z.string().trim().toLowerCase().max(100);
