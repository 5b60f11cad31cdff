import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import type { Config } from '../variables.ts';
import type { MediaService } from './media.service.ts';
import { originalKeyOf, originalsOf, renditionsOf, STORAGE, storedAt } from './original.ts';

const BATCH = 200;
/** An upload is given up long before, also where unused media are kept for less. */
const LONGEST_UPLOAD_MS = 600_000;

type Media = Pick<MediaService<{ _id: string; bytes: Buffer }>, 'path' | 'namedAmong'>;

/**
 * Removes objects that no document names: of documents that were removed, and of uploads that ended between object and document.
 * The document of a new object may still be on its way, so originals stay for a while.
 */
@Injectable()
export class UnusedObjects {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async remove(media: Media): Promise<void> {
    const before = this.clock.millis() - Math.max(this.config.UNUSED_MEDIA_KEPT, LONGEST_UPLOAD_MS);
    await this.#removeUnnamed(originalsOf(media.path), media, {
      originalOf: (key) => key,
      isOld: (key) => storedAt(key) <= before,
    });
    await this.#removeUnnamed(renditionsOf(media.path), media, { originalOf: originalKeyOf, isOld: () => true });
  }

  async #removeUnnamed(
    prefix: string,
    media: Media,
    { originalOf, isOld }: { originalOf: (key: string) => string; isOld: (key: string) => boolean },
  ): Promise<void> {
    for await (const keys of batchesOf(this.storage.list(prefix))) {
      const named = await media.namedAmong(keys.map(originalOf));
      for (const key of keys) if (!named.has(originalOf(key)) && isOld(key)) await this.storage.delete(key);
    }
  }
}

async function* batchesOf(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
