import { z } from 'zod';

/** Path segments of calls below `/product` and `/material`; reserved, so no category, sub-category or tag may have them as a name. */
export const RESERVED_NAMES: readonly string[] = [
  'group',
  'new',
  'similar',
  'sub',
  'variants',
  'varients',
  'calculate-price',
];

/** The sub-tag for the whole tag. */
export const WHOLE_TAG = 'all';

/** Name of a category, sub-category, material tag or sub-tag: part of addresses, so it is stored in lower case. */
export const taxonomyName = z
  .string('This is required')
  .normalize('NFC')
  .trim()
  .toLowerCase()
  .min(1, 'This is required')
  .max(40, 'At most 40 characters')
  // Indian scripts write with marks, and with joiners behind them.
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N} '&-]|\p{M}[\u200C\u200D]?)*$/u, 'Letters, digits, spaces and hyphens only')
  .refine((name) => !RESERVED_NAMES.includes(name), 'This word is reserved')
  .meta({ examples: ['gold'] });

/** The same as a path parameter, where an unknown name is a 404 and not a 400. */
export const nameInPath = z.string().normalize('NFC').trim().toLowerCase().max(100, 'Too long: at most 100 characters');

/** In a list of what has been renamed: names that lead to an entry, and those of its parts with the name of now. */
export const formerNames = {
  formerNames: z.array(z.string()).optional(),
  formerSubs: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
};
