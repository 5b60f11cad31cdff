import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Failure } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Video } from './video.schema.ts';

@Injectable()
export class VideosService {
  constructor(@InjectModel('Video') private readonly videos: Model<Video>) {}

  /** @throws Failure `video.not-found` */
  async get(name: string): Promise<Buffer> {
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const video = await this.videos.findById(name);
    if (!video) throw new Failure('video.not-found');
    return video.bytes;
  }

  /** Stores videos, in place of those of the same name. */
  async add(videos: readonly Video[]): Promise<void> {
    if (videos.length === 0) return;
    await this.videos.bulkWrite(
      videos.map(({ _id, bytes }) => ({ updateOne: { filter: { _id }, update: { $set: { bytes } }, upsert: true } })),
      { ordered: false },
    );
  }
}
