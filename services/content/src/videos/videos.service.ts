import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Failure, type UploadedFile } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { videoOf } from './uploads.ts';
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

  /** Keeps a clip that staff sent. One that is there already is the same one. @throws Failure `request.invalid` */
  async keep(file: UploadedFile | undefined): Promise<{ src: string; width: number; height: number }> {
    const { width, height, ...video } = videoOf(file);
    await this.add([video]);
    return { src: `/api/v1/videos/${video._id}`, width, height };
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
