import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { mediaAddress, mediaDownload, mediaToSave, mediaUpload, storedMedia } from './media.ts';

export const videoErrors = defineErrors({
  'video.not-found': { status: 404, message: 'This video does not exist' },
});

const EXAMPLE = '/api/v1/videos/3q2mVwK0bX8e1TjR5yNf4A.mp4';

/** A video by its address. */
export const videoAddress = mediaAddress('VideoAddress', EXAMPLE);

/** The address in what staff save. */
export const videoToSave = mediaToSave('VideoToSave', 'videos', 'video', EXAMPLE);

const bytes = z.any().meta({ description: 'The video (MP4)' });

export const getVideo = defineCall({
  ...mediaDownload,
  id: 'content.get-video',
  path: '/videos/:name',
  summary: 'A clip, or its part by `Range`; the content of a name is immutable',
  answer: bytes,
  answerTypes: ['video/mp4'],
  errors: ['video.not-found'],
});

export const getDemoVideo = defineCall({
  ...mediaDownload,
  id: 'content.get-demo-video',
  path: '/videos/demo/:name',
  summary: 'A clip of the demo catalogue, or its part by `Range`; the content of a name is immutable',
  answer: bytes,
  answerTypes: ['video/mp4'],
  errors: ['video.not-found'],
});

export const addVideo = defineCall({
  ...mediaUpload,
  id: 'content.add-video',
  path: '/admin/videos',
  summary: 'Stores a clip (MP4 in H.264, field `video`) without camera metadata and returns its address',
  files: { video: 'video/mp4' },
  answer: z.object({ video: storedMedia(videoAddress) }),
});
