import type { content } from '@shop/contracts';
import { type Clock, Failure, type UploadedFile } from '@shop/service-kit';
import type { Storage } from '@shop/storage';
import type { ClientSession, Model, mongo } from 'mongoose';
import pLimit from 'p-limit';
import { copyToStorage, type DocumentWithBytes } from './copy-to-storage.ts';
import { digestOf, type MediaKind, nameOf, type Original, storeOriginal } from './original.ts';
import { chosenOf, type Choice, digestsOf, type Entry } from './library-choice.rules.ts';
import { ENTRY_KEYS, sourceOf, type Uploaded } from './uploaded.ts';

/** Of many that are stored at once, as the demo data. */
const CONCURRENT_SAVES = 8;

/** An image or video. Its name is never reused for other content. */
interface Medium extends Uploaded {
  _id: string;
  /** Absent until it is copied there from `bytes`. */
  original?: Original;
  /** For the version before; the next one removes them. */
  bytes: Buffer;
  /** Since when nothing shows it; see `UnusedMedia`. */
  unusedSince?: Date;
  width?: number;
  height?: number;
  type?: string;
}

/** Who sent a file. */
export type Sender = Pick<Uploaded, 'source' | 'uploadedBy' | 'isKept'>;

/** As the library shows it. */
export type LibraryMedium = Omit<Medium, 'bytes'>;

export type MediaUse = Pick<Medium, '_id' | 'unusedSince' | 'usedBy' | 'isKept'>;

/** A document without the bytes, which are in the storage. */
export type InStorage<Stored extends Medium> = Omit<Stored, 'bytes'> & { original: Original };

export interface StoredUpload {
  src: string;
  width: number;
  height: number;
  /** The same content was there already. */
  isKnown?: boolean;
}

const OF_LIBRARY = {
  ...{
    original: 1,
    unusedSince: 1,
    source: 1,
    uploadedAt: 1,
    uploadedBy: 1,
    uploadSha256: 1,
    width: 1,
    height: 1,
    type: 1,
  },
} as const;

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
      .find({ _id: { $gt: name, $not: /^demo\// } } as object, { unusedSince: 1, usedBy: 1, isKept: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .hint(ENTRY_KEYS)
      .lean<MediaUse[]>();
    return found;
  }

  /** Undefined takes the mark off. */
  async mark(names: readonly string[], unusedSince: Date | undefined): Promise<void> {
    if (names.length === 0) return;
    const change = unusedSince ? { $set: { unusedSince } } : { $unset: { unusedSince: 1 } };
    await this.media.updateMany({ _id: { $in: names } } as object, change as object);
  }

  /** Writes down what shows them: see `Uploaded`. */
  async markUses(names: readonly string[], usedBy: string): Promise<void> {
    if (names.length === 0) return;
    await this.media.updateMany({ _id: { $in: names } } as object, { $set: { usedBy } } as object);
  }

  /** Takes the mark off one that is put somewhere, so that it is not removed in the meantime. @returns whether it is there */
  async keep(address: string): Promise<boolean> {
    const name = address.slice(this.addressOf('').length);
    const { matchedCount } = await this.media.updateOne(
      { _id: name } as object,
      { $unset: { unusedSince: 1 } } as object,
    );
    return matchedCount > 0;
  }

  /**
   * Removes one unless it was uploaded again since it was read. Its objects are left to `UnusedObjects`.
   *
   * @returns whether it was removed
   */
  async removeUnused(name: string, unusedSince: Date, session?: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.media.deleteOne({ _id: name, unusedSince } as object, session && { session });
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

  /** One page of a source, newest first; unused ones by since when. */
  async page(
    source: content.MediaSource,
    { use, page, limit }: { use?: 'used' | 'unused' | undefined; page: number; limit: number },
  ): Promise<{ media: LibraryMedium[]; totalCount: number }> {
    // The version before stores none; what it stores is of staff, or of the demo data.
    const sources = source === 'staff' ? { $in: ['staff', null] } : source;
    const filter = {
      source: sources,
      ...(use && { unusedSince: use === 'used' ? null : { $gt: new Date(0) } }),
    } as object;
    const [media, totalCount] = await Promise.all([
      this.media
        .find(filter, OF_LIBRARY)
        .sort(use === 'unused' ? { unusedSince: -1, uploadedAt: 1, _id: 1 } : { uploadedAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<LibraryMedium[]>(),
      this.media.countDocuments(filter),
    ]);
    return { media, totalCount };
  }

  /** One page of what is chosen and sorted by more than an index can: from the index alone, and the documents of the page. */
  async chosenPage(
    choice: Choice,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ media: LibraryMedium[]; totalCount: number }> {
    const entries = await this.media
      .find({ _id: { $gt: '' } } as object, ENTRY_KEYS)
      .sort({ _id: 1 })
      .hint(ENTRY_KEYS)
      .lean<Entry[]>();
    const names = chosenOf(entries, choice);
    const shown = names.slice((page - 1) * limit, page * limit);
    const found = await this.media.find({ _id: { $in: shown } } as object, OF_LIBRARY).lean<LibraryMedium[]>();
    const byName = new Map(found.map((one) => [one._id, one]));
    return { media: shown.flatMap((name) => byName.get(name) ?? []), totalCount: names.length };
  }

  /** Others of the library with the same content, by name. */
  async doublesOf(media: readonly LibraryMedium[]): Promise<Map<string, LibraryMedium[]>> {
    const digests = [...new Set(media.flatMap(digestsOf))];
    if (digests.length === 0) return new Map();
    const found = await this.media
      .find(
        { $or: [{ uploadSha256: { $in: digests } }, { 'original.sha256': { $in: digests } }] } as object,
        OF_LIBRARY,
      )
      .lean<LibraryMedium[]>();
    const listed = found.filter(({ source }) => source !== 'double');
    return new Map(media.map((one) => [one._id, listed.filter((other) => isDouble(one, other))]));
  }

  /** Takes those out of the library in whose place another one is kept. Of the demo catalogue nothing is. */
  async retire(names: readonly string[], session: ClientSession): Promise<void> {
    const own = names.filter((name) => sourceOf(name) !== 'demo');
    if (own.length === 0) return;
    await this.media.updateMany(
      { _id: { $in: own } } as object,
      { $set: { source: 'double' }, $unset: { isKept: 1 } } as object,
      { session },
    );
  }

  /** The file itself. @throws Failure `image.not-found`, `video.not-found` */
  async originalOf(name: string): Promise<{ type: string; bytes: Buffer }> {
    const medium = await this.require(name);
    const type = 'type' in medium ? String(medium.type) : this.kind.type!;
    return { type, bytes: await this.read(medium) };
  }

  /** @throws Failure `image.not-found`, `video.not-found` */
  async find(name: string): Promise<LibraryMedium> {
    const found = await this.media.findById(name, OF_LIBRARY).lean<LibraryMedium>();
    if (!found) throw new Failure(this.kind.notFound);
    return found;
  }

  /** The stored one of a file that was sent before, which is shown again from now on. */
  protected async known(file: UploadedFile | undefined, { isKept }: Sender): Promise<StoredUpload | undefined> {
    if (!file) return undefined;
    const sha256 = digestOf(file.data);
    const same = await this.media
      .find({ $or: [{ uploadSha256: sha256 }, { 'original.sha256': sha256 }] } as object, OF_LIBRARY)
      .lean<LibraryMedium[]>();
    const found = same.find(({ source }) => source !== 'double');
    if (!found?.original || found.width === undefined || found.height === undefined) return undefined;
    if (!(await this.storage.head(found.original.key))) return undefined;
    const { matchedCount } = await this.media.updateOne(
      { _id: found._id } as object,
      { $unset: { unusedSince: 1 }, ...(isKept && { $set: { isKept } }) } as object,
    );
    // It may have been removed since it was read.
    if (matchedCount === 0) return undefined;
    return { src: this.addressOf(found._id), width: found.width, height: found.height, isKnown: true };
  }

  protected async saveUpload(
    medium: Stored & { width: number; height: number },
    file: UploadedFile | undefined,
    sender: Sender,
  ): Promise<StoredUpload> {
    const { width, height } = medium;
    const isKnown = await this.#saveOne({ ...medium, ...sender, uploadSha256: file && digestOf(file.data) });
    return { src: this.addressOf(medium._id), width, height, ...(isKnown && { isKnown }) };
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

  /** The object comes first: there is never a document without bytes. @returns whether it was there already */
  async #saveOne({ _id, ...fields }: Stored): Promise<boolean> {
    // Without the mark it is not removed while it is looked at.
    const shown = { $unset: { unusedSince: 1 }, ...(fields.isKept && { $set: { isKept: true } }) };
    const known = await this.media
      .findOneAndUpdate({ _id } as object, shown as object, {
        projection: { original: 1, source: 1 },
      })
      .lean<Pick<Medium, 'original' | 'source'>>();
    // The one that was kept in its place is not there any more.
    const isBack = known?.source === 'double';
    if (!isBack && (await this.#isStored(known?.original, fields.bytes))) return true;
    const type = 'type' in fields ? String(fields.type) : this.kind.type!;
    const now = this.clock.now();
    const object = { kind: this.kind.path, name: _id, type, bytes: fields.bytes, now };
    const original = await storeOriginal(this.storage, object);
    const uploaded = { source: sourceOf(_id), uploadedAt: now };
    const update = { $set: { ...uploaded, ...fields, original }, $unset: { unusedSince: 1 } };
    await this.media.updateOne({ _id } as object, update as object, { upsert: true });
    return false;
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

/** Whether these are two files with the same content. */
export function isDouble(one: LibraryMedium, other: LibraryMedium): boolean {
  const own = new Set(digestsOf(one));
  return other._id !== one._id && digestsOf(other).some((digest) => own.has(digest));
}
