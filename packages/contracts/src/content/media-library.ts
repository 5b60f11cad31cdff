import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, pageQuery } from '../core/shapes.ts';
import { mediaUse } from '../catalog/media-in-use.ts';

export const mediaErrors = defineErrors({
  'media.in-use': { status: 409, message: 'Something shows it, or it was uploaded again. It stays' },
  'media.of-demo': { status: 409, message: 'It belongs to the demo catalogue' },
});

export const MEDIA_KINDS = ['images', 'videos'] as const;
export type LibraryKind = (typeof MEDIA_KINDS)[number];

/** `staff`: uploaded by staff; `service`: sent by shoppers with a review, or for an option list; `demo`: of the demo catalogue. */
export const MEDIA_SOURCES = ['staff', 'service', 'demo'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

const name = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'Not the name of a picture or clip');
const kind = z.enum(MEDIA_KINDS, 'images or videos');

export const medium = z
  .object({
    /** Address without a width. */
    src: z.string(),
    name: z.string(),
    kind,
    source: z.enum(MEDIA_SOURCES),
    /** Pixels; of older clips not known. */
    width: z.int().optional(),
    height: z.int().optional(),
    /** Bytes of the original. */
    size: z.int().optional(),
    uploadedAt: moment.optional(),
    /** Name of who uploaded it. */
    uploadedBy: z.string().optional(),
    /** Since when nothing shows it, as far as it was noticed. */
    unusedSince: moment.optional(),
    /** Addresses of others with the same content. */
    doubles: z.array(z.string()),
    /** Absent while catalog cannot say. At most twenty. */
    uses: z.array(mediaUse).optional(),
  })
  .meta({ id: 'Medium' });
export type MediumOfLibrary = z.infer<typeof medium>;

export const listMedia = defineCall({
  id: 'content.list-media',
  service: 'content',
  method: 'GET',
  path: '/admin/media',
  access: staff('media.upload'),
  summary:
    'The pictures, or the clips, newest first, each with where it is used. `use` filters by what the last look found, at most some hours ago',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    kind: kind.default('images'),
    source: z.enum(MEDIA_SOURCES, 'staff, service or demo').default('staff'),
    use: z.enum(['used', 'unused'], 'used or unused').optional(),
  }),
  answer: z.object({ media: z.array(medium), totalCount: z.int() }),
  errors: [],
});

export const removeMedium = defineCall({
  id: 'content.remove-medium',
  service: 'content',
  method: 'DELETE',
  path: '/admin/media/:kind/:name',
  access: staff('media.upload'),
  summary: 'Removes an upload that nothing shows. The demo catalogue keeps its own',
  params: z.object({ kind, name }),
  answer: z.object({ message: z.string() }),
  errors: ['media.in-use', 'media.of-demo', 'image.not-found', 'video.not-found'],
});
