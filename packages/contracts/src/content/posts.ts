import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { documentVersion, objectId } from '../core/shapes.ts';
import { imageAddress, imageToSave } from './images.ts';

export const postErrors = defineErrors({
  'post.not-found': { status: 404, message: 'This post does not exist' },
});

/** A post of the strip on the home page. */
export const post = z
  .object({
    _id: objectId,
    /** Its picture. */
    post: imageAddress,
    /** Its address on Instagram. */
    url: z.string(),
    version: documentVersion.optional(),
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof post>;

const url = z
  .string('Instagram URL is required')
  .trim()
  .min(1, 'Instagram URL is required')
  .max(500, 'At most 500 characters')
  .pipe(z.url({ protocol: /^https$/, error: 'This is not a URL that begins with https://' }));

/** The picture is its address, or a file in a form. */
const postToSave = z.object({ url, image: imageToSave.optional() });

export const listPosts = defineCall({
  id: 'content.list-posts',
  service: 'content',
  method: 'GET',
  path: '/instapost',
  access: 'guest',
  summary: 'The posts of the strip, newest first',
  answer: z.object({ posts: z.array(post) }),
  errors: [],
  cache: { seconds: 300, staleSeconds: 86_400, tags: ['posts'] },
});

export const createPost = defineCall({
  id: 'content.create-post',
  service: 'content',
  method: 'POST',
  path: '/instapost',
  access: staff('content.change'),
  summary: 'Creates a post: a picture (`image`: its address, or a file in a form) and its address on Instagram',
  files: { image: 'image/*' },
  fileAccess: staff('media.upload'),
  body: postToSave,
  answer: z.object({ post }),
  status: 201,
  errors: [],
  idempotencyKey: true,
  timeoutMs: 20_000,
});

export const changePost = defineCall({
  id: 'content.change-post',
  service: 'content',
  method: 'PUT',
  path: '/instapost/:id',
  access: staff('content.change'),
  versioned: true,
  summary: 'Changes a post; keeps its picture when none is sent',
  params: z.object({ id: objectId }),
  files: { image: 'image/*' },
  fileAccess: staff('media.upload'),
  body: postToSave,
  answer: z.object({ post }),
  errors: ['post.not-found'],
  timeoutMs: 20_000,
});

export const removePost = defineCall({
  id: 'content.remove-post',
  service: 'content',
  method: 'DELETE',
  path: '/instapost/:id',
  access: staff('content.change'),
  summary: 'Removes a post',
  params: z.object({ id: objectId }),
  answer: z.object({ _id: objectId }),
  errors: ['post.not-found'],
});
