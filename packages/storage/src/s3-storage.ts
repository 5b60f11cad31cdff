import crypto from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { hasOwnEndpoint } from './config.ts';
import {
  checkKey,
  LostCondition,
  type ObjectInfo,
  type PutOptions,
  type Storage,
  type StoredObject,
} from './storage.ts';

/** A server that is gone without a word is an error, not a wait. */
const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 20_000 };

/** Objects in a bucket of S3, below a prefix. */
export class S3Storage implements Storage {
  readonly #client = new S3Client({ forcePathStyle: hasOwnEndpoint(), requestHandler: TIMEOUTS });
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, prefix }: { bucket: string; prefix: string }) {
    this.#bucket = bucket;
    this.#prefix = prefix && `${prefix}/`;
  }

  async get(
    key: string,
    { range }: { range?: { start: number; end: number } } = {},
  ): Promise<StoredObject | undefined> {
    const found = await this.#client
      .send(
        new GetObjectCommand({ ...this.#at(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      )
      .catch(none);
    if (!found) return undefined;
    const size = found.ContentRange ? Number(found.ContentRange.split('/')[1]) : (found.ContentLength ?? 0);
    const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    return { size, type: found.ContentType ?? '', etag: found.ETag!, bytes };
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const found = await this.#client.send(new HeadObjectCommand(this.#at(key))).catch(none);
    return found && { size: found.ContentLength ?? 0, type: found.ContentType ?? '', etag: found.ETag! };
  }

  async put(key: string, bytes: Uint8Array, { type, ifMatch, ifNoneMatch }: PutOptions): Promise<string> {
    const write = crypto.randomUUID();
    try {
      const { ETag } = await this.#client.send(
        new PutObjectCommand({
          ...this.#at(key),
          Body: bytes,
          ContentType: type,
          IfMatch: ifMatch,
          IfNoneMatch: ifNoneMatch,
          Metadata: { write },
        }),
      );
      return ETag!;
    } catch (error) {
      if (!isLost(error, ifMatch !== undefined)) throw error;
      // The client repeats a request whose answer was lost; the repetition is refused because of the first.
      const found = await this.#client.send(new HeadObjectCommand(this.#at(key))).catch(none);
      if (found?.Metadata?.['write'] === write) return found.ETag!;
      throw new LostCondition(key);
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: `${this.#prefix}${prefix}` },
    );
    for await (const { Contents = [] } of pages) for (const { Key } of Contents) yield Key!.slice(this.#prefix.length);
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key))).catch(none);
  }

  #at(key: string): { Bucket: string; Key: string } {
    checkKey(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}

/** Nothing, for an object that is not there. A missing bucket is an error. */
function none(error: unknown): undefined {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined;
  throw error;
}

/** 409: two conditional writers at once. With `If-Match`, an object that is gone is a lost condition, too. */
function isLost(error: unknown, isReplacement: boolean): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode;
  return status === 412 || error.name === 'ConditionalRequestConflict' || (isReplacement && error.name === 'NoSuchKey');
}
