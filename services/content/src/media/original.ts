import crypto from 'node:crypto';
import type { Storage } from '@shop/storage';
import { Schema } from 'mongoose';

/** Injection token of the `Storage` of uploads. */
export const STORAGE = Symbol('STORAGE');

export type MediaKind = 'images' | 'videos';

/** Where the bytes of an image or video are in the storage. */
export interface Original {
  /**
   * `originals/images/3q2mVwK0bX8e1TjR5yNf4A.webp/<milliseconds>-<uuid>`: never used again, so that a late removal or rendition is
   * about what it read.
   */
  key: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in hexadecimal digits. */
  sha256: string;
}

export const originalSchema = new Schema<Original>(
  {
    key: { type: String, required: true },
    size: { type: Number, required: true },
    sha256: { type: String, required: true },
  },
  { _id: false },
);

export const originalsOf = (kind: MediaKind): string => `originals/${kind}/`;
export const renditionsOf = (kind: MediaKind): string => `renditions/${kind}/`;

/** All renditions of an original begin with its key, under another prefix. */
export const renditionKey = (originalKey: string, form: string): string =>
  `${originalKey.replace(/^originals/, 'renditions')}/${form}`;

/** The original that a rendition was made of. */
export const originalKeyOf = (rendition: string): string =>
  rendition.slice(0, rendition.lastIndexOf('/')).replace(/^renditions/, 'originals');

/** The image or video of an original's key. */
export const nameOf = (kind: MediaKind, originalKey: string): string =>
  originalKey.slice(originalsOf(kind).length, originalKey.lastIndexOf('/'));

/** When an original was stored, in milliseconds since 1970. */
export const storedAt = (originalKey: string): number =>
  Number.parseInt(originalKey.slice(originalKey.lastIndexOf('/') + 1), 10);

export const digestOf = (bytes: Buffer): string => crypto.hash('sha256', bytes, 'hex');

/** Stores bytes under a key of their own. Nothing refers to them until the caller writes the document. */
export async function storeOriginal(
  storage: Storage,
  { kind, name, type, bytes, now }: { kind: MediaKind; name: string; type: string; bytes: Buffer; now: Date },
): Promise<Original> {
  const key = `${originalsOf(kind)}${name}/${now.getTime()}-${crypto.randomUUID()}`;
  await storage.put(key, bytes, { type, ifNoneMatch: '*' });
  return { key, size: bytes.length, sha256: digestOf(bytes) };
}
