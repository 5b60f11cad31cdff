import { type Clock, Failure } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import type { Model, mongo } from 'mongoose';
import pLimit from 'p-limit';
import { copyToStorage, type DocumentWithBytes } from './copy-to-storage.ts';
import { digestOf, type MediaKind, nameOf, type Original, storeOriginal } from './original.ts';

/** Of many that are stored at once, as the demo data. */
const CONCURRENT_SAVES = 8;

/** An image or video. Its name is never reused for other content. */
interface Medium {
  _id: string;
  /** Absent until it is copied there from `bytes`. */
  original?: Original;
  /** For the version before; the next one removes them. */
  bytes: Buffer;
  /** Since when nothing shows it; see `UnusedMedia`. */
  unusedSince?: Date;
}

export type MediaUse = Pick<Medium, '_id' | 'unusedSince'>;

/** A document without the bytes, which are in the storage. */
export type InStorage<Stored extends Medium> = Omit<Stored, 'bytes'> & { original: Original };

export interface StoredUpload {
  src: string;
  width: number;
  height: number;
}

interface Kind {
  path: MediaKind;
  /** The content type of those that have no `type` of their own. */
  type?: string;
  notFound: 'image.not-found' | 'video.not-found';
}

/** Storage shared by images and videos: documents in MongoDB, bytes in the object storage. */
export abstract class MediaService<Stored extends Medium> {
  constructor(
    private readonly media: Model<Stored>,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly kind: Kind,
  ) {}

  get path(): MediaKind {
    return this.kind.path;
  }

  addressOf(name: string): string {
    return `/api/v1/${this.kind.path}/${name}`;
  }

  /** Stores media and replaces those with the same name. */
  async save(media: readonly Stored[]): Promise<void> {
    await pLimit(CONCURRENT_SAVES).map(media, (medium) => this.#saveOne(medium));
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

  /**
   * Removes one unless it was uploaded again since it was read. Its objects are left to `UnusedObjects`.
   *
   * @returns whether it was removed
   */
  async removeUnused(name: string, unusedSince: Date): Promise<boolean> {
    const { deletedCount } = await this.media.deleteOne({ _id: name, unusedSince } as object);
    return deletedCount > 0;
  }

  /** Those of the originals' keys that a document names. */
  async namedAmong(originalKeys: readonly string[]): Promise<Set<string>> {
    const names = [...new Set(originalKeys.map((key) => nameOf(this.kind.path, key)))];
    const found = await this.media
      .find({ _id: { $in: names } } as object, { original: 1 })
      .lean<Pick<Medium, 'original'>[]>();
    return new Set(found.flatMap(({ original }) => original?.key ?? []));
  }

  protected async saveUpload(medium: Stored, { width, height }: Omit<StoredUpload, 'src'>): Promise<StoredUpload> {
    await this.#saveOne(medium);
    return { src: this.addressOf(medium._id), width, height };
  }

  protected async require(name: string): Promise<InStorage<Stored>> {
    const medium = await this.media
      .findById(name, { bytes: 0 })
      .lean<Omit<Stored, 'bytes'> & Pick<Medium, 'original'>>();
    // Without one it was written by the version before, during a rollout.
    const original = medium && (medium.original ?? (await this.#copy(name)));
    if (!original) throw new Failure(this.kind.notFound);
    return { ...medium, original };
  }

  /** The bytes of what `require` answered; with `range`, those alone. */
  protected async read(
    { _id, original }: { _id: string; original: Original },
    range?: { start: number; end: number },
  ): Promise<Buffer> {
    const options = range && { range };
    const found = await this.storage.get(original.key, options);
    if (found) return found.bytes;
    // It may have been removed or replaced since the document was read.
    const { original: current } = await this.require(_id);
    const replaced = current.key === original.key ? undefined : await this.storage.get(current.key, options);
    if (!replaced) throw new Error(`${current.key} is missing in the storage`);
    return replaced.bytes;
  }

  /** The object comes first: there is never a document without bytes. */
  async #saveOne({ _id, ...fields }: Stored): Promise<void> {
    // Without the mark it is not removed while it is looked at.
    const known = await this.media
      .findOneAndUpdate({ _id } as object, { $unset: { unusedSince: 1 } } as object, { projection: { original: 1 } })
      .lean<Pick<Medium, 'original'>>();
    if (await this.#isStored(known?.original, fields.bytes)) return;
    const type = 'type' in fields ? String(fields.type) : this.kind.type!;
    const now = this.clock.now();
    const object = { kind: this.kind.path, name: _id, type, bytes: fields.bytes, now };
    const original = await storeOriginal(this.storage, object);
    const update = { $set: { ...fields, original }, $unset: { unusedSince: 1 } };
    await this.media.updateOne({ _id } as object, update as object, { upsert: true });
  }

  async #isStored(original: Original | undefined, bytes: Buffer): Promise<boolean> {
    if (original?.sha256 !== digestOf(bytes)) return false;
    return (await this.storage.head(original.key)) !== undefined;
  }

  #copy(name: string): Promise<Original | undefined> {
    const documents = this.media.collection as unknown as mongo.Collection<DocumentWithBytes>;
    return copyToStorage(documents, { storage: this.storage, kind: this.kind.path, name, now: this.clock.now() });
  }
}
