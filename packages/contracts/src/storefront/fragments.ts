import { z } from 'zod';
import { defineFragment } from '../core/fragment.ts';
import { objectId } from '../core/shapes.ts';

export const search = defineFragment({
  id: 'storefront/search',
  summary: 'The full-screen search with suggestions',
  props: z.object({}),
  reserve: {},
  server: false,
});

export const reviewForm = defineFragment({
  id: 'storefront/review-form',
  summary: 'Creates or changes the user’s review of a product; an overlay for signed-in users',
  props: z.object({ productId: objectId, productName: z.string() }),
  reserve: {},
  server: false,
});

export const sizeGuide = defineFragment({
  id: 'storefront/size-guide',
  summary: 'How to measure for a category, and its sizes; an overlay',
  props: z.object({
    /** The main category: `necklace`. */
    category: z.string(),
  }),
  reserve: {},
  server: false,
});

export const keepWishlist = defineFragment({
  id: 'storefront/keep-wishlist',
  summary: 'Gives what was saved before signing in to the account; shows nothing',
  props: z.object({}),
  reserve: {},
  server: false,
});
