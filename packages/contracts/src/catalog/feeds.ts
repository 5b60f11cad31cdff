import { z } from 'zod';
import { defineCall } from '../core/call.ts';

export const getMerchantFeed = defineCall({
  id: 'catalog.get-merchant-feed',
  service: 'catalog',
  method: 'GET',
  path: '/feeds/merchant.xml',
  access: 'guest',
  summary:
    'All pieces that are for sale with the prices of their pages, as Google Merchant Center and others read them: RSS 2.0',
  answer: z.any().meta({ description: 'RSS 2.0 with elements of http://base.google.com/ns/1.0' }),
  answerTypes: ['application/xml'],
  errors: [],
  timeoutMs: 30_000,
});
