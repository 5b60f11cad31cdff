import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { groupCode, objectId } from '../core/shapes.ts';
import { detailsModel } from './details.ts';

const which = { productId: objectId, productGroup: groupCode };

export const productChanged = defineEvent({
  name: 'product.changed.v1',
  publisher: 'catalog',
  summary: 'A product came into the shop, or something that is shown of it changed',
  key: 'productId',
  data: z.object({
    ...which,
    name: z.string(),
    images: z.array(z.string()),
    metalTone: z.string(),
    categoryMain: z.string(),
    materialTag: z.string(),
    detailsRef: objectId,
    detailsModel,
    pricePaise: z.int(),
    stock: z.int(),
  }),
  consumers: {
    catalog: { subscription: 'broadcast', effect: 'renews the search index' },
    'cart-order': { subscription: 'work', effect: 'renews the display copy of lines' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const productRemoved = defineEvent({
  name: 'product.removed.v1',
  publisher: 'catalog',
  summary: 'A product left the shop: it was archived, or went back to draft',
  key: 'productId',
  data: z.object(which),
  consumers: {
    catalog: { subscription: 'broadcast', effect: 'renews the search index' },
    'cart-order': { subscription: 'work', effect: 'marks lines as gone' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const stockChanged = defineEvent({
  name: 'stock.changed.v1',
  publisher: 'catalog',
  summary: 'Free pieces of a product became more or fewer',
  key: 'productId',
  data: z.object({
    ...which,
    stock: z.int().nonnegative(),
    /** It sold out or came back, so that listings differ too. */
    availabilityChanged: z.boolean(),
  }),
  consumers: {
    'cart-order': { subscription: 'work', effect: 'renews the display copy of lines' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});

export const reviewPosted = defineEvent({
  name: 'review.posted.v1',
  publisher: 'catalog',
  summary: 'The reviews of a product changed, and with them its rating',
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
  summary: 'Categories, materials, an option list or a customization changed',
  key: 'what changed',
  data: z.object({
    /** The cache tag of what changed: `categories`, `materials`, `options:ring-sizes`, `customization:AR-1042`, or `products` for all. */
    tag: z.string(),
  }),
  consumers: {
    catalog: { subscription: 'broadcast', effect: 'renews the suggestions' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});
