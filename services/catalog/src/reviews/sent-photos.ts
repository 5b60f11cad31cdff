import { Injectable } from '@nestjs/common';
import { Failure, Redis } from '@shop/service-kit';
import type { ReviewPhoto } from './review.schema.ts';

/** As long as content keeps what nothing shows. */
const KEPT_S = 20 * 3_600;
const MOST_A_DAY = 20;

/** Which pictures an account has sent of late: only those may be in its reviews, and only so many are taken. */
@Injectable()
export class SentPhotos {
  constructor(private readonly redis: Redis) {}

  /** @throws Failure `review.too-many-photos` */
  async requireRoom(userId: string): Promise<void> {
    if ((await this.redis.client.hLen(this.#key(userId))) >= MOST_A_DAY) throw new Failure('review.too-many-photos');
  }

  async remember(userId: string, { image, width, height }: ReviewPhoto): Promise<void> {
    const key = this.#key(userId);
    await this.redis.client.multi().hSet(key, image, `${width} ${height}`).expire(key, KEPT_S).exec();
  }

  /** Those of the addresses that the account has sent. */
  async among(userId: string, images: readonly string[]): Promise<ReviewPhoto[]> {
    if (images.length === 0) return [];
    const sizes = await this.redis.client.hmGet(this.#key(userId), [...images]);
    return images.flatMap((image, i) => {
      const [width, height] = (sizes[i] ?? '').split(' ').map(Number);
      return width && height ? [{ image, width, height }] : [];
    });
  }

  #key(userId: string): string {
    return this.redis.key(`catalog:review-photos:${userId}`);
  }
}
