import { z } from 'zod';
import { defineCall } from '../core/call.ts';

const addresses = z.array(z.string().max(500)).max(500);

export const findMediaInUse = defineCall({
  id: 'catalog.find-media-in-use',
  service: 'catalog',
  method: 'POST',
  path: '/internal/media-in-use',
  access: 'service',
  summary:
    'Which of these addresses of pictures and videos a product in any status, review, category, material, collection or option shows',
  body: z.object({ addresses }),
  answer: z.object({ inUse: addresses }),
  errors: [],
  repeatable: 'It reads',
});
