import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { SIZE_KINDS } from '../core/sizes.ts';

const size = z.string('Choose a size').trim().min(1, 'Choose a size').max(60, 'At most 60 characters');
const kind = z.enum(SIZE_KINDS);
const sizes = z.partialRecord(kind, z.string()).meta({ id: 'Sizes', examples: [{ ring: '14' }] });

export const getSizes = defineCall({
  id: 'identity.get-sizes',
  service: 'identity',
  method: 'GET',
  path: '/me/sizes',
  access: 'user',
  summary: 'The sizes that the account remembers',
  answer: z.object({ sizes }),
  errors: [],
});

export const saveSizes = defineCall({
  id: 'identity.save-sizes',
  service: 'identity',
  method: 'PUT',
  path: '/me/sizes',
  access: 'user',
  summary: 'Remembers sizes, or forgets those that are null; with `onlyMissing` those that are remembered stay',
  body: z.object({
    sizes: z.partialRecord(kind, size.nullable()),
    /** For what a browser kept while its user was a guest. */
    onlyMissing: z.boolean().default(false),
  }),
  answer: z.object({ sizes }),
  errors: [],
});
