import { content, type AnswerOf, type BodyOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import type { FormRequest } from '../../../components/contract-form/form-request.ts';

type Banner = AnswerOf<typeof content.listAllBanners>['banners'][number];

/** A picture and its text: a post or a banner. */
export interface Item {
  _id: string;
  image: string;
  text: string;
  /** Where a banner leads. */
  link?: string | undefined;
  /** What of a banner's picture stays in sight where it is cropped. */
  focus?: Banner['focus'];
  /** When the shop shows a banner; without them always. */
  from?: string | undefined;
  until?: string | undefined;
  state?: Banner['state'];
  version?: string | undefined;
}

/** What both kinds are sent as: see the contracts of their calls. */
type Body = Record<string, string>;

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
  /** Whether an item has times, a focal point and a preview. */
  isBanner?: boolean;
  none: string;
  calls: { create: FormRequest['call']; change: FormRequest['call'] };
  list(signal: AbortSignal): Promise<Item[]>;
  create(body: Body, idempotencyKey: string): Promise<Item>;
  change(id: string, body: Body, version: string | undefined): Promise<Item>;
  remove(id: string): Promise<unknown>;
  /** An item as its call answers it. */
  itemOf(answered: never): Item;
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
  create: async (body, idempotencyKey) =>
    ofPost((await call(content.createPost, { body: body as BodyOf<typeof content.createPost>, idempotencyKey })).post),
  change: async (id, body, version) =>
    ofPost(
      (await call(content.changePost, { params: { id }, body: body as BodyOf<typeof content.changePost>, version }))
        .post,
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
  isBanner: true,
  none: 'No Banners Found',
  calls: { create: content.createBanner, change: content.changeBanner },
  list: async (signal) => (await call(content.listAllBanners, { signal })).banners.map(ofBanner),
  create: async (body, idempotencyKey) =>
    ofBanner(
      (await call(content.createBanner, { body: body as BodyOf<typeof content.createBanner>, idempotencyKey })).banner,
    ),
  change: async (id, body, version) =>
    ofBanner(
      (await call(content.changeBanner, { params: { id }, body: body as BodyOf<typeof content.changeBanner>, version }))
        .banner,
    ),
  remove: (id) => call(content.removeBanner, { params: { id } }),
  itemOf: ofBanner,
};
