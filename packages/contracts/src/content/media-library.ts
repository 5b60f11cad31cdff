import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, pageQuery, sortOf } from '../core/shapes.ts';
import { mediaUse } from '../catalog/media-in-use.ts';
import { MEDIA_USE_KINDS } from '../catalog/media-use-kinds.ts';
import { pictureFocus } from '../catalog/picture-notes.ts';
import { imageToSave } from './images.ts';
import { videoToSave } from './videos.ts';

export const mediaErrors = defineErrors({
  'media.in-use': { status: 409, message: 'Something shows it, or it was uploaded again. It stays' },
  'media.of-demo': { status: 409, message: 'It belongs to the demo catalogue' },
  'media.not-same': { status: 409, message: 'These files do not have the same content any more' },
  'media.kept-changing': {
    status: 409,
    message: 'Others are changing what shows it. Some of it shows the other file now; do it again for the rest',
  },
});

export const MEDIA_KINDS = ['images', 'videos'] as const;
export type LibraryKind = (typeof MEDIA_KINDS)[number];

/** `staff`: uploaded by staff; `service`: sent by shoppers with a review, or for an option list; `demo`: of the demo catalogue. */
export const MEDIA_SOURCES = ['staff', 'service', 'demo'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

/** A file of the demo catalogue is in a folder: `demo~ring.svg` in an address. */
const name = z
  .string()
  .max(125)
  .regex(/^(demo~)?[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'Not the name of a picture or clip')
  .meta({ examples: ['3q2mVwK0bX8e1TjR5yNf4A.webp'] });
const params = z.object({ kind: z.enum(MEDIA_KINDS, 'images or videos'), name });

export const mediumPathName = (stored: string): string => stored.replace('/', '~');
export const storedMediumName = (inPath: string): string => inPath.replace('~', '/');
const kind = z.enum(MEDIA_KINDS, 'images or videos');

export const medium = z
  .object({
    /** Address without a width. */
    src: z.string(),
    name: z.string(),
    kind,
    /** Content type. */
    type: z.string().optional(),
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
    /** It stays also while nothing shows it. */
    isKept: z.boolean().optional(),
    /** Addresses of others with the same content. */
    doubles: z.array(z.string()),
    /** Absent while catalog cannot say. At most twenty. */
    uses: z.array(mediaUse).optional(),
    /** How many there are. */
    useCount: z.int().optional(),
    /** What a product says of the picture: a text for who does not see it. */
    alt: z.string().optional(),
  })
  .meta({ id: 'Medium' });
export type MediumOfLibrary = z.infer<typeof medium>;

export const listMedia = defineCall({
  id: 'content.list-media',
  service: 'content',
  method: 'GET',
  path: '/admin/media',
  access: staff('media.read'),
  summary:
    'The pictures, or the clips, newest first unless `sort` says otherwise, each with where it is used. `use` and `usedBy` filter by what the last look found, at most some hours ago; `q` by what shows it, as it is now',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    kind: kind.default('images'),
    source: z.enum(MEDIA_SOURCES, 'staff, service or demo').default('staff'),
    use: z.enum(['used', 'unused'], 'used or unused').optional(),
    usedBy: z.enum(MEDIA_USE_KINDS, 'Not a place for pictures').optional(),
    doubles: z
      .enum(['only'], 'only, or nothing')
      .optional()
      .meta({ description: 'Those that are there more than once, beside each other' }),
    q: z.string().trim().max(100, 'At most 100 characters').optional(),
    sort: sortOf(['uploaded', 'size']).optional(),
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
  params,
  answer: z.object({ message: z.string() }),
  errors: ['media.in-use', 'media.of-demo', 'image.not-found', 'video.not-found'],
});

export const getMedium = defineCall({
  id: 'content.get-medium',
  service: 'content',
  method: 'GET',
  path: '/admin/media/:kind/:name',
  access: staff('media.read'),
  summary: 'One picture or clip, all that shows it with what is said of it there, and those with the same content',
  params,
  answer: z.object({
    medium,
    /** Absent while catalog cannot say. At most five hundred. */
    shown: z.array(z.object({ use: mediaUse, alt: z.string().optional(), focus: pictureFocus.optional() })).optional(),
    same: z.array(medium),
  }),
  errors: ['image.not-found', 'video.not-found'],
});

export const getOriginal = defineCall({
  id: 'content.get-original',
  service: 'content',
  method: 'GET',
  path: '/admin/media/:kind/:name/original',
  access: staff('media.read'),
  summary: 'The file as it is stored, to save: a picture in its whole size, re-encoded once when it was uploaded',
  params,
  answer: z.any().meta({ description: 'The file' }),
  answerTypes: ['image/webp', 'image/avif', 'image/svg+xml', 'video/mp4'],
  errors: ['image.not-found', 'video.not-found'],
  timeoutMs: 15_000,
});

/** What moved, and what goes on showing the file: orders of before, and reviews where another file takes its place. */
const moved = z.object({ moved: z.array(mediaUse), left: z.array(mediaUse) });

/** Of many things: a request for each fifty. */
const TIMEOUT_MS = 30_000;

export const replaceMedium = defineCall({
  id: 'content.replace-medium',
  service: 'content',
  method: 'POST',
  path: '/admin/media/:kind/:name/replacement',
  access: staff('media.upload'),
  summary:
    'Shows another file wherever this one is shown, which needs a role that may change each of those places; text and focal point stay. The file stays as one that nothing shows',
  params,
  body: z.object({ by: z.union([imageToSave, videoToSave], 'This is not the address of a file of this shop') }),
  answer: moved,
  errors: ['image.not-found', 'video.not-found', 'media.kept-changing'],
  timeoutMs: TIMEOUT_MS,
  repeatable: 'What shows the other file already is left alone',
});

export const keepOneMedium = defineCall({
  id: 'content.keep-one-medium',
  service: 'content',
  method: 'POST',
  path: '/admin/media/:kind/:name/kept',
  access: staff('media.upload'),
  summary:
    'Keeps this one of several files with the same content: all that shows the others shows it, and the library has them no more. They are deleted when nothing has shown them for a day',
  params,
  body: z.object({
    others: z
      .array(z.union([imageToSave, videoToSave]))
      .min(1, 'Say which others')
      .max(20, 'At most 20 at once'),
  }),
  answer: moved,
  errors: ['image.not-found', 'video.not-found', 'media.not-same', 'media.kept-changing'],
  timeoutMs: TIMEOUT_MS,
  repeatable: 'What shows the kept file already is left alone',
});
