import { content } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { UPLOAD_TIMEOUT_MS } from '../../../components/picture-field.tsx';

/** A picture and what is said of it: a post or a banner. */
export interface Item {
  _id: string;
  image: string;
  text: string;
}

/** What a form sends; a picture only where another one was chosen. */
export interface ItemToSave {
  text: string;
  image: File | undefined;
}

/** The calls of posts or banners, and how the two are worded. */
export interface Showcase {
  title: string;
  one: 'Post' | 'Banner';
  /** As the service names what is said of a picture. */
  field: 'url' | 'title';
  label: string;
  none: string;
  check(text: string): true | string;
  list(signal: AbortSignal): Promise<Item[]>;
  create(item: ItemToSave, idempotencyKey: string): Promise<Item>;
  change(id: string, item: ItemToSave): Promise<Item>;
  remove(id: string): Promise<unknown>;
}

function formOf(field: string, { text, image }: ItemToSave): FormData {
  const form = new FormData();
  form.set(field, text.trim());
  if (image) form.set('image', image);
  return form;
}

const ofPost = ({ _id, post, url }: { _id: string; post: string; url: string }): Item => ({
  _id,
  image: post,
  text: url,
});
const ofBanner = ({ title, ...rest }: { _id: string; image: string; title: string }): Item => ({
  ...rest,
  text: title,
});

export const POSTS: Showcase = {
  title: 'Instapost',
  one: 'Post',
  field: 'url',
  label: 'Instagram URL',
  none: 'No Posts Found',
  check: (text) =>
    text.trim() === ''
      ? 'Instagram URL is required'
      : /^https:\/\/\S+\.\S+$/.test(text.trim()) || 'This is not a URL that begins with https://',
  list: async (signal) => (await call(content.listPosts, { signal })).posts.map(ofPost),
  create: async (item, idempotencyKey) =>
    ofPost(
      (await call(content.createPost, { body: formOf('url', item), idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS }))
        .post,
    ),
  change: async (id, item) =>
    ofPost(
      (await call(content.changePost, { params: { id }, body: formOf('url', item), timeoutMs: UPLOAD_TIMEOUT_MS }))
        .post,
    ),
  remove: (id) => call(content.removePost, { params: { id } }),
};

export const BANNERS: Showcase = {
  title: 'Discount banner',
  one: 'Banner',
  field: 'title',
  label: 'Banner title',
  none: 'No Banners Found',
  check: (text) => text.trim() !== '' || 'Banner title is required',
  list: async (signal) => (await call(content.listBanners, { signal })).banners.map(ofBanner),
  create: async (item, idempotencyKey) =>
    ofBanner(
      (await call(content.createBanner, { body: formOf('title', item), idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS }))
        .banner,
    ),
  change: async (id, item) =>
    ofBanner(
      (await call(content.changeBanner, { params: { id }, body: formOf('title', item), timeoutMs: UPLOAD_TIMEOUT_MS }))
        .banner,
    ),
  remove: (id) => call(content.removeBanner, { params: { id } }),
};
