import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Failure } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Image } from './image.schema.ts';

@Injectable()
export class ImagesService {
  constructor(@InjectModel('Image') private readonly images: Model<Image>) {}

  /** @throws Failure `image.not-found` */
  async get(name: string): Promise<{ type: string; bytes: Buffer }> {
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const image = await this.images.findById(name);
    if (!image) throw new Failure('image.not-found');
    return { type: image.type, bytes: image.bytes };
  }

  /** Stores pictures, in place of those of the same name. */
  async add(images: readonly Image[]): Promise<void> {
    await this.images.bulkWrite(
      images.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
      })),
      { ordered: false },
    );
  }
}
