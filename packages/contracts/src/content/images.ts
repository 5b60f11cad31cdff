import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const imageErrors = defineErrors({
  'image.not-found': { status: 404, message: 'This picture does not exist' },
});

export const getDemoImage = defineCall({
  id: 'content.get-demo-image',
  service: 'content',
  method: 'GET',
  path: '/images/demo/:name',
  who: 'guest',
  summary: 'A drawing of the demo catalogue (SVG, so in every width)',
  params: z.object({ name: z.string().max(120) }),
  answer: z.any().meta({ description: 'image/svg+xml' }),
  errors: ['image.not-found'],
  cache: { seconds: 3600, staleSeconds: 86_400, tags: ['images'] },
});
