import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { mrp, rupees } from '../core/shapes.ts';
import { listing, searchQuery } from './products.ts';

const text = z.string().trim().max(100, 'Too long: at most 100 characters').default('');

export const search = defineCall({
  id: 'catalog.search',
  service: 'catalog',
  method: 'GET',
  path: '/search',
  access: 'guest',
  summary: 'Searches facts, name, group code and description, tolerating typos; one card per group, best match first',
  query: searchQuery,
  answer: listing,
  errors: [],
  cache: { seconds: 60, staleSeconds: 600, tags: ['tax', 'products', 'synonyms'] },
});

export const suggestion = z
  .object({
    type: z.enum(['product', 'category', 'tags']),
    /** Label, and the query when it is selected. */
    text: z.string(),
    /** Of a product. */
    image: z.string().optional(),
    price: rupees.optional(),
    /** `price` with its GST. */
    mrp: mrp.optional(),
  })
  .meta({ id: 'Suggestion' });
export type Suggestion = z.infer<typeof suggestion>;

export const suggest = defineCall({
  id: 'catalog.suggest',
  service: 'catalog',
  method: 'GET',
  path: '/suggestions',
  access: 'guest',
  summary: 'Suggestions while typing: at most 5 products with picture and price, 3 categories and 3 tags',
  query: z.object({ q: text }),
  answer: z.object({ suggestions: z.array(suggestion) }),
  errors: [],
  cache: { seconds: 60, staleSeconds: 600, tags: ['tax', 'products', 'categories', 'materials', 'synonyms'] },
});

export const MAX_POPULAR = 8;

export const popularSearches = defineCall({
  id: 'catalog.popular-searches',
  service: 'catalog',
  method: 'GET',
  path: '/popular-searches',
  access: 'guest',
  summary: 'What is searched for most, and found; categories where little was searched for yet',
  answer: z.object({ searches: z.array(z.string()).max(MAX_POPULAR) }),
  errors: [],
  cache: { seconds: 300, staleSeconds: 86_400, tags: ['categories'] },
});
