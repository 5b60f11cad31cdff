import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const videoErrors = defineErrors({
  'video.not-found': { status: 404, message: 'This video does not exist' },
});

export const getDemoVideo = defineCall({
  id: 'content.get-demo-video',
  service: 'content',
  method: 'GET',
  path: '/videos/demo/:name',
  who: 'guest',
  summary: 'A clip of the demo catalogue, or the part of it that `Range` names; a name never gets another content',
  params: z.object({ name: z.string().max(120) }),
  answer: z.any().meta({ description: 'The video (MP4)' }),
  errors: ['video.not-found'],
  timeoutMs: 15_000,
});
