import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Failure, Redis } from '@shop/service-kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../variables.ts';

/**
 * Rate limits per account and per IP address, in addition to the gateway's: guessing may target one account from many
 * addresses, or many accounts from one. The account key is the login as typed, so that unknown accounts behave the same.
 */
@Injectable()
export class SignInLimits {
  readonly #perAccount: RateLimiterRedis;
  readonly #perAddress: RateLimiterRedis;
  readonly #newPasswords: RateLimiterRedis;

  constructor(redis: Redis, @Inject(CONFIG) config: Config) {
    const limiter = (name: string, points: number, windowMs = config.SIGN_IN_WINDOW) =>
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        keyPrefix: redis.key(`limit:${name}`),
        points,
        duration: windowMs / 1000,
      });
    this.#perAccount = limiter('account', config.SIGN_IN_TRIES_PER_ACCOUNT);
    this.#perAddress = limiter('address', config.SIGN_IN_TRIES_PER_ADDRESS);
    this.#newPasswords = limiter('new-password', config.NEW_PASSWORDS_PER_ACCOUNT, config.NEW_PASSWORD_WINDOW);
  }

  /**
   * Counts one attempt.
   * @throws Failure `request.too-many` with Retry-After, or `session.unavailable` while Redis is away
   */
  async count(login: string, address: string): Promise<void> {
    await this.#consume(this.#perAddress, address);
    await this.#consume(this.#perAccount, accountOf(login));
  }

  /**
   * Counts a new-password code, which anyone can request: unlimited requests would add up to enough attempts to guess one.
   * @throws Failure as `count`
   */
  countNewPassword(login: string): Promise<void> {
    return this.#consume(this.#newPasswords, accountOf(login));
  }

  /** Resets the account's limit after a success, but not the address's. */
  async reset(login: string): Promise<void> {
    await this.#perAccount.delete(accountOf(login));
  }

  async #consume(limiter: RateLimiterRedis, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw new Failure('session.unavailable', { cause: error });
      const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      throw new Failure('request.too-many', { headers: { 'retry-after': seconds } });
    }
  }
}

const accountOf = (login: string): string => login.trim().toLowerCase();
