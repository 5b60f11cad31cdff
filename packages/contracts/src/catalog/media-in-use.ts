import { z } from 'zod';
import { defineCall } from '../core/call.ts';

const addresses = z.array(z.string().max(500)).max(500);

export const findMediaInUse = defineCall({
  id: 'catalog.find-media-in-use',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-in-use',
  access: 'service',
  summary:
    'Which of these addresses of pictures and videos a product in any status, review, category, material, collection or option shows',
  body: z.object({ addresses }),
  answer: z.object({ inUse: addresses }),
  errors: [],
  repeatable: 'It reads',
});

export const MEDIA_USE_KINDS = [
  ...(['product', 'category', 'material', 'collection', 'option', 'review'] as const),
  ...(['post', 'banner'] as const),
] as const;

/** What shows a picture or clip. */
export const mediaUse = z
  .object({
    kind: z.enum(MEDIA_USE_KINDS),
    id: z.string(),
    /** What staff call it: `Meera Ring, AR-1042`. */
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
    'What shows each of these pictures and videos: a product in any status, review, category, material, collection or option',
  body: z.object({ addresses: z.array(z.string().max(500)).max(100) }),
  answer: z.object({ uses: z.array(z.object({ address: z.string(), use: mediaUse })) }),
  errors: [],
  repeatable: 'It reads',
});
