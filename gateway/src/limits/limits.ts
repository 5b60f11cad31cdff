import { Inject, Injectable } from '@nestjs/common';
import type { AnyCall } from '@shop/contracts';
import { CONFIG, Failure, type LimitName, networkOf, Redis } from '@shop/service-kit';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.ts';
import { RedisCircuit } from '../redis-circuit.ts';

/** One rate limit, counted in Redis for all gateways; in memory per gateway while Redis is unavailable. */
class Limit {
  readonly #shared: RateLimiterAbstract;
  readonly #local: RateLimiterAbstract;

  constructor(
    redis: Redis,
    private readonly circuit: RedisCircuit,
    name: LimitName,
    points: number,
    seconds: number,
  ) {
    const window = { points, duration: seconds, keyPrefix: redis.limitKey(name) };
    this.#shared = new RateLimiterRedis({
      ...window,
      storeClient: redis.client,
      useRedisPackage: true,
      // Once over the limit, further requests are refused without querying Redis.
      inMemoryBlockOnConsumed: points,
    });
    this.#local = new RateLimiterMemory(window);
  }

  /** Counts one request. @throws Failure `request.too-many` with Retry-After */
  async count(key: string): Promise<void> {
    try {
      await this.circuit.execute(() => this.#shared.consume(key));
    } catch (refused) {
      if (!(refused instanceof Error)) throw tooMany(refused);
      await this.#local.consume(key).catch((refusedLocally: unknown) => {
        throw tooMany(refusedLocally);
      });
    }
  }
}

function tooMany(refused: unknown): Failure {
  const { msBeforeNext } = refused as { msBeforeNext: number };
  return new Failure('request.too-many', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  });
}

const MINUTE = 60;
const TEN_MINUTES = 600;

type Purpose = 'browsing' | 'signing-in' | 'codes' | 'paying';

/** What a call is for; undefined where it is not limited. */
const purposes: Record<NonNullable<AnyCall['limit']>, Purpose | undefined> = {
  normal: 'browsing',
  'sign-in': 'signing-in',
  code: 'codes',
  payment: 'paying',
  none: undefined,
};
const purposeOf = ({ limit = 'normal' }: AnyCall): Purpose | undefined => purposes[limit];

/** Rate limits per address and per account. Each call counts for its purpose alone. */
@Injectable()
export class Limits {
  readonly #perAddress: Record<Purpose, Limit>;
  readonly #perAccount: Partial<Record<Purpose, Limit>>;

  constructor(@Inject(CONFIG) config: GatewayConfig, redis: Redis, circuit: RedisCircuit) {
    const limit = (name: LimitName, points: number, seconds: number) =>
      new Limit(redis, circuit, name, points, seconds);
    this.#perAddress = {
      browsing: limit('gateway:browsing:address', config.LIMIT_PER_ADDRESS, MINUTE),
      'signing-in': limit('gateway:signing-in:address', config.LIMIT_SIGN_IN, TEN_MINUTES),
      codes: limit('gateway:codes:address', config.LIMIT_CODES, TEN_MINUTES),
      paying: limit('gateway:paying:address', config.LIMIT_PAYMENT_PER_ADDRESS, TEN_MINUTES),
    };
    this.#perAccount = {
      browsing: limit('gateway:browsing:account', config.LIMIT_PER_ACCOUNT, MINUTE),
      paying: limit('gateway:paying:account', config.LIMIT_PAYMENT, TEN_MINUTES),
    };
  }

  /** @throws Failure `request.too-many` */
  async countAddress(call: AnyCall, address: string): Promise<void> {
    const purpose = purposeOf(call);
    if (purpose) await this.#perAddress[purpose].count(networkOf(address));
  }

  /** @throws Failure `request.too-many` */
  async countAccount(call: AnyCall, userId: string): Promise<void> {
    const purpose = purposeOf(call);
    if (purpose) await this.#perAccount[purpose]?.count(userId);
  }
}
