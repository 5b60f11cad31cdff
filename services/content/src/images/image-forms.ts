import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import type { Model } from 'mongoose';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import type { Image, ImageForm } from './image.schema.ts';

/** At a time. They work in the thread pool, whose four threads others need as well; requests wait for their turn. */
const ENCODERS = 2;

const encoders: Record<content.ImageFormat, (image: Sharp) => Sharp> = {
  // A higher effort takes five times as long and saves a tenth.
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80, smartSubsample: true }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }),
};

/** Pictures in other widths and formats. Each is made once, however many ask for it, and kept. */
@Injectable()
export class ImageForms {
  readonly #turn = pLimit(ENCODERS);
  readonly #making = new Map<string, Promise<ImageForm>>();

  constructor(@InjectModel('ImageForm') private readonly forms: Model<ImageForm>) {}

  /** `original` is asked for only where there is something to make. */
  async get(
    name: string,
    { width, format }: { width: number; format: content.ImageFormat },
    original: () => Promise<Image>,
  ): Promise<ImageForm> {
    const id = `${name} ${width} ${format}`;
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const kept = await this.forms.findById(id);
    if (kept) return kept;
    const underWay = this.#making.get(id);
    if (underWay) return underWay;
    const making = this.#make(id, { width, format }, original).finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }

  async #make(
    id: string,
    { width, format }: { width: number; format: content.ImageFormat },
    original: () => Promise<Image>,
  ): Promise<ImageForm> {
    const image = await original();
    const type = `image/${format}` as const;
    // It is this form already: nothing is won by encoding it again.
    if (image.type === type && image.width <= width) return { _id: id, type, bytes: image.bytes };
    const bytes = await this.#turn(() => encoded(image, width, format));
    await this.forms.updateOne({ _id: id }, { $set: { type, bytes } }, { upsert: true });
    return { _id: id, type, bytes };
  }
}

function encoded({ type, bytes, width: own }: Image, width: number, format: content.ImageFormat): Promise<Buffer> {
  const isDrawing = type === 'image/svg+xml';
  // A drawing is drawn in the width that is wanted, not enlarged afterwards.
  const source = sharp(bytes, isDrawing ? { density: (72 * width) / own } : {});
  return encoders[format](source.resize({ width, withoutEnlargement: !isDrawing })).toBuffer();
}
