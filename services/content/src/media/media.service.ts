import { Failure } from '@shop/service-kit';
import type { Model } from 'mongoose';

/** An image or video. Its name is never reused for other content. */
interface Medium {
  _id: string;
  /** Since when nothing shows it; see `UnusedMedia`. */
  unusedSince?: Date;
}

export type MediaUse = Pick<Medium, '_id' | 'unusedSince'>;

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

  addressOf(name: string): string {
    return `/api/v1/${this.kind.path}/${name}`;
  }

  /** Stores media and replaces those with the same name. */
  async save(media: readonly Stored[]): Promise<void> {
    if (media.length === 0) return;
    await this.media.bulkWrite(
      media.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields, $unset: { unusedSince: 1 } }, upsert: true },
      })) as Parameters<Model<Stored>['bulkWrite']>[0],
      { ordered: false },
    );
  }

  /** Uploads by name, without their bytes: read from the index alone. Demo data are in a folder and never removed. */
  async uploadsAfter(name: string, limit: number): Promise<MediaUse[]> {
    const found = await this.media
      .find({ _id: { $gt: name, $not: /^demo\// } } as object, { unusedSince: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .hint({ _id: 1, unusedSince: 1 })
      .lean<MediaUse[]>();
    return found;
  }

  /** Undefined takes the mark off. */
  async mark(names: readonly string[], unusedSince: Date | undefined): Promise<void> {
    if (names.length === 0) return;
    const change = unusedSince ? { $set: { unusedSince } } : { $unset: { unusedSince: 1 } };
    await this.media.updateMany({ _id: { $in: names } } as object, change as object);
  }

  /** Removes one unless it was uploaded again since it was read. @returns whether it was removed */
  async removeUnused(name: string, unusedSince: Date): Promise<boolean> {
    const { deletedCount } = await this.media.deleteOne({ _id: name, unusedSince } as object);
    return deletedCount > 0;
  }

  protected async saveUpload(medium: Stored, { width, height }: Omit<StoredUpload, 'src'>): Promise<StoredUpload> {
    await this.save([medium]);
    return { src: this.addressOf(medium._id), width, height };
  }

  protected async require(name: string): Promise<Stored> {
    // Hydrated, not lean: the driver's Binary becomes a Buffer.
    const medium = await this.media.findById(name);
    if (!medium) throw new Failure(this.kind.notFound);
    return medium;
  }
}
