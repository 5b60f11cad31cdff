import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Redis } from '../redis/redis.module.ts';
import { Clock } from './clock.ts';

/** The Redis key, without the shop's prefix, of the offset of all processes' clocks, ms. */
export const CLOCK_OFFSET_KEY = 'clock:offset-ms';

const POLL_MS = 100;

/** With `CLOCK_CONTROL=on` the clock follows a key in Redis, so that a proof moves the whole shop at once. */
@Injectable()
export class ClockControl implements OnModuleInit, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'CLOCK_CONTROL'>,
    private readonly clock: Clock,
    private readonly redis: Redis,
  ) {}

  onModuleInit(): void {
    if (this.config.CLOCK_CONTROL === 'off') return;
    this.#timer = setInterval(() => void this.#poll(), POLL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    if (!this.redis.client.isReady) return;
    const offset = Number(await this.redis.client.get(this.redis.key(CLOCK_OFFSET_KEY)).catch(() => undefined));
    if (Number.isFinite(offset)) this.clock.setOffset(offset);
  }
}
