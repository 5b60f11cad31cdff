import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import { Failure, type UploadedFile } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { ImageForms } from './image-forms.ts';
import { formatFor, widthFor } from './image-forms.rules.ts';
import type { Image } from './image.schema.ts';
import { pictureOf } from './uploads.ts';

interface Wanted {
  width: number | undefined;
  format: content.ImageFormat | undefined;
  /** The browser's header. */
  accept: string | undefined;
}

interface Shown {
  type: string;
  bytes: Buffer;
  /** Of this form of it. */
  etag: string;
  /** Another browser may get another format. */
  varies: boolean;
}

@Injectable()
export class ImagesService {
  constructor(
    @InjectModel('Image') private readonly images: Model<Image>,
    private readonly forms: ImageForms,
  ) {}

  /** A picture in the form that is wanted; a drawing as it is, unless a format is named. @throws Failure `image.not-found` */
  async get(name: string, wanted: Wanted): Promise<Shown> {
    if (name.endsWith('.svg') && !wanted.format) {
      const { type, bytes } = await this.#original(name);
      return { type, bytes, etag: '"svg"', varies: false };
    }
    const format = wanted.format ?? formatFor(wanted.accept);
    const width = widthFor(wanted.width);
    const { type, bytes } = await this.forms.get(name, { width, format }, () => this.#original(name));
    return { type, bytes, etag: `"${width}.${format}"`, varies: !wanted.format };
  }

  /** Keeps a picture that staff sent. One that is there already is the same one. @throws Failure `request.invalid` */
  async keep(file: UploadedFile | undefined): Promise<{ src: string; width: number; height: number }> {
    const image = await pictureOf(file);
    await this.add([image]);
    return { src: addressOf(image), width: image.width, height: image.height };
  }

  /** Stores pictures, in place of those of the same name. */
  async add(images: readonly Image[]): Promise<void> {
    if (images.length === 0) return;
    await this.images.bulkWrite(
      images.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
      })),
      { ordered: false },
    );
  }

  async #original(name: string): Promise<Image> {
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const image = await this.images.findById(name);
    if (!image) throw new Failure('image.not-found');
    return image;
  }
}

/** Where pages find a picture. */
export const addressOf = ({ _id }: Pick<Image, '_id'>): string => `/api/v1/images/${_id}`;
