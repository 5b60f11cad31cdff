import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { moment, objectId, rupees } from '../core/shapes.ts';

export const wishlistErrors = defineErrors({
  /** `details`: `{ limit }`. */
  'wishlist.full': { status: 409, message: 'Your wishlist is full. Please remove a piece first' },
  'wishlist.not-shared': { status: 404, message: 'This wishlist is not shared any more' },
});

/** Pieces of one wishlist. */
export const MAX_WISHES = 200;

const savedBefore = {
  /** When it was saved; of a piece that is put back, or that a guest had saved. Now by default. */
  addedAt: moment.optional(),
  /** What the visitor saw then, in rupees. It is shown to them as the earlier price and charged by no one. */
  price: rupees.optional(),
};

export const wish = z
  .object({
    productId: objectId,
    addedAt: moment,
    /** Of the piece without options when it was saved, before tax. */
    price: rupees.optional(),
    /** It is not in the shop any more. */
    gone: z.boolean().optional(),
    /** Its name, where it is gone. */
    name: z.string().optional(),
  })
  .meta({ id: 'Wish' });
export type Wish = z.infer<typeof wish>;

/** 32 characters that cannot be guessed. */
const token = z.string().regex(/^[\w-]{32}$/, 'This is not a link of a wishlist');

export const wishlistShare = z
  .object({
    token,
    /** Visitors of the link see the owner's first name. */
    showName: z.boolean(),
    createdAt: moment,
  })
  .meta({ id: 'WishlistShare' });

const wishes = z.array(wish).max(MAX_WISHES);

export const getWishlist = defineCall({
  id: 'cart-order.get-wishlist',
  service: 'cart-order',
  method: 'GET',
  path: '/wishlist',
  access: 'user',
  summary: 'The wishlist of the signed-in user, the newest first, and its link',
  answer: z.object({ items: wishes, limit: z.int(), share: wishlistShare.optional() }),
  errors: [],
});

export const addWish = defineCall({
  id: 'cart-order.add-wish',
  service: 'cart-order',
  method: 'PUT',
  path: '/wishlist/pieces/:productId',
  access: 'user',
  summary: 'Saves a piece; one that is saved stays as it is',
  params: z.object({ productId: objectId }),
  body: z.object(savedBefore),
  answer: z.object({ count: z.int() }),
  errors: ['product.not-found', 'wishlist.full'],
  repeatable: 'A piece is on the list once',
});

export const removeWish = defineCall({
  id: 'cart-order.remove-wish',
  service: 'cart-order',
  method: 'DELETE',
  path: '/wishlist/pieces/:productId',
  access: 'user',
  summary: 'Removes a piece; one that is not on the list is no error',
  params: z.object({ productId: objectId }),
  answer: z.object({ count: z.int() }),
  errors: [],
  repeatable: 'What is removed stays removed',
});

export const mergeWishlist = defineCall({
  id: 'cart-order.merge-wishlist',
  service: 'cart-order',
  method: 'POST',
  path: '/wishlist/merge',
  access: 'user',
  summary: 'Adds what was saved before signing in. What is on the list already stays as it is',
  body: z.object({
    items: z.array(z.object({ productId: objectId, ...savedBefore })).max(MAX_WISHES, `At most ${MAX_WISHES} pieces`),
  }),
  answer: z.object({
    count: z.int(),
    /** Those that found no room, as they were sent; the newest were taken first. */
    left: z.array(objectId),
  }),
  errors: [],
  repeatable: 'A piece is on the list once',
});

export const shareWishlist = defineCall({
  id: 'cart-order.share-wishlist',
  service: 'cart-order',
  method: 'PUT',
  path: '/wishlist/share',
  access: 'user',
  summary: 'Makes the link of the wishlist, or changes what it shows',
  body: z.object({ showName: z.boolean() }),
  answer: z.object({ share: wishlistShare }),
  errors: [],
  repeatable: 'A wishlist has one link',
});

export const unshareWishlist = defineCall({
  id: 'cart-order.unshare-wishlist',
  service: 'cart-order',
  method: 'DELETE',
  path: '/wishlist/share',
  access: 'user',
  summary: 'Ends the link of the wishlist for good; sharing again makes another one',
  answer: z.object({ isShared: z.literal(false) }),
  errors: [],
  repeatable: 'A link that ended stays ended',
});

export const getSharedWishlist = defineCall({
  id: 'cart-order.get-shared-wishlist',
  service: 'cart-order',
  method: 'GET',
  path: '/wishlist/shared/:token',
  access: 'guest',
  summary: 'What the link of a wishlist shows: its pieces, and the first name of its owner where they want that',
  params: z.object({ token: z.string().max(60, 'Too long: at most 60 characters') }),
  answer: z.object({ firstName: z.string().optional(), productIds: z.array(objectId).max(MAX_WISHES) }),
  errors: ['wishlist.not-shared'],
});
