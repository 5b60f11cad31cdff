import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { content } from '@shop/contracts';
import { registry } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import pLimit from 'p-limit';
import { Counter } from 'prom-client';
import sharp, { type Sharp } from 'sharp';
import { Claims } from '../media/claims.ts';
import type { InStorage } from '../media/media.service.ts';
import { renditionKey, STORAGE } from '../media/original.ts';
import type { Image } from './image.schema.ts';

/** Encoders share the thread pool of four threads with everything else; further requests queue. */
const ENCODER_CONCURRENCY = 2;
/** How often it is looked whether another instance has finished. */
const POLL_MS = 100;

// Each picture is made once: a cache of decoded ones is not used again. One thread each, since two are made at a time.
sharp.cache(false);
sharp.concurrency(1);

const made = new Counter({
  name: 'image_renditions_made_total',
  help: 'Renditions that this instance has encoded',
  labelNames: ['format'] as const,
  registers: [registry],
});

const encoders: Record<content.ImageFormat, (image: Sharp) => Sharp> = {
  // A higher effort takes five times as long and saves 10 %.
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80, smartSubsample: true }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }),
};

type SourceImage = Pick<InStorage<Image>, 'type' | 'width' | 'original'>;

interface Form {
  width: number;
  format: content.ImageFormat;
}

interface Rendition {
  type: string;
  bytes: Buffer;
}

/**
 * Images in other widths and formats. Each is encoded once, by whichever instance is asked first, and stored below its original's
 * key; concurrent requests share the work. All of them can be deleted at any time: they are made again.
 */
@Injectable()
export class ImageRenditions {
  readonly #limit = pLimit(ENCODER_CONCURRENCY);
  readonly #inProgress = new Map<string, Promise<Buffer>>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly claims: Claims,
  ) {}

  /** Calls `original` only if the rendition has to be encoded, or is the original. */
  async get(image: SourceImage, form: Form, original: () => Promise<Buffer>): Promise<Rendition> {
    const { width, format } = form;
    const type = `image/${format}`;
    if (image.type === type && image.width <= width) return { type, bytes: await original() };
    const key = renditionKey(image.original.key, `${width}.${format}`);
    const running = this.#inProgress.get(key);
    if (running) return { type, bytes: await running };
    const finding = this.#findOrMake(key, async () => {
      const bytes = await encode(await original(), image, form);
      await this.storage.put(key, bytes, { type });
      made.inc({ format });
      return bytes;
    }).finally(() => this.#inProgress.delete(key));
    this.#inProgress.set(key, finding);
    return { type, bytes: await finding };
  }

  async #findOrMake(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const find = async () => (await this.storage.get(key))?.bytes;
    for (;;) {
      const found = await find();
      if (found) return found;
      // Claimed when its turn has come: a claim does not wait in the queue. Another may have finished before the claim.
      const mine = await this.#limit(() => this.claims.whileClaimed(key, async () => (await find()) ?? (await make())));
      if (mine) return mine;
      await wait(POLL_MS);
    }
  }
}

function encode(bytes: Buffer, { type, width: own }: SourceImage, { width, format }: Form): Promise<Buffer> {
  const isDrawing = type === 'image/svg+xml';
  // A drawing is rasterized at the requested width instead of being enlarged.
  const source = sharp(bytes, isDrawing ? { density: (72 * width) / own } : {});
  return encoders[format](source.resize({ width, withoutEnlargement: !isDrawing })).toBuffer();
}
