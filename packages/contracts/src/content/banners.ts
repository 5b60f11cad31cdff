import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId } from '../core/shapes.ts';
import { imageAddress } from './images.ts';

export const bannerErrors = defineErrors({
  'banner.not-found': { status: 404, message: 'This banner does not exist' },
});

/** A banner at the top of the home page. */
export const banner = z
  .object({
    _id: objectId,
    image: imageAddress,
    title: z.string(),
    /** Where it leads: a path of the shop. Without one to all pieces. */
    link: z.string().optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Banner' });
export type Banner = z.infer<typeof banner>;

const title = z
  .string('Banner title is required')
  .trim()
  .min(1, 'Banner title is required')
  .max(120, 'At most 120 characters');

/** Empty: all pieces. */
const link = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .regex(/^(\/(?![/\\])\S*)?$/, 'A path of the shop, such as /product/ring')
  .optional()
  .meta({ examples: ['/product/ring?filter.metal=platinum'] });

export const listBanners = defineCall({
  id: 'content.list-banners',
  service: 'content',
  method: 'GET',
  path: '/discountbanner',
  access: 'guest',
  summary: 'The banners of the home page, in the order of creation',
  answer: z.object({ banners: z.array(banner) }),
  errors: [],
  cache: { seconds: 300, staleSeconds: 86_400, tags: ['banners'] },
});

export const createBanner = defineCall({
  id: 'content.create-banner',
  service: 'content',
  method: 'POST',
  path: '/discountbanner',
  access: staff('content.change'),
  summary: 'Creates a banner: a picture (field `image`) and its title',
  files: ['image'],
  body: z.object({ title, link }),
  answer: z.object({ banner }),
  status: 201,
  errors: [],
  idempotencyKey: true,
  timeoutMs: 20_000,
});

export const changeBanner = defineCall({
  id: 'content.change-banner',
  service: 'content',
  method: 'PUT',
  path: '/discountbanner/:id',
  access: staff('content.change'),
  versioned: true,
  summary: 'Changes a banner; keeps its picture and its link when none is sent',
  params: z.object({ id: objectId }),
  files: ['image'],
  body: z.object({ title, link }),
  answer: z.object({ banner }),
  errors: ['banner.not-found'],
  timeoutMs: 20_000,
});

export const removeBanner = defineCall({
  id: 'content.remove-banner',
  service: 'content',
  method: 'DELETE',
  path: '/discountbanner/:id',
  access: staff('content.change'),
  summary: 'Removes a banner',
  params: z.object({ id: objectId }),
  answer: z.object({ _id: objectId }),
  errors: ['banner.not-found'],
});
