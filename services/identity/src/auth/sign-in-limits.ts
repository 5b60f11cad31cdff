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
   * Counts one try.
   * @throws Failure `request.too-many` with Retry-After, or `session.unavailable` while Redis is away
   */
  async count(login: string, address: string): Promise<void> {
    await this.#take(this.#perAddress, address);
    await this.#take(this.#perAccount, accountOf(login));
  }

  /**
   * Counts a code for a new password, which anybody can ask for. The few tries of each would add up to an account in months.
   * @throws Failure as `count`
   */
  countNewPassword(login: string): Promise<void> {
    return this.#take(this.#newPasswords, accountOf(login));
  }

  /** After a success the account starts anew; the address does not. */
  async forgive(login: string): Promise<void> {
    await this.#perAccount.delete(accountOf(login));
  }

  async #take(limiter: RateLimiterRedis, key: string): Promise<void> {
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
