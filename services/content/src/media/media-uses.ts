import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Banner } from '../banners/banner.schema.ts';
import type { Post } from '../posts/post.schema.ts';
import type { Config } from '../variables.ts';

/** What shows pictures and videos: catalog is asked, posts and banners are here. A new place for them belongs here, or in catalog's `media-in-use/`. */
@Injectable()
export class MediaUses implements OnApplicationShutdown {
  readonly #logger = new Logger(MediaUses.name);
  readonly #catalog: Client;

  constructor(
    @InjectModel('Post') private readonly posts: Model<Post>,
    @InjectModel('Banner') private readonly banners: Model<Banner>,
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

  /** What shows each; undefined without an answer of catalog. */
  async of(addresses: string[]): Promise<Map<string, catalog.MediaUse[]> | undefined> {
    if (addresses.length === 0) return new Map();
    try {
      const [{ uses }, own] = await Promise.all([
        this.#catalog.call(catalog.findMediaUses, { body: { addresses } }),
        this.#own(addresses),
      ]);
      const byAddress = Map.groupBy([...uses, ...own], ({ address }) => address);
      return new Map([...byAddress].map(([address, found]) => [address, found.map(({ use }) => use)]));
    } catch (error) {
      this.#logger.warn('Catalog does not say what shows the pictures', error);
      return undefined;
    }
  }

  async #own(addresses: readonly string[]): Promise<{ address: string; use: catalog.MediaUse }[]> {
    const among = { image: { $in: addresses as string[] } };
    const [posts, banners] = await Promise.all([
      this.posts.find(among, { image: 1, url: 1 }).lean(),
      this.banners.find(among, { image: 1, title: 1 }).lean(),
    ]);
    return [
      ...posts.map(({ _id, image, url }) => ({
        ...{ address: image, use: { kind: 'post' as const, id: String(_id), label: url } },
      })),
      ...banners.map(({ _id, image, title }) => ({
        ...{ address: image, use: { kind: 'banner' as const, id: String(_id), label: title } },
      })),
    ];
  }
}
