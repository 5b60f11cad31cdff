import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const pageErrors = defineErrors({
  'page.not-found': { status: 404, message: 'This page does not exist' },
});

/** The text pages; the slug is the path in the shop. */
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

/** A block of text: paragraphs, a list, or a question with its answer (FAQPage in structured data). */
export const pageBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('paragraph'), text: z.string().min(1).max(5000) }),
  z.object({ kind: z.literal('list'), items: z.array(z.string().min(1).max(1000)).min(1).max(50) }),
  z.object({ kind: z.literal('question'), question: z.string().min(1).max(300), answer: z.string().min(1).max(5000) }),
]);
export type PageBlock = z.infer<typeof pageBlock>;

export const textPage = z
  .object({
    slug: pageSlug,
    title: z.string().trim().min(1, 'Title is required').max(120),
    /** For search engines and link previews. */
    description: z.string().trim().min(1, 'Description is required').max(300),
    blocks: z.array(pageBlock).max(200),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TextPage' });
export type TextPage = z.infer<typeof textPage>;

const slugParam = z.object({ slug: pageSlug });

export const getPage = defineCall({
  id: 'content.get-page',
  service: 'content',
  method: 'GET',
  path: '/pages/:slug',
  access: 'guest',
  summary: 'A text page',
  params: z.object({ slug: z.string().max(60) }),
  answer: z.object({ page: textPage }),
  errors: ['page.not-found'],
  cache: { seconds: 60, staleSeconds: 3600, tags: ['page:{slug}'] },
});

export const changePage = defineCall({
  id: 'content.change-page',
  service: 'content',
  method: 'PUT',
  path: '/admin/page/:slug',
  access: staff('content.change'),
  summary: 'Replaces a text page',
  params: slugParam,
  body: textPage.pick({ title: true, description: true, blocks: true }),
  answer: z.object({ page: textPage }),
  errors: [],
});
