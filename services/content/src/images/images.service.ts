import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import { Clock, CONFIG, type UploadedFile } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import type { Model } from 'mongoose';
import { MediaService, type Sender, type StoredUpload } from '../media/media.service.ts';
import { STORAGE } from '../media/original.ts';
import { UploadQueue } from '../media/upload-queue.ts';
import type { Config } from '../variables.ts';
import { ImageRenditions } from './image-renditions.ts';
import { formatFor, isShownBy, widthFor } from './image-renditions.rules.ts';
import { imageFromUpload } from './image-upload.ts';
import type { Image } from './image.schema.ts';

interface RequestedRendition {
  width: number | undefined;
  format: content.ImageFormat | undefined;
  /** The browser's header. */
  accept: string | undefined;
}

interface ServedImage {
  type: string;
  bytes: Buffer;
  /** Absent of what is sent in place of a rendition. */
  etag?: string;
  /** Whether the format depends on `Accept`. */
  varies: boolean;
  /** Of a shopper, as in a review: it may be taken back. */
  isRemovable: boolean;
}

@Injectable()
export class ImagesService extends MediaService<Image> {
  constructor(
    @InjectModel('Image') images: Model<Image>,
    @Inject(STORAGE) storage: Storage,
    clock: Clock,
    private readonly renditions: ImageRenditions,
    private readonly queue: UploadQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(images, storage, clock, { path: 'images', notFound: 'image.not-found' });
  }

  /**
   * The requested rendition; a drawing is served unchanged unless a format is given. While many are being made, the original in its
   * place: a picture that comes too late is a broken one. @throws Failure `image.not-found`
   */
  async get(name: string, requested: RequestedRendition): Promise<ServedImage> {
    const image = await this.require(name);
    const read = () => this.read(image);
    const isRemovable = image.source === 'service';
    if (name.endsWith('.svg') && !requested.format) {
      return { type: image.type, bytes: await read(), etag: '"svg"', varies: false, isRemovable };
    }
    const format = requested.format ?? formatFor(requested.accept);
    const width = widthFor(requested.width);
    const varies = !requested.format;
    const rendition = this.renditions.get(image, { width, format }, read);
    const canBeReplaced = varies && isShownBy(requested.accept, image.type);
    const made = await (canBeReplaced ? within(this.config.RENDITION_PATIENCE, rendition) : rendition);
    if (!made) return { type: image.type, bytes: await read(), varies, isRemovable };
    return { ...made, etag: `"${width}.${format}"`, varies, isRemovable };
  }

  /** Stores an uploaded image; the same again is the stored one. @throws Failure `request.invalid`, `request.too-many` */
  async upload(file: UploadedFile | undefined, sender: Sender): Promise<StoredUpload> {
    const known = await this.known(file, sender);
    if (known) return known;
    const image = await this.queue.run(() => imageFromUpload(file));
    return this.saveUpload(image, file, sender);
  }
}

/** What `work` returns, or undefined after `ms`; the work goes on. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, wait(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
