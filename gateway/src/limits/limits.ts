import net from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { AnyCall } from '@shop/contracts';
import { CONFIG, Failure, Redis } from '@shop/service-kit';
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
    name: string,
    points: number,
    seconds: number,
  ) {
    const window = { points, duration: seconds, keyPrefix: redis.key(`limit:${name}`) };
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

/** Rate limits per address and per account. */
@Injectable()
export class Limits {
  readonly #perAddress: Limit;
  readonly #perAccount: Limit;
  readonly #signIn: Limit;
  readonly #payment: Limit;

  constructor(@Inject(CONFIG) config: GatewayConfig, redis: Redis, circuit: RedisCircuit) {
    this.#perAddress = new Limit(redis, circuit, 'address', config.LIMIT_PER_ADDRESS, MINUTE);
    this.#perAccount = new Limit(redis, circuit, 'account', config.LIMIT_PER_ACCOUNT, MINUTE);
    this.#signIn = new Limit(redis, circuit, 'sign-in', config.LIMIT_SIGN_IN, TEN_MINUTES);
    this.#payment = new Limit(redis, circuit, 'payment', config.LIMIT_PAYMENT, TEN_MINUTES);
  }

  /** @throws Failure `request.too-many` */
  async countAddress(call: AnyCall, address: string): Promise<void> {
    if (call.limit === 'none') return;
    const key = networkOf(address);
    await this.#perAddress.count(key);
    if (call.limit === 'sign-in') await this.#signIn.count(key);
  }

  /** @throws Failure `request.too-many` */
  async countAccount(call: AnyCall, userId: string): Promise<void> {
    if (call.limit === 'none') return;
    await this.#perAccount.count(userId);
    if (call.limit === 'payment') await this.#payment.count(userId);
  }
}

/** An IPv4 address, or the /64 network of an IPv6 address, because a household has a whole /64. */
export function networkOf(address: string): string {
  if (!net.isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':');
}
