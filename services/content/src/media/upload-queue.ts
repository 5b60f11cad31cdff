import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Failure } from '@shop/service-kit';
import pLimit from 'p-limit';
import type { Config } from '../variables.ts';

/** Each decodes a whole picture into memory. */
const CONCURRENT_UPLOADS = 2;
/** About how long those in the queue take. */
const RETRY_AFTER_S = 10;

/** Uploads are read two at a time. The queue is short: a call that would time out while it waits is refused at once. */
@Injectable()
export class UploadQueue {
  readonly #limit = pLimit(CONCURRENT_UPLOADS);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws Failure `request.too-many` with Retry-After */
  run<T>(read: () => T | Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= CONCURRENT_UPLOADS + this.config.UPLOADS_WAITING)
      throw new Failure('request.too-many', { headers: { 'retry-after': String(RETRY_AFTER_S) } });
    return this.#limit(read);
  }
}
