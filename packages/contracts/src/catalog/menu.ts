import { z } from 'zod';
import { imageAddress } from '../content/images.ts';
import { defineCall } from '../core/call.ts';
import { collectionCard } from './collections.ts';

const count = z.int();
const value = z.object({ value: z.string(), label: z.string(), count });

/** Limits of prices as the shop shows them, in rupees. */
const priceBand = z.object({ from: z.number().optional(), to: z.number().optional(), count });

/** What a listing can be narrowed to at once: only what has pieces, most first. */
const ways = {
  stones: z.array(value),
  prices: z.array(priceBand),
  occasions: z.array(value),
};

const entry = {
  image: imageAddress.optional(),
  /** Its sub-categories or sub-tags that have pieces. */
  subs: z.array(z.object({ name: z.string(), count })),
  ...ways,
  count,
};

export const menuCategory = z.object({ main: z.string(), ...entry }).meta({ id: 'MenuCategory' });
export type MenuCategory = z.infer<typeof menuCategory>;
export const menuMaterial = z.object({ tag: z.string(), ...entry }).meta({ id: 'MenuMaterial' });
export type MenuMaterial = z.infer<typeof menuMaterial>;

export const getMenu = defineCall({
  id: 'catalog.get-menu',
  service: 'catalog',
  method: 'GET',
  path: '/menu',
  access: 'guest',
  summary: 'What the menus of the header lead to: listings by sub-category, stone, price and occasion, and collections',
  answer: z.object({
    categories: z.array(menuCategory),
    materials: z.array(menuMaterial),
    /** Of all pieces. */
    shop: z.object(ways),
    collections: z.array(collectionCard.pick({ slug: true, name: true, kind: true, image: true })),
  }),
  errors: [],
  cache: {
    seconds: 300,
    staleSeconds: 86_400,
    tags: ['categories', 'materials', 'collections', 'products', 'tax'],
  },
});
