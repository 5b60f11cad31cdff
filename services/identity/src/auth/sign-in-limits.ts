import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Failure, type LimitName, networkOf, Redis } from '@shop/service-kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../variables.ts';

/** Who tries. */
export interface Caller {
  /** The login as typed, so that unknown accounts behave the same. */
  login: string;
  address: string;
  /** A browser in which the account signed in before: strangers' tries do not count against it, nor its own against theirs. */
  knownBrowser?: string | undefined;
}

export type CodeKind = 'sign-in' | 'register' | 'new-password' | 'proof' | 'new-email' | 'app' | 'continue';
type Counted = [limiter: RateLimiterRedis, key: string];

/**
 * Rate limits per account and per address, in addition to the gateway's: guessing may target one account from many addresses, or many
 * accounts from one. Anybody can ask for codes to register, to continue and for new passwords: theirs are counted apart from those to sign in, which
 * need the password.
 */
@Injectable()
export class SignInLimits {
  readonly #passwords: Record<'account' | 'address' | 'knownBrowser', RateLimiterRedis>;
  readonly #codes: Record<CodeKind | 'address' | 'knownBrowser', RateLimiterRedis>;

  constructor(redis: Redis, @Inject(CONFIG) config: Config) {
    const limiter = (name: LimitName, points: number, windowMs: number) =>
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        keyPrefix: redis.limitKey(name),
        points,
        duration: windowMs / 1000,
      });
    const { SIGN_IN_WINDOW, CODE_WINDOW, SIGN_IN_TRIES_PER_ACCOUNT, SIGN_IN_CODES_PER_ACCOUNT } = config;
    this.#passwords = {
      account: limiter('identity:passwords:account', SIGN_IN_TRIES_PER_ACCOUNT, SIGN_IN_WINDOW),
      address: limiter('identity:passwords:address', config.SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WINDOW),
      knownBrowser: limiter('identity:passwords:known-browser', SIGN_IN_TRIES_PER_ACCOUNT, SIGN_IN_WINDOW),
    };
    this.#codes = {
      'sign-in': limiter('identity:sign-in-codes:account', SIGN_IN_CODES_PER_ACCOUNT, CODE_WINDOW),
      register: limiter('identity:registration-codes:account', config.REGISTRATION_CODES_PER_ACCOUNT, CODE_WINDOW),
      'new-password': limiter('identity:new-password-codes:account', config.NEW_PASSWORDS_PER_ACCOUNT, CODE_WINDOW),
      proof: limiter('identity:proof-codes:account', SIGN_IN_CODES_PER_ACCOUNT, CODE_WINDOW),
      'new-email': limiter('identity:new-email-codes:account', config.NEW_EMAILS_PER_ACCOUNT, CODE_WINDOW),
      app: limiter('identity:app-codes:account', SIGN_IN_CODES_PER_ACCOUNT, CODE_WINDOW),
      continue: limiter('identity:continue-codes:account', config.CONTINUE_CODES_PER_ACCOUNT, CODE_WINDOW),
      address: limiter('identity:codes:address', config.CODES_PER_ADDRESS, CODE_WINDOW),
      knownBrowser: limiter('identity:sign-in-codes:known-browser', SIGN_IN_CODES_PER_ACCOUNT, CODE_WINDOW),
    };
  }

  /**
   * Counts a password that is about to be checked.
   * @throws Failure `request.too-many` with Retry-After, or `session.unavailable` while Redis is away
   */
  async countPassword(caller: Caller): Promise<void> {
    for (const counted of this.#passwordCounters(caller)) await consume(counted);
  }

  /** Forgets the wrong passwords of this caller's account, not those of the address. */
  async forgetPasswords({ login, knownBrowser }: Caller): Promise<void> {
    if (knownBrowser) await this.#passwords.knownBrowser.delete(knownBrowser);
    else await this.#passwords.account.delete(accountOf(login));
  }

  /**
   * Counts a code that is about to be mailed: without a limit, tries of many codes add up. Of the app each code that is about to be compared:
   * nothing else limits them.
   * @throws Failure as `countPassword`
   */
  async countCode(kind: CodeKind, caller: Caller): Promise<void> {
    for (const counted of this.#codeCounters(kind, caller)) await consume(counted);
  }

  /** Takes back the count of a code that was redeemed or right, or could not be mailed. */
  async uncountCode(kind: CodeKind, caller: Caller): Promise<void> {
    for (const [limiter, key] of this.#codeCounters(kind, caller)) await limiter.reward(key);
  }

  #passwordCounters({ login, address, knownBrowser }: Caller): Counted[] {
    if (knownBrowser) return [[this.#passwords.knownBrowser, knownBrowser]];
    return [
      [this.#passwords.address, networkOf(address)],
      [this.#passwords.account, accountOf(login)],
    ];
  }

  #codeCounters(kind: CodeKind, { login, address, knownBrowser }: Caller): Counted[] {
    if (knownBrowser && kind === 'sign-in') return [[this.#codes.knownBrowser, knownBrowser]];
    return [
      [this.#codes.address, networkOf(address)],
      [this.#codes[kind], accountOf(login)],
    ];
  }
}

async function consume([limiter, key]: Counted): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw new Failure('session.unavailable', { cause: error });
    const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    throw new Failure('request.too-many', { headers: { 'retry-after': seconds } });
  }
}

const accountOf = (login: string): string => login.trim().toLowerCase();
