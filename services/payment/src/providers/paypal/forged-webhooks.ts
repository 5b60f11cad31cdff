import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Failure, networkOf, Redis } from '@shop/service-kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { PayPalConfig } from './variables.ts';

/**
 * Bounds how often strangers make the shop ask PayPal: each delivery takes a place of its network, and gives it back unless PayPal says
 * that it is forged. So forgeries at the same time are bounded too.
 */
@Injectable()
export class ForgedWebhooks {
  readonly #limiter: RateLimiterRedis;

  constructor(redis: Redis, @Inject(CONFIG) config: PayPalConfig) {
    this.#limiter = new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      keyPrefix: redis.limitKey('payment:forged-webhooks:address'),
      points: config.PAYPAL_FORGERIES_PER_ADDRESS,
      duration: config.PAYPAL_FORGERY_WINDOW / 1000,
    });
  }

  /** Asks `isGenuine` unless the network forged too many. @throws Failure `request.too-many` with Retry-After, and what `isGenuine` throws */
  async checked(address: string, isGenuine: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(address);
    await this.#take(network);
    let isForged = false;
    try {
      isForged = !(await isGenuine());
      return !isForged;
    } finally {
      // Without Redis it stays counted until the window ends.
      if (!isForged) await this.#limiter.reward(network).catch(() => {});
    }
  }

  async #take(network: string): Promise<void> {
    try {
      await this.#limiter.consume(network);
    } catch (error) {
      // Without Redis nothing is counted: a genuine delivery must not wait for it.
      if (!(error instanceof RateLimiterRes)) return;
      const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      throw new Failure('request.too-many', { headers: { 'retry-after': seconds } });
    }
  }
}
