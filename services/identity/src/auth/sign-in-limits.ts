import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Failure, Redis } from '@shop/service-kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../variables.ts';

/**
 * Limits per account and per address, beside the gateway's: a password is guessed for one account from many addresses, or
 * for many accounts from one. An account is what was typed, so that one that does not exist behaves the same.
 */
@Injectable()
export class SignInLimits {
  readonly #perAccount: RateLimiterRedis;
  readonly #perAddress: RateLimiterRedis;

  constructor(redis: Redis, @Inject(CONFIG) config: Config) {
    const limiter = (name: string, points: number) =>
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        keyPrefix: redis.key(`limit:${name}`),
        points,
        duration: config.SIGN_IN_WINDOW / 1000,
      });
    this.#perAccount = limiter('account', config.SIGN_IN_TRIES_PER_ACCOUNT);
    this.#perAddress = limiter('address', config.SIGN_IN_TRIES_PER_ADDRESS);
  }

  /**
   * Counts one try.
   * @throws Failure `request.too-many` with Retry-After, or `session.unavailable` while Redis is away
   */
  async count(login: string, address: string): Promise<void> {
    try {
      await this.#perAddress.consume(address);
      await this.#perAccount.consume(login.trim().toLowerCase());
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw new Failure('session.unavailable', { cause: error });
      const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      throw new Failure('request.too-many', { headers: { 'retry-after': seconds } });
    }
  }

  /** After a success the account starts anew; the address does not. */
  async forgive(login: string): Promise<void> {
    await this.#perAccount.delete(login.trim().toLowerCase());
  }
}
