import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId } from '../core/shapes.ts';

export const MAX_SYNONYMS = 500;

export const synonymErrors = defineErrors({
  'synonym.not-found': { status: 404, message: 'This synonym does not exist' },
  'synonym.taken': { status: 409, message: 'One of these words has a meaning already' },
  'synonym.too-many': { status: 409, message: `There are ${MAX_SYNONYMS} synonyms already` },
});

/** What shoppers write, and what the catalogue calls it. */
export const synonym = z
  .object({
    _id: objectId,
    /** Searched for in place of the words: `ring`, `22k gold ring`. */
    means: z.string(),
    /** Each alone: `rng`, `anguthi`, `अंगूठी`. */
    words: z.array(z.string()),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Synonym' });
export type Synonym = z.infer<typeof synonym>;

const searched = z
  .string('This is required')
  .normalize('NFC')
  .trim()
  .toLowerCase()
  .min(1, 'This is required')
  .regex(/[\p{L}\p{N}]/u, 'A letter or digit is missing');

const toSave = z.object({
  means: searched.max(100, 'At most 100 characters').meta({ examples: ['ring'] }),
  words: z
    .array(searched.max(60, 'At most 60 characters').meta({ examples: ['anguthi'] }))
    .min(1, 'This is required')
    .max(40, 'At most 40'),
});

const answer = z.object({ message: z.string(), synonym });

export const listSynonyms = defineCall({
  id: 'catalog.list-synonyms',
  service: 'catalog',
  method: 'GET',
  path: '/admin/synonyms',
  access: staff('taxonomy.change'),
  summary: 'Words of shoppers and what they mean, by meaning',
  answer: z.object({ synonyms: z.array(synonym) }),
  errors: [],
});

export const createSynonym = defineCall({
  id: 'catalog.create-synonym',
  service: 'catalog',
  method: 'POST',
  path: '/admin/synonym',
  access: staff('taxonomy.change'),
  summary: 'Gives words a meaning in the search',
  body: toSave,
  answer,
  status: 201,
  errors: ['synonym.taken', 'synonym.too-many'],
  idempotencyKey: true,
});

export const changeSynonym = defineCall({
  id: 'catalog.change-synonym',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/synonym/:id',
  access: staff('taxonomy.change'),
  versioned: true,
  summary: 'Changes the given fields of a synonym',
  params: z.object({ id: objectId }),
  body: toSave.partial(),
  answer,
  errors: ['synonym.not-found', 'synonym.taken'],
});

export const removeSynonym = defineCall({
  id: 'catalog.remove-synonym',
  service: 'catalog',
  method: 'DELETE',
  path: '/admin/synonym/:id',
  access: staff('taxonomy.change'),
  summary: 'Removes a synonym',
  params: z.object({ id: objectId }),
  answer: z.object({ message: z.string() }),
  errors: ['synonym.not-found'],
});
