import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnswerOf, catalog } from '@shop/contracts';
import { Client, CONFIG, Failure, havingWords, type Session } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Banner } from '../banners/banner.schema.ts';
import { BannersService } from '../banners/banners.service.ts';
import type { Post } from '../posts/post.schema.ts';
import { PostsService } from '../posts/posts.service.ts';
import type { Config } from '../variables.ts';

/** Something that shows a picture or video, with what it says of it. */
export type ShownUse = AnswerOf<typeof catalog.findMediaUses>['uses'][number];

/** Those whose files can be moved: an order shows what was bought. */
export type MovedKind = Exclude<catalog.MediaUse['kind'], 'order'>;

/** Each moves some of what there is: more of them only follow others who go on choosing the old file. */
const MOST_ROUNDS = 200;
/** As many as catalog takes at once. */
const ASKED_AT_ONCE = 100;
/** Of a kind, for words that are looked for. */
const MOST_FOUND = 500;

/** What shows pictures and videos: catalog is asked, posts and banners are here. A new place for them belongs here, or in catalog's `media-in-use/`. */
@Injectable()
export class MediaUses implements OnApplicationShutdown {
  readonly #logger = new Logger(MediaUses.name);
  readonly #catalog: Client;

  constructor(
    @InjectModel('Post') private readonly posts: Model<Post>,
    @InjectModel('Banner') private readonly banners: Model<Banner>,
    private readonly postsService: PostsService,
    private readonly bannersService: BannersService,
    @Inject(CONFIG) config: Config,
  ) {
    this.#catalog = new Client({ baseUrl: config.CATALOG_URL, serviceToken: config.SERVICE_TOKEN[0] });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#catalog.close();
  }

  /** Those of the addresses that something shows. @throws CallError without an answer of catalog */
  async shownAmong(addresses: string[]): Promise<Set<string>> {
    const [{ inUse }, own] = await Promise.all([
      this.#catalog.call(catalog.findMediaInUse, { body: { addresses } }),
      this.#own(addresses),
    ]);
    return new Set([...inUse, ...own.map(({ address }) => address)]);
  }

  /** What shows these. @throws CallError without an answer of catalog */
  async allOf(addresses: string[]): Promise<ShownUse[]> {
    return [...(await this.#of(addresses)).values()].flat();
  }

  /**
   * Shows another file wherever things of these kinds show one of `from`.
   * @throws CallError without an answer of catalog: what is moved by then stays so, and the next call goes on
   * @throws Failure `media.kept-changing`
   */
  async move(
    actor: Pick<Session, 'userId'>,
    { from, to, kinds }: { from: string[]; to: string; kinds: readonly MovedKind[] },
  ): Promise<catalog.MediaUse[]> {
    const moved: catalog.MediaUse[] = [];
    const ofCatalog = catalog.MOVED_KINDS.filter((kind) => kinds.includes(kind));
    const steps = [
      ...(ofCatalog.length > 0
        ? [
            async () => {
              const body = { userId: actor.userId, from, to, kinds: ofCatalog };
              const answer = await this.#catalog.call(catalog.replaceMedia, { body });
              return answer.isDone ? undefined : answer.moved;
            },
          ]
        : []),
      ...(kinds.includes('post')
        ? [async () => (await this.postsService.replaceImage(actor, from, to))?.map(postUse)]
        : []),
      ...(kinds.includes('banner')
        ? [async () => (await this.bannersService.replaceImage(actor, from, to))?.map(bannerUse)]
        : []),
    ];
    for (const step of steps) {
      let part = await step();
      for (let round = 1; part; round += 1) {
        if (round > MOST_ROUNDS) throw new Failure('media.kept-changing');
        moved.push(...part);
        part = await step();
      }
    }
    return moved;
  }

  /** What shows each; undefined without an answer of catalog. */
  async of(addresses: string[]): Promise<Map<string, ShownUse[]> | undefined> {
    try {
      return await this.#of(addresses);
    } catch (error) {
      this.#logger.warn('Catalog does not say what shows the pictures', error);
      return undefined;
    }
  }

  /** Kinds of what shows each, as `Uploaded.usedBy`; only of those that something shows. @throws CallError without an answer of catalog */
  async kindsOf(addresses: string[]): Promise<Map<string, string>> {
    const kinds = new Map<string, string>();
    for (let at = 0; at < addresses.length; at += ASKED_AT_ONCE) {
      for (const [address, found] of await this.#of(addresses.slice(at, at + ASKED_AT_ONCE))) {
        kinds.set(address, [...new Set(found.map(({ use }) => use.kind))].toSorted().join(' '));
      }
    }
    return kinds;
  }

  /** Addresses of what is shown by something whose name has these words. @throws CallError without an answer of catalog */
  async addressesOf(q: string): Promise<string[]> {
    const [{ addresses }, posts, banners] = await Promise.all([
      this.#catalog.call(catalog.findMediaOf, { body: { q } }),
      this.posts.find(havingWords('url', q), { image: 1 }).limit(MOST_FOUND).lean(),
      this.banners.find(havingWords('title', q), { image: 1 }).limit(MOST_FOUND).lean(),
    ]);
    return [...addresses, ...posts.map(({ image }) => image), ...banners.map(({ image }) => image)];
  }

  async #of(addresses: string[]): Promise<Map<string, ShownUse[]>> {
    if (addresses.length === 0) return new Map();
    const [{ uses }, own] = await Promise.all([
      this.#catalog.call(catalog.findMediaUses, { body: { addresses } }),
      this.#own(addresses),
    ]);
    return Map.groupBy([...uses, ...own], ({ address }) => address);
  }

  async #own(addresses: readonly string[]): Promise<ShownUse[]> {
    const among = { image: { $in: addresses as string[] } };
    const [posts, banners] = await Promise.all([
      this.posts.find(among, { image: 1, url: 1 }).lean(),
      this.banners.find(among, { image: 1, title: 1 }).lean(),
    ]);
    return [
      ...posts.map((post) => ({ address: post.image, use: postUse(post) })),
      ...banners.map((banner) => ({ address: banner.image, use: bannerUse(banner) })),
    ];
  }
}

const postUse = ({ _id, url }: Pick<Post, '_id' | 'url'>): catalog.MediaUse => ({
  ...{ kind: 'post', id: String(_id), label: url },
});

const bannerUse = ({ _id, title }: Pick<Banner, '_id' | 'title'>): catalog.MediaUse => ({
  ...{ kind: 'banner', id: String(_id), label: title },
});
