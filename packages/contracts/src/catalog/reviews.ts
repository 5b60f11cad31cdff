import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { MAX_REVIEW_PHOTOS } from '../core/constants.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, groupCode, moment, objectId } from '../core/shapes.ts';

export const reviewErrors = defineErrors({
  'review.not-found': { status: 404, message: 'This review does not exist' },
  'review.is-own': { status: 409, message: 'This review is yours. Others may say that it helped' },
  'review.photo-not-found': { status: 404, message: 'This review does not have this picture' },
  'review.photo-expired': { status: 409, message: 'A picture is no longer there. Please add it again' },
  'review.too-many-photos': {
    status: 429,
    message: 'You have sent many pictures today. Please send the next ones tomorrow',
  },
});

export const reviewPhoto = z
  .object({ image: imageAddress, width: z.int(), height: z.int() })
  .meta({ id: 'ReviewPhoto' });

const answerOfShop = z.object({ text: z.string(), answeredAt: moment }).meta({ id: 'AnswerOfShop' });

export const review = z
  .object({
    _id: objectId,
    user: z.object({ _id: z.string(), name: z.string() }),
    rating: z.int().min(1).max(5),
    review: z.string(),
    /** The author bought a variant of the group here, and did not cancel it. */
    bought: z.boolean(),
    createdAt: moment,
    /** How many people say that it helped them. Absent: none. */
    helpful: z.int().min(1).optional(),
    /** Without those that staff hid. */
    photos: z.array(reviewPhoto).optional(),
    /** What the shop says to it. */
    answer: answerOfShop.optional(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

const productId = z.object({ productId: objectId });

const stars = z.coerce.number('One to five').int('One to five').min(1, 'One to five').max(5, 'One to five').optional();

export const REVIEW_SORTS = ['newest', 'helpful', 'highest', 'lowest'] as const;

export const listReviews = defineCall({
  id: 'catalog.list-reviews',
  service: 'catalog',
  method: 'GET',
  path: '/rating/:productId',
  access: 'guest',
  summary:
    'The reviews of the group of a product, newest first, most helpful first or by their stars, with the counts of all',
  params: productId,
  query: z.object({
    stars,
    sort: z.enum(REVIEW_SORTS, 'newest, helpful, highest or lowest').default('newest'),
    limit: z.coerce.number().int().min(1).max(200).default(200),
  }),
  answer: z.object({
    ratings: z.array(review),
    rating: z.number(),
    ratingCount: z.int(),
    /** Of all reviews, not only of those that are asked for. */
    counts: z.array(z.object({ rating: z.int().min(1).max(5), count: z.int() })).optional(),
    /** The newest pictures of customers. */
    photos: z.array(reviewPhoto.extend({ reviewId: objectId })).optional(),
  }),
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
    /** Addresses that `addReviewPhoto` answered, or that the review has; absent: the pictures stay. */
    photos: z.array(imageToSave).max(MAX_REVIEW_PHOTOS, `At most ${MAX_REVIEW_PHOTOS} pictures`).optional(),
  }),
  answer: z.object({ review, rating: z.number(), ratingCount: z.int() }),
  errors: ['product.not-found', 'review.photo-expired'],
});

export const getOwnReview = defineCall({
  id: 'catalog.get-own-review',
  service: 'catalog',
  method: 'GET',
  path: '/rating/:productId/mine',
  access: 'user',
  summary: 'The review that the signed-in user has of the group of a product, also when staff hid it',
  params: productId,
  answer: z.object({ review: review.nullable() }),
  errors: ['product.not-found'],
});

const helpfulCount = z.object({ reviewId: objectId, helpful: z.int().min(0) });

export const listHelpfulReviews = defineCall({
  id: 'catalog.list-helpful-reviews',
  service: 'catalog',
  method: 'GET',
  path: '/rating/:productId/helpful',
  access: 'user',
  summary: 'The reviews of the group of a product that the signed-in user says helped, with their counts of now',
  params: productId,
  answer: z.object({ helpful: z.array(helpfulCount) }),
  errors: ['product.not-found'],
});

export const markReviewHelpful = defineCall({
  id: 'catalog.mark-review-helpful',
  service: 'catalog',
  method: 'PUT',
  path: '/rating/:productId/helpful/:reviewId',
  access: 'user',
  summary: 'Says that a review of another person helped the signed-in user, or takes it back',
  params: productId.extend({ reviewId: objectId }),
  body: z.object({ helped: z.boolean('Say whether it helped') }),
  answer: helpfulCount,
  errors: ['product.not-found', 'review.not-found', 'review.is-own'],
});

export const addReviewPhoto = defineCall({
  id: 'catalog.add-review-photo',
  service: 'catalog',
  method: 'POST',
  path: '/rating/:productId/photos',
  access: 'user',
  summary: 'Stores a picture (field `image`) without camera metadata, for a review that names it within a day',
  params: productId,
  body: z.object({}),
  files: { image: 'image/*' },
  answer: z.object({ photo: reviewPhoto }),
  status: 201,
  errors: ['product.not-found', 'review.too-many-photos'],
  timeoutMs: 20_000,
  redis: 'who sent which picture, and how many, is counted there',
});

export const reviewForStaff = review
  .extend({
    productId: objectId,
    productGroup: groupCode,
    productName: z.string(),
    hidden: z.boolean(),
    hiddenReason: z.string().optional(),
    version: documentVersion.optional(),
    /** All of them. */
    photosForStaff: z
      .array(reviewPhoto.extend({ hidden: z.boolean(), hiddenReason: z.string().optional() }))
      .optional(),
  })
  .meta({ id: 'ReviewForStaff' });

export const listAllReviews = defineCall({
  id: 'catalog.list-all-reviews',
  service: 'catalog',
  method: 'GET',
  path: '/admin/reviews',
  access: staff('reviews.read'),
  summary:
    'Reviews of all products, including hidden ones, newest first; narrowed to `hidden` ones, to `stars`, to the `group`',
  query: z.object({
    hidden: z.enum(['yes'], 'yes').optional(),
    stars,
    group: groupCode.optional(),
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ reviews: z.array(reviewForStaff), totalCount: z.int() }),
  errors: [],
});

const reason = z.string('Reason is required').trim().min(1, 'Reason is required').max(300, 'At most 300 characters');

export const hideReview = defineCall({
  id: 'catalog.hide-review',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/review/:id',
  access: staff('reviews.moderate'),
  summary: 'Hides a review or shows it again; the reason is recorded in the audit trail',
  params: z.object({ id: objectId }),
  body: z.object({ hidden: z.boolean(), reason }),
  answer: z.object({ review: reviewForStaff }),
  errors: ['review.not-found'],
});

export const hideReviewPhoto = defineCall({
  id: 'catalog.hide-review-photo',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/review/:id/photo',
  access: staff('reviews.moderate'),
  summary: 'Hides one picture of a review or shows it again; the reason is recorded in the audit trail',
  params: z.object({ id: objectId }),
  body: z.object({ image: imageToSave, hidden: z.boolean(), reason }),
  answer: z.object({ review: reviewForStaff }),
  errors: ['review.not-found', 'review.photo-not-found'],
});

export const answerReview = defineCall({
  id: 'catalog.answer-review',
  service: 'catalog',
  method: 'PUT',
  path: '/admin/review/:id/answer',
  access: staff('reviews.moderate'),
  versioned: true,
  summary: 'Writes the shop’s answer to a review, replaces it, or takes it back where the text is empty',
  params: z.object({ id: objectId }),
  body: z.object({ text: z.string('Answer is required').trim().max(2000, 'At most 2000 characters') }),
  answer: z.object({ review: reviewForStaff }),
  errors: ['review.not-found'],
});
