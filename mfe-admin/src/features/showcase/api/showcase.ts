import { content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import type { FormRequest } from '../../../components/contract-form/form-request.ts';
import { UPLOAD_TIMEOUT_MS } from '../../../components/picture-field.tsx';

type Banner = AnswerOf<typeof content.listAllBanners>['banners'][number];

/** A picture and its text: a post or a banner. */
export interface Item {
  _id: string;
  image: string;
  text: string;
  /** Where a banner leads. */
  link?: string | undefined;
  /** When the shop shows a banner; without them always. */
  from?: string | undefined;
  until?: string | undefined;
  state?: Banner['state'];
  version?: string | undefined;
}

/** What a form sends; without a picture the present one stays. */
export interface ItemToSave {
  text: string;
  link: string;
  from: string;
  until: string;
  image: File | undefined;
}

/** The calls and labels of posts or banners. */
export interface Showcase {
  title: string;
  one: 'Post' | 'Banner';
  /** Name of the text on the wire. */
  field: 'url' | 'title';
  /** Name of the picture in what is read. */
  pictureField: 'post' | 'image';
  label: string;
  /** Label of the link, where there is one. */
  linkLabel?: string;
  /** Whether an item has times. */
  isTimed?: boolean;
  none: string;
  calls: { create: FormRequest['call']; change: FormRequest['call'] };
  list(signal: AbortSignal): Promise<Item[]>;
  create(item: ItemToSave, idempotencyKey: string): Promise<Item>;
  change(id: string, item: ItemToSave, version: string | undefined): Promise<Item>;
  remove(id: string): Promise<unknown>;
  /** An item as its call answers it. */
  itemOf(answered: never): Item;
}

function formOf(field: Showcase['field'], { text, link, from, until, image }: ItemToSave): FormData {
  const form = new FormData();
  form.set(field, text.trim());
  if (field === 'title') {
    form.set('link', link.trim());
    form.set('from', from);
    form.set('until', until);
  }
  if (image) form.set('image', image);
  return form;
}

const ofPost = ({ post, url, ...rest }: { _id: string; post: string; url: string; version?: string }): Item => ({
  ...rest,
  image: post,
  text: url,
});
const ofBanner = ({ title, ...rest }: Banner): Item => ({
  ...rest,
  text: title,
});

export const POSTS: Showcase = {
  title: 'Instapost',
  one: 'Post',
  field: 'url',
  pictureField: 'post',
  label: 'Instagram URL',
  none: 'No Posts Found',
  calls: { create: content.createPost, change: content.changePost },
  list: async (signal) => (await call(content.listPosts, { signal })).posts.map(ofPost),
  create: async (item, idempotencyKey) =>
    ofPost(
      (await call(content.createPost, { body: formOf('url', item), idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS }))
        .post,
    ),
  change: async (id, item, version) =>
    ofPost(
      (
        await call(content.changePost, {
          params: { id },
          body: formOf('url', item),
          version,
          timeoutMs: UPLOAD_TIMEOUT_MS,
        })
      ).post,
    ),
  remove: (id) => call(content.removePost, { params: { id } }),
  itemOf: ofPost,
};

export const BANNERS: Showcase = {
  title: 'Discount banner',
  one: 'Banner',
  field: 'title',
  pictureField: 'image',
  label: 'Banner title',
  linkLabel: 'Leads to',
  isTimed: true,
  none: 'No Banners Found',
  calls: { create: content.createBanner, change: content.changeBanner },
  list: async (signal) => (await call(content.listAllBanners, { signal })).banners.map(ofBanner),
  create: async (item, idempotencyKey) =>
    ofBanner(
      (await call(content.createBanner, { body: formOf('title', item), idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS }))
        .banner,
    ),
  change: async (id, item, version) =>
    ofBanner(
      (
        await call(content.changeBanner, {
          params: { id },
          body: formOf('title', item),
          version,
          timeoutMs: UPLOAD_TIMEOUT_MS,
        })
      ).banner,
    ),
  remove: (id) => call(content.removeBanner, { params: { id } }),
  itemOf: ofBanner,
};
