import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { UploadedFile } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { MediaService, type StoredUpload } from '../media/media.service.ts';
import { UploadQueue } from '../media/upload-queue.ts';
import { videoFromUpload } from './video-upload.ts';
import type { Video } from './video.schema.ts';

@Injectable()
export class VideosService extends MediaService<Video> {
  constructor(
    @InjectModel('Video') videos: Model<Video>,
    private readonly queue: UploadQueue,
  ) {
    super(videos, { path: 'videos', notFound: 'video.not-found' });
  }

  /** @throws Failure `video.not-found` */
  async get(name: string): Promise<Buffer> {
    return (await this.require(name)).bytes;
  }

  /** Stores an uploaded video; idempotent. @throws Failure `request.invalid`, `request.too-many` */
  async upload(file: UploadedFile | undefined): Promise<StoredUpload> {
    const { width, height, ...video } = await this.queue.run(() => videoFromUpload(file));
    return this.saveUpload(video, { width, height });
  }
}
