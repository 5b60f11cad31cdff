import type { Storage } from '@shop/storage';
import type { mongo } from 'mongoose';
import { digestOf, type MediaKind, type Original, storeOriginal } from './original.ts';

/** As the release before has written it, with the bytes in the document alone. */
export interface DocumentWithBytes {
  _id: string;
  /** Absent in videos. */
  type?: string;
  bytes: mongo.Binary;
  original?: Original;
}

/**
 * Copies the bytes of one document to the storage, reads them back, and notes in the document where they are. Copies at the same
 * time are harmless: the document names one, and the others are removed like all that no document names.
 *
 * @returns undefined if there is no such document
 */
export async function copyToStorage(
  media: mongo.Collection<DocumentWithBytes>,
  { storage, kind, name, now }: { storage: Storage; kind: MediaKind; name: string; now: Date },
): Promise<Original | undefined> {
  const document = await media.findOne({ _id: name }, { projection: { type: 1, bytes: 1, original: 1 } });
  if (!document) return undefined;
  if (document.original) return document.original;
  const bytes = Buffer.from(document.bytes.buffer);
  const original = await storeOriginal(storage, { kind, name, type: document.type ?? 'video/mp4', bytes, now });
  const stored = await storage.get(original.key);
  if (!stored || digestOf(stored.bytes) !== original.sha256) throw new Error(`${original.key} is not what was stored`);
  const marked = await media.findOneAndUpdate(
    { _id: name },
    [{ $set: { original: { $ifNull: ['$original', { $literal: original }] } } }],
    { returnDocument: 'after', projection: { original: 1 } },
  );
  return marked?.original;
}
