import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, filledLine, moment } from '../core/shapes.ts';
import { slugOf } from '../core/slug.ts';

export const MAX_PAGES = 200;

export const pageErrors = defineErrors({
  'page.not-found': { status: 404, message: 'This page does not exist' },
  'page.taken': { status: 409, message: 'There is a page at this address already' },
  'page.too-many': { status: 409, message: `There are ${MAX_PAGES} pages already` },
});

/** The pages that every shop has, at `/{slug}`. Pages that staff add are at `/page/{slug}`. */
export const PAGE_SLUGS = [
  'about',
  'contact',
  'diamond-education',
  'faqs',
  'cancellation-policy',
  'refund-return',
  'privacy-policy',
  'shipping-policy',
  'terms-conditions',
] as const;
export const pageSlug = z.enum(PAGE_SLUGS);
export type PageSlug = z.infer<typeof pageSlug>;

export const isPageOfShop = (slug: string): slug is PageSlug => PAGE_SLUGS.some((one) => one === slug);

/** Where the shop shows it. */
export const pathOfPage = (slug: string): string =>
  isPageOfShop(slug) ? `/${slug}` : `/page/${encodeURIComponent(slug)}`;

/** A block of text: paragraphs, a list, or a question with its answer (FAQPage in structured data). */
export const pageBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string().min(1, 'Heading is required').max(200) }),
  z.object({ kind: z.literal('paragraph'), text: z.string().min(1, 'Text is required').max(5000) }),
  z.object({
    kind: z.literal('list'),
    items: z.array(z.string().min(1).max(1000)).min(1, 'At least one line is required').max(50),
  }),
  z.object({
    kind: z.literal('question'),
    question: z.string().min(1, 'Question is required').max(300),
    answer: z.string().min(1, 'Answer is required').max(5000),
  }),
]);
export type PageBlock = z.infer<typeof pageBlock>;

export const PAGE_STATUSES = ['draft', 'published'] as const;

const shown = {
  title: z.string().trim().min(1, 'Title is required').max(120),
  /** For search engines and link previews. */
  description: z.string().trim().min(1, 'Description is required').max(300),
  blocks: z.array(pageBlock).max(200),
  updatedAt: moment,
};

/** One of the pages that every shop has. */
export const textPage = z.object({ slug: pageSlug, ...shown }).meta({ id: 'TextPage' });
export type TextPage = z.infer<typeof textPage>;

/** One that staff added. */
export const addedPage = z.object({ slug: z.string(), path: z.string(), ...shown }).meta({ id: 'AddedPage' });
export type AddedPage = z.infer<typeof addedPage>;

const forStaff = {
  /** Stays when an added page moves. */
  _id: z.string(),
  /** In the shop: `/about`, `/page/care`. */
  path: z.string(),
  /** Every shop has it: it is always published, and stays at its address. */
  isOfShop: z.boolean(),
  status: z.enum(PAGE_STATUSES),
  /** Name of who changed it last; absent where that is not known. */
  updatedBy: z.string().optional(),
  version: documentVersion.optional(),
};

/** One that is not written yet has no texts and no time. */
export const staffPage = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    blocks: z.array(pageBlock),
    updatedAt: moment.optional(),
    ...forStaff,
  })
  .meta({ id: 'StaffPage' });
export type StaffPage = z.infer<typeof staffPage>;

const slug = z
  .string()
  .overwrite(slugOf)
  .max(60, 'At most 60 characters')
  // The address of the form for a new one.
  .refine((written) => written !== 'new', 'This address is not free')
  .meta({ examples: ['care-of-pearls'] });

const texts = { title: filledLine('Title', 120), description: filledLine('Description', 300), blocks: shown.blocks };
const pageTexts = z.object(texts).partial();
export type PageTexts = z.output<typeof pageTexts>;

const pageToSave = z.object({
  ...texts,
  /** Made of the title where it is empty. */
  slug: slug.default(''),
  status: z.enum(PAGE_STATUSES).default('draft'),
});
export type PageToSave = z.output<typeof pageToSave>;

const pageChanges = z
  .object({ ...texts, slug, status: z.enum(PAGE_STATUSES) })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change');
export type PageChanges = z.output<typeof pageChanges>;

const slugParam = z.object({ slug: z.string().max(60) });

export const getPage = defineCall({
  id: 'content.get-page',
  service: 'content',
  method: 'GET',
  path: '/pages/:slug',
  access: 'guest',
  summary: 'A text page that every shop has',
  params: slugParam,
  answer: z.object({ page: textPage }),
  errors: ['page.not-found'],
  cache: { seconds: 60, staleSeconds: 3600, tags: ['page:{slug}'] },
});

export const getAddedPage = defineCall({
  id: 'content.get-added-page',
  service: 'content',
  method: 'GET',
  path: '/pages/added/:slug',
  access: 'guest',
  summary: 'A published page that staff added, also by an address that it had before',
  params: slugParam,
  answer: z.object({ page: addedPage }),
  errors: ['page.not-found'],
  cache: { seconds: 60, staleSeconds: 3600, tags: ['page:{slug}'] },
});

export const listPages = defineCall({
  id: 'content.list-pages',
  service: 'content',
  method: 'GET',
  path: '/pages',
  access: 'guest',
  summary: 'The published pages that staff added, by title',
  answer: z.object({ pages: z.array(addedPage.pick({ path: true, title: true, updatedAt: true })) }),
  errors: [],
  cache: { seconds: 60, staleSeconds: 3600, tags: ['pages'] },
});

export const listPagesForStaff = defineCall({
  id: 'content.list-pages-for-staff',
  service: 'content',
  method: 'GET',
  path: '/admin/pages',
  access: staff('content.change'),
  summary: 'Every text page, drafts too: first those of every shop, then the added ones by title',
  answer: z.object({ pages: z.array(staffPage.omit({ blocks: true, version: true }).meta({ id: 'StaffPageRow' })) }),
  errors: [],
});

export const getPageForStaff = defineCall({
  id: 'content.get-page-for-staff',
  service: 'content',
  method: 'GET',
  path: '/admin/page/:slug',
  access: staff('content.change'),
  summary: 'A text page as staff edit it, an added one also by an address that it had before',
  params: slugParam,
  answer: z.object({ page: staffPage }),
  errors: ['page.not-found'],
});

export const changePage = defineCall({
  id: 'content.change-page',
  service: 'content',
  method: 'PUT',
  path: '/admin/page/:slug',
  access: staff('content.change'),
  versioned: true,
  summary: 'Changes the given texts of a page that every shop has',
  params: z.object({ slug: pageSlug }),
  body: pageTexts,
  answer: z.object({ page: textPage.extend(forStaff) }),
  errors: [],
});

export const createPage = defineCall({
  id: 'content.create-page',
  service: 'content',
  method: 'POST',
  path: '/admin/pages',
  access: staff('content.change'),
  summary: 'Adds a text page',
  body: pageToSave,
  answer: z.object({ page: staffPage }),
  status: 201,
  errors: ['page.taken', 'page.too-many'],
  idempotencyKey: true,
});

export const changeAddedPage = defineCall({
  id: 'content.change-added-page',
  service: 'content',
  method: 'PATCH',
  path: '/admin/pages/:slug',
  access: staff('content.change'),
  versioned: true,
  summary: 'Changes the given fields of a page that staff added; its former addresses lead to it',
  params: slugParam,
  body: pageChanges,
  answer: z.object({ page: staffPage }),
  errors: ['page.not-found', 'page.taken'],
});

export const removePage = defineCall({
  id: 'content.remove-page',
  service: 'content',
  method: 'DELETE',
  path: '/admin/pages/:slug',
  access: staff('content.change'),
  summary: 'Removes a page that staff added',
  params: slugParam,
  answer: z.object({ message: z.string() }),
  errors: ['page.not-found'],
});
