import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, type UploadedFile } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import type { Model } from 'mongoose';
import { type InStorage, MediaService, type Sender, type StoredUpload } from '../media/media.service.ts';
import { STORAGE } from '../media/original.ts';
import { UploadQueue } from '../media/upload-queue.ts';
import { videoFromUpload } from './video-upload.ts';
import type { Video } from './video.schema.ts';

export const VIDEO_TYPE = 'video/mp4';

@Injectable()
export class VideosService extends MediaService<Video> {
  constructor(
    @InjectModel('Video') videos: Model<Video>,
    @Inject(STORAGE) storage: Storage,
    clock: Clock,
    private readonly queue: UploadQueue,
  ) {
    super(videos, storage, clock, { path: 'videos', type: VIDEO_TYPE, notFound: 'video.not-found' });
  }

  /** @throws Failure `video.not-found` */
  get(name: string): Promise<InStorage<Video>> {
    return this.require(name);
  }

  /** With `range`, those bytes alone. */
  bytesOf(video: InStorage<Video>, range?: { start: number; end: number }): Promise<Buffer> {
    return this.read(video, range);
  }

  /** Stores an uploaded video; the same again is the stored one. @throws Failure `request.invalid`, `request.too-many` */
  async upload(file: UploadedFile | undefined, sender: Sender): Promise<StoredUpload> {
    const known = await this.known(file, sender);
    if (known) return known;
    const video = await this.queue.run(() => videoFromUpload(file));
    return this.saveUpload(video, file, sender);
  }
}
