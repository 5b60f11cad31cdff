import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { mediaAddress, mediaDownload, mediaToSave, mediaUpload, storedMedia } from './media.ts';

export const imageErrors = defineErrors({
  'image.not-found': { status: 404, message: 'This picture does not exist' },
});

/** Widths of stored pictures; other requests get the next wider one, which bounds the number of renditions. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1200, 1600] as const;
export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const EXAMPLE = '/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp';

/** A picture by its address; `?w=` selects a width. */
export const imageAddress = mediaAddress('ImageAddress', EXAMPLE);

/** The address in what staff save. */
export const imageToSave = mediaToSave('ImageToSave', 'images', 'picture', EXAMPLE);

const form = z.object({
  w: z.coerce
    .number('Not a width')
    .int('Not a width')
    .min(1, 'Not a width')
    .max(4000, 'At most 4000')
    .optional()
    .meta({ description: 'Pixels; the next wider of the widths that are kept', examples: ['480'] }),
  f: z
    .enum(IMAGE_FORMATS, 'avif, webp or jpeg')
    .optional()
    .meta({ description: 'For whom no `Accept` speaks, as link previews; otherwise what the browser likes best' }),
});

const bytes = z.any().meta({ description: 'The picture in the format that was asked for' });

export const getImage = defineCall({
  ...mediaDownload,
  id: 'content.get-image',
  path: '/images/:name',
  summary: 'A picture in the requested width and a format that the browser accepts; the content of a name is immutable',
  query: form,
  answer: bytes,
  answerTypes: ['image/avif', 'image/webp', 'image/jpeg', 'image/svg+xml'],
  errors: ['image.not-found'],
});

export const getDemoImage = defineCall({
  ...mediaDownload,
  id: 'content.get-demo-image',
  path: '/images/demo/:name',
  summary: 'A picture of the demo catalogue; drawings are SVG and ignore the width',
  query: form,
  answer: bytes,
  answerTypes: ['image/avif', 'image/webp', 'image/jpeg', 'image/svg+xml'],
  errors: ['image.not-found'],
});

export const storeImage = defineCall({
  ...mediaUpload,
  id: 'content.store-image',
  path: '/internal/images',
  access: 'service',
  summary:
    'Stores a picture (field `image`) that another service was sent; the same picture again has the same address',
  files: { image: 'image/*' },
  answer: z.object({ image: storedMedia(imageAddress) }),
});

export const addImage = defineCall({
  ...mediaUpload,
  id: 'content.add-image',
  path: '/admin/images',
  summary: 'Stores a picture (field `image`) without camera metadata and returns its address',
  files: { image: 'image/*' },
  answer: z.object({ image: storedMedia(imageAddress) }),
});
