import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type AnyCall, changesNothing } from '@shop/contracts';
import { Failure, Redis } from '@shop/service-kit';
import { readOnly } from '../metrics.ts';
import { RedisCircuit } from '../redis-circuit.ts';

/** Set by `npm run maintenance` to the time at which staff expect to be done. */
const KEY = 'gateway:maintenance';
const LOOK_EVERY_MS = 1_000;
/** Also after `until`, as long as it is not over. */
const RETRY_AT_LEAST_S = 30;
/** Tells pages until when. */
const HEADER = 'shop-read-only';

/**
 * Whether the shop is read-only: calls that change something are refused until staff end it. All gateways look into Redis each
 * second; what was last seen holds while Redis is away.
 */
@Injectable()
export class Maintenance implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(Maintenance.name);
  #until: Date | undefined;
  #isKnown = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly circuit: RedisCircuit,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** For every answer while the shop is read-only. */
  get headers(): Record<string, string> {
    return this.#until ? { [HEADER]: this.#until.toISOString() } : {};
  }

  /**
   * Webhooks are refused as well: providers send them again for hours, then to a shop that may stand elsewhere.
   *
   * @throws Failure `shop.read-only` with Retry-After for a call that changes something
   */
  async allow(call: AnyCall): Promise<void> {
    if (changesNothing(call)) return;
    // Just started.
    if (!this.#isKnown) await this.#look();
    if (!this.#until) return;
    const left = Math.ceil((this.#until.getTime() - Date.now()) / 1000);
    const retryAfter = String(Math.max(RETRY_AT_LEAST_S, left));
    throw new Failure('shop.read-only', { headers: { ...this.headers, 'retry-after': retryAfter } });
  }

  async #look(): Promise<void> {
    let found: string | null;
    try {
      found = await this.circuit.execute(() => this.redis.client.get(this.redis.key(KEY)));
    } catch {
      return;
    }
    const until = found === null ? undefined : untilOf(found);
    if (Boolean(until) !== Boolean(this.#until)) {
      this.#logger.warn(until ? `The shop is read-only, until about ${until.toISOString()}` : 'The shop sells again');
    }
    this.#until = until;
    this.#isKnown = true;
    readOnly.set(until ? 1 : 0);
  }
}

/** Something else than a time still means that it is on. */
function untilOf(stored: string): Date {
  const until = new Date(stored);
  return Number.isNaN(until.getTime()) ? new Date(0) : until;
}
