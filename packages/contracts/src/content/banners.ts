import { z } from 'zod';
import { pictureFocus } from '../catalog/picture-notes.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, moment, objectId } from '../core/shapes.ts';
import { imageAddress, imageToSave } from './images.ts';

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
    /** What of the picture stays in sight where it is cropped. */
    focus: pictureFocus.optional(),
    /** When it is shown; without them always. */
    from: moment.optional(),
    until: moment.optional(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Banner' });
export type Banner = z.infer<typeof banner>;

/** As staff read it: `state` says whether the shop shows it. */
export const staffBanner = banner.extend({ state: z.enum(['coming', 'shown', 'over']) }).meta({ id: 'StaffBanner' });
export type StaffBanner = z.infer<typeof staffBanner>;

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

/** `88 50`: per cent from the left and from the top. Empty: where the shop usually crops. */
const focus = z
  .string()
  .regex(/^((\d|[1-9]\d|100) (\d|[1-9]\d|100))?$/, 'Two whole numbers from 0 to 100')
  .optional()
  .meta({ examples: ['88 50'] });

/** Empty: from the beginning, or without an end. */
const time = z.union([z.literal(''), z.iso.datetime('A date and a time')], 'A date and a time').optional();

/** The picture is its address, or a file in a form. */
const fields = z.object({ title, link, focus, from: time, until: time, image: imageToSave.optional() });

const bannerToSave = fields.superRefine(({ from, until }, context) => {
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if ((from === undefined) !== (until === undefined)) issue(from === undefined ? 'from' : 'until', 'Say both, or none');
  if (from && until && Date.parse(until) <= Date.parse(from)) issue('until', 'This is not after its beginning');
});

export const listAllBanners = defineCall({
  id: 'content.list-all-banners',
  service: 'content',
  method: 'GET',
  path: '/admin/banners',
  access: staff('content.change'),
  summary: 'Every banner, also those that are not shown yet or no more, in the order of creation',
  answer: z.object({ banners: z.array(staffBanner) }),
  errors: [],
});

export const listBanners = defineCall({
  id: 'content.list-banners',
  service: 'content',
  method: 'GET',
  path: '/discountbanner',
  access: 'guest',
  summary: 'The banners of the home page at this time, in the order of creation',
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
  summary:
    'Creates a banner: a picture (`image`: its address, or a file in a form) and its title, shown always or `from` and `until` a time',
  files: { image: 'image/*' },
  fileAccess: staff('media.upload'),
  body: bannerToSave,
  answer: z.object({ banner: staffBanner }),
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
  summary: 'Changes a banner; keeps its picture, its link, its focal point and its times when none is sent',
  params: z.object({ id: objectId }),
  files: { image: 'image/*' },
  fileAccess: staff('media.upload'),
  body: bannerToSave,
  answer: z.object({ banner: staffBanner }),
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
