import { Failure } from '@shop/service-kit';
import type { Model } from 'mongoose';

/** An image or video. Its name is never reused for other content. */
interface Medium {
  _id: string;
}

export interface StoredUpload {
  src: string;
  width: number;
  height: number;
}

/** Storage shared by images and videos. */
export abstract class MediaService<Stored extends Medium> {
  constructor(
    private readonly media: Model<Stored>,
    private readonly kind: { path: 'images' | 'videos'; notFound: 'image.not-found' | 'video.not-found' },
  ) {}

  /** Stores media and replaces those with the same name. */
  async save(media: readonly Stored[]): Promise<void> {
    if (media.length === 0) return;
    await this.media.bulkWrite(
      media.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
      })) as Parameters<Model<Stored>['bulkWrite']>[0],
      { ordered: false },
    );
  }

  protected async saveUpload(medium: Stored, { width, height }: Omit<StoredUpload, 'src'>): Promise<StoredUpload> {
    await this.save([medium]);
    return { src: `/api/v1/${this.kind.path}/${medium._id}`, width, height };
  }

  protected async require(name: string): Promise<Stored> {
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const medium = await this.media.findById(name);
    if (!medium) throw new Failure(this.kind.notFound);
    return medium;
  }
}
