/** A place for files that several processes and machines share: a folder, or a bucket of S3. */
export interface Storage {
  /** With `range`, those bytes alone (both ends included, within the object). Undefined if there is no such object. */
  get(key: string, options?: { range?: { start: number; end: number } }): Promise<StoredObject | undefined>;
  /** Undefined if there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /**
   * Stores the object whole or not at all; readers see the old one or the new one.
   *
   * @returns its etag
   * @throws LostCondition if the object is no longer (`ifMatch`) or already (`ifNoneMatch`) there
   */
  put(key: string, bytes: Uint8Array, options: PutOptions): Promise<string>;
  /** Keys that begin with `prefix`, in the order of their bytes. */
  list(prefix: string): AsyncIterable<string>;
  /** No error if there is no such object. */
  delete(key: string): Promise<void>;
}

export interface ObjectInfo {
  /** Bytes of the whole object. */
  size: number;
  /** The content type. */
  type: string;
  /** Changes with the content; opaque. */
  etag: string;
}

export interface StoredObject extends ObjectInfo {
  bytes: Buffer;
}

export interface PutOptions {
  /** The content type. */
  type: string;
  /** Only in place of the object with this etag. */
  ifMatch?: string;
  /** Only if there is no object yet. */
  ifNoneMatch?: '*';
}

/** Another writer was first: read and decide again. */
export class LostCondition extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`${key} was written by another in the meantime`);
    this.key = key;
  }
}

/** It does not answer, or cannot work now: try again later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor(cause: unknown) {
    super(`The storage is not available: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, {
      cause,
    });
  }
}

const PART = /^(?!\.{1,2}$)[A-Za-z0-9._+=-]+$/;

/** @throws TypeError if a key is not made of names, separated by `/`, that every implementation can hold */
export function checkKey(key: string): void {
  if (!key.split('/').every((part) => PART.test(part))) throw new TypeError(`"${key}" cannot be the key of an object`);
}
