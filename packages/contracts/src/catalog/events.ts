import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { groupCode, objectId } from '../core/shapes.ts';
import { detailsModel } from './details.ts';
import { pictureFocus } from './picture-notes.ts';

const which = { productId: objectId, productGroup: groupCode };

export const productChanged = defineEvent({
  name: 'product.changed.v1',
  publisher: 'catalog',
  summary: 'A product was published, or a visible field of it changed',
  key: 'productId',
  data: z.object({
    ...which,
    name: z.string(),
    images: z.array(z.string()),
    /** What stays in sight of the first picture, if not its middle. */
    focus: pictureFocus.optional(),
    metalTone: z.string(),
    categoryMain: z.string(),
    materialTag: z.string(),
    detailsRef: objectId,
    detailsModel,
    pricePaise: z.int(),
    stock: z.int(),
  }),
  consumers: {
    catalog: [
      { subscription: 'broadcast', effect: 'refreshes the search index' },
      { subscription: 'broadcast', effect: 'drops the merchant feed' },
    ],
    'cart-order': [
      { subscription: 'work', effect: 'refreshes the product snapshots of lines' },
      { subscription: 'broadcast', effect: 'drops kept quotes' },
    ],
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const productRemoved = defineEvent({
  name: 'product.removed.v1',
  publisher: 'catalog',
  summary: 'A product is no longer published: it was archived, or became a draft again',
  key: 'productId',
  data: z.object(which),
  consumers: {
    catalog: [
      { subscription: 'broadcast', effect: 'refreshes the search index' },
      { subscription: 'broadcast', effect: 'drops the merchant feed' },
    ],
    'cart-order': [
      { subscription: 'work', effect: 'marks lines as no longer available' },
      { subscription: 'broadcast', effect: 'drops kept quotes' },
    ],
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const stockChanged = defineEvent({
  name: 'stock.changed.v1',
  publisher: 'catalog',
  summary: 'The number of free pieces of a product changed',
  key: 'productId',
  data: z.object({
    ...which,
    stock: z.int().nonnegative(),
    /** It sold out or is available again, which changes listings too. */
    availabilityChanged: z.boolean(),
  }),
  consumers: {
    catalog: { subscription: 'broadcast', effect: 'drops the merchant feed when a piece sells out or is back' },
    'cart-order': [
      { subscription: 'work', effect: 'refreshes the product snapshots of lines' },
      { subscription: 'broadcast', effect: 'drops kept quotes' },
    ],
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const stockRanLow = defineEvent({
  name: 'stock.ran-low.v1',
  publisher: 'catalog',
  summary:
    'A movement took the free pieces of a product from above the figure at which its stock is low to it, or below',
  key: 'productId',
  data: z.object({
    ...which,
    name: z.string(),
    stock: z.int().nonnegative(),
    /** Of the product, or `LOW_STOCK_AT`. */
    lowStockAt: z.int().nonnegative(),
  }),
  consumers: { identity: { subscription: 'work', effect: 'tells the staff' } },
});

export const reviewPosted = defineEvent({
  name: 'review.posted.v1',
  publisher: 'catalog',
  summary:
    'The reviews of the group of a product changed, its rating, or what the reviews show of their authors; one event per variant',
  key: 'productId',
  data: z.object({ ...which, rating: z.number(), ratingCount: z.int() }),
  consumers: {
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const taxonomyChanged = defineEvent({
  name: 'taxonomy.changed.v1',
  publisher: 'catalog',
  summary: 'Categories, materials, collections, an option list or a customization changed',
  key: 'what changed',
  data: z.object({
    /**
     * Cache tag of the change: `categories`, `materials`, `collections`, `options` and `options:ring-sizes`, `customization:AR-1042` and
     * `product:AR-1042`, `synonyms`, or `products` for all.
     */
    tag: z.string(),
  }),
  consumers: {
    catalog: [
      { subscription: 'broadcast', effect: 'renews the suggestions' },
      { subscription: 'broadcast', effect: 'drops the merchant feed' },
    ],
    'cart-order': { subscription: 'broadcast', effect: 'drops kept quotes' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});
