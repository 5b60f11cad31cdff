import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const imageErrors = defineErrors({
  'image.not-found': { status: 404, message: 'This picture does not exist' },
});

/** Widths that pictures are kept in. What asks for another gets the next wider one: nobody makes up forms without end. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1200, 1600] as const;
export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A picture by the address that pages show it under; `?w=` asks for a width. */
export const imageAddress = z
  .string()
  .min(1)
  .max(500)
  .meta({ id: 'ImageAddress', examples: ['/api/v1/images/3q2mVwK0bX8e1TjR5yNf4A.webp'] });

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

const name = z.object({ name: z.string().max(120) });
const bytes = z.any().meta({ description: 'The picture in the format that was asked for' });

export const getImage = defineCall({
  id: 'content.get-image',
  service: 'content',
  method: 'GET',
  path: '/images/:name',
  access: 'guest',
  summary: 'A picture in the width and format that the browser wants; a name never gets another content',
  params: name,
  query: form,
  answer: bytes,
  errors: ['image.not-found'],
  timeoutMs: 15_000,
});

export const getDemoImage = defineCall({
  id: 'content.get-demo-image',
  service: 'content',
  method: 'GET',
  path: '/images/demo/:name',
  access: 'guest',
  summary: 'A picture of the demo catalogue; a drawing (SVG) has every width',
  params: name,
  query: form,
  answer: bytes,
  errors: ['image.not-found'],
  timeoutMs: 15_000,
});

export const addImage = defineCall({
  id: 'content.add-image',
  service: 'content',
  method: 'POST',
  path: '/admin/images',
  access: staff('media.upload'),
  summary: 'Stores a picture (field `image`), without what a camera wrote into it, and answers its address',
  files: ['image'],
  body: z.object({}),
  answer: z.object({ image: z.object({ src: imageAddress, width: z.int(), height: z.int() }) }),
  status: 201,
  errors: [],
  timeoutMs: 20_000,
});
