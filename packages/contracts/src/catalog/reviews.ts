import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, moment, objectId } from '../core/shapes.ts';

export const reviewErrors = defineErrors({
  'review.not-found': { status: 404, message: 'This review does not exist' },
});

export const review = z
  .object({
    _id: objectId,
    user: z.object({ _id: z.string(), name: z.string() }),
    rating: z.int().min(1).max(5),
    review: z.string(),
    /** The author bought a variant of the group here, and did not cancel it. */
    bought: z.boolean(),
    createdAt: moment,
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

const productId = z.object({ productId: objectId });

export const listReviews = defineCall({
  id: 'catalog.list-reviews',
  service: 'catalog',
  method: 'GET',
  path: '/rating/:productId',
  access: 'guest',
  summary: 'The reviews of the group of a product, newest first',
  params: productId,
  answer: z.object({ ratings: z.array(review), rating: z.number(), ratingCount: z.int() }),
  errors: ['product.not-found'],
  cache: { seconds: 60, staleSeconds: 600, tags: ['rating:{productId}'] },
});

export const postReview = defineCall({
  id: 'catalog.post-review',
  service: 'catalog',
  method: 'POST',
  path: '/rating/:productId',
  access: 'user',
  summary: 'Creates or replaces the review that the signed-in user has of the group of a product',
  params: productId,
  body: z.object({
    rating: z.int('Choose one to five stars').min(1, 'Choose one to five stars').max(5, 'Choose one to five stars'),
    review: z.string().trim().max(2000, 'At most 2000 characters').default(''),
  }),
  answer: z.object({ review, rating: z.number(), ratingCount: z.int() }),
  errors: ['product.not-found'],
});

export const reviewForStaff = review
  .extend({
    productId: objectId,
    productGroup: groupCode,
    productName: z.string(),
    hidden: z.boolean(),
    hiddenReason: z.string().optional(),
  })
  .meta({ id: 'ReviewForStaff' });

export const listAllReviews = defineCall({
  id: 'catalog.list-all-reviews',
  service: 'catalog',
  method: 'GET',
  path: '/admin/reviews',
  access: staff('reviews.read'),
  summary: 'Reviews of all products, including hidden ones, newest first',
  query: z.object({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ reviews: z.array(reviewForStaff), totalCount: z.int() }),
  errors: [],
});

export const hideReview = defineCall({
  id: 'catalog.hide-review',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/review/:id',
  access: staff('reviews.moderate'),
  summary: 'Hides a review or shows it again; the reason is recorded in the audit trail',
  params: z.object({ id: objectId }),
  body: z.object({
    hidden: z.boolean(),
    reason: z.string('Reason is required').trim().min(1, 'Reason is required').max(300, 'At most 300 characters'),
  }),
  answer: z.object({ review: reviewForStaff }),
  errors: ['review.not-found'],
});
