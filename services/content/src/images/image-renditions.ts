import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import type { Model } from 'mongoose';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import type { Image, ImageRendition } from './image.schema.ts';

/** Encoders share the thread pool of four threads with everything else; further requests queue. */
const ENCODER_CONCURRENCY = 2;

// Each picture is made once: a cache of decoded ones is not used again. One thread each, since two are made at a time.
sharp.cache(false);
sharp.concurrency(1);

const encoders: Record<content.ImageFormat, (image: Sharp) => Sharp> = {
  // A higher effort takes five times as long and saves 10 %.
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80, smartSubsample: true }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }),
};

/** Images in other widths and formats. Each is encoded once and stored; concurrent requests share the work. */
@Injectable()
export class ImageRenditions {
  readonly #limit = pLimit(ENCODER_CONCURRENCY);
  readonly #inProgress = new Map<string, Promise<ImageRendition>>();

  constructor(@InjectModel('ImageRendition') private readonly renditions: Model<ImageRendition>) {}

  /** Calls `original` only if the rendition has to be encoded. */
  async get(
    name: string,
    { width, format }: { width: number; format: content.ImageFormat },
    original: () => Promise<Image>,
  ): Promise<ImageRendition> {
    const id = `${name} ${width} ${format}`;
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const stored = await this.renditions.findById(id);
    if (stored) return stored;
    const running = this.#inProgress.get(id);
    if (running) return running;
    const encoding = this.#encode(id, { width, format }, original).finally(() => this.#inProgress.delete(id));
    this.#inProgress.set(id, encoding);
    return encoding;
  }

  async remove(name: string): Promise<void> {
    // All ids that begin with the name and a space; `!` comes next to it.
    await this.renditions.deleteMany({ _id: { $gt: `${name} `, $lt: `${name}!` } });
  }

  async #encode(
    id: string,
    { width, format }: { width: number; format: content.ImageFormat },
    original: () => Promise<Image>,
  ): Promise<ImageRendition> {
    const image = await original();
    const type = `image/${format}` as const;
    // The original has this format and fits.
    if (image.type === type && image.width <= width) return { _id: id, type, bytes: image.bytes };
    const bytes = await this.#limit(() => encode(image, width, format));
    await this.renditions.updateOne({ _id: id }, { $set: { type, bytes } }, { upsert: true });
    return { _id: id, type, bytes };
  }
}

function encode({ type, bytes, width: own }: Image, width: number, format: content.ImageFormat): Promise<Buffer> {
  const isDrawing = type === 'image/svg+xml';
  // A drawing is rasterized at the requested width instead of being enlarged.
  const source = sharp(bytes, isDrawing ? { density: (72 * width) / own } : {});
  return encoders[format](source.resize({ width, withoutEnlargement: !isDrawing })).toBuffer();
}
