import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { MEDIA_USE_KINDS } from './media-use-kinds.ts';
import { pictureFocus } from './picture-notes.ts';

const addresses = z.array(z.string().max(500)).max(500);

export const findMediaInUse = defineCall({
  id: 'catalog.find-media-in-use',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-in-use',
  access: 'service',
  summary:
    'Which of these addresses of pictures and videos a product in any status, review, category, material, collection, option or order shows',
  body: z.object({ addresses }),
  answer: z.object({ inUse: addresses }),
  errors: [],
  repeatable: 'It reads',
});

/** What shows a picture or clip. */
export const mediaUse = z
  .object({
    kind: z.enum(MEDIA_USE_KINDS),
    id: z.string(),
    /** What staff call it: `Meera Ring, AR-1042`; of orders the product that they bought. */
    label: z.string(),
    /** Of an option: its list. */
    list: z.string().optional(),
  })
  .meta({ id: 'MediaUse' });
export type MediaUse = z.infer<typeof mediaUse>;

export const findMediaUses = defineCall({
  id: 'catalog.find-media-uses',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-uses',
  access: 'service',
  summary:
    'What shows each of these pictures and videos: a product in any status, review, category, material, collection, option or order',
  body: z.object({ addresses: z.array(z.string().max(500)).max(100) }),
  answer: z.object({
    uses: z.array(
      z.object({
        address: z.string(),
        use: mediaUse,
        /** What a product says of the picture. */
        alt: z.string().optional(),
        /** What of it stays in sight there. */
        focus: pictureFocus.optional(),
      }),
    ),
  }),
  errors: [],
  repeatable: 'It reads',
});

export const findMediaOf = defineCall({
  id: 'catalog.find-media-of',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-of',
  access: 'service',
  summary:
    'The pictures and videos of what has these words in its name: products (also in their group code), categories, materials, collections and options; of the first five hundred of each',
  body: z.object({ q: z.string().trim().min(1).max(100) }),
  answer: z.object({ addresses: z.array(z.string()) }),
  errors: [],
  repeatable: 'It reads',
});

/** What catalog can move; content moves its own. */
export const MOVED_KINDS = ['product', 'category', 'material', 'collection', 'option', 'review'] as const;

export const replaceMedia = defineCall({
  id: 'catalog.replace-media',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-replacements',
  access: 'service',
  summary:
    'Shows another picture or clip wherever these are shown by things of these kinds: some of them, until it says that it is done. Text and focal point go with it. Each change is audited and published like one by a form',
  body: z.object({
    /** Who replaces it. */
    userId: z.string(),
    from: z.array(z.string().max(500)).min(1).max(20),
    to: z.string().max(500),
    kinds: z.array(z.enum(MOVED_KINDS)),
  }),
  answer: z.object({ moved: z.array(mediaUse), isDone: z.boolean() }),
  errors: [],
  repeatable: 'What shows the other one already is left alone',
  timeoutMs: 20_000,
});
