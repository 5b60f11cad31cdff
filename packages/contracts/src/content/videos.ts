import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';

export const videoErrors = defineErrors({
  'video.not-found': { status: 404, message: 'This video does not exist' },
});

/** A video by the address that pages play it under. */
export const videoAddress = z
  .string()
  .min(1)
  .max(500)
  .meta({ id: 'VideoAddress', examples: ['/api/v1/videos/3q2mVwK0bX8e1TjR5yNf4A.mp4'] });

const name = z.object({ name: z.string().max(120) });
const bytes = z.any().meta({ description: 'The video (MP4)' });

export const getVideo = defineCall({
  id: 'content.get-video',
  service: 'content',
  method: 'GET',
  path: '/videos/:name',
  access: 'guest',
  summary: 'A clip, or the part of it that `Range` names; a name never gets another content',
  params: name,
  answer: bytes,
  errors: ['video.not-found'],
  timeoutMs: 15_000,
});

export const getDemoVideo = defineCall({
  id: 'content.get-demo-video',
  service: 'content',
  method: 'GET',
  path: '/videos/demo/:name',
  access: 'guest',
  summary: 'A clip of the demo catalogue, or the part of it that `Range` names; a name never gets another content',
  params: name,
  answer: bytes,
  errors: ['video.not-found'],
  timeoutMs: 15_000,
});

export const addVideo = defineCall({
  id: 'content.add-video',
  service: 'content',
  method: 'POST',
  path: '/admin/videos',
  access: staff('media.upload'),
  summary: 'Stores a clip (MP4 in H.264, field `video`), without what a camera wrote into it, and answers its address',
  files: ['video'],
  body: z.object({}),
  answer: z.object({ video: z.object({ src: videoAddress, width: z.int(), height: z.int() }) }),
  status: 201,
  errors: [],
  timeoutMs: 20_000,
});
