import {
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { createClient, type RedisClientType } from 'redis';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Health } from '../health/health.ts';

const PING_EVERY_MS = 2_000;
const SILENCE_LIMIT_MS = 10_000;

/**
 * The connection to Redis. Connects by itself and again after a loss; while it is away commands fail at once instead of
 * waiting, so that a caller can decide what to do without it.
 */
@Injectable()
export class Redis implements OnModuleInit, OnApplicationShutdown {
  readonly client: RedisClientType;
  readonly #prefix: string;
  readonly #logger = new Logger(Redis.name);

  constructor(@Inject(CONFIG) config: Pick<ServiceConfig, 'REDIS_URL' | 'REDIS_PREFIX'>, health: Health) {
    this.#prefix = config.REDIS_PREFIX;
    this.client = createClient({
      url: config.REDIS_URL,
      disableOfflineQueue: true,
      // A Redis that went silent is noticed by its silence, for all commands at once. A time-out of each, five seconds unless told,
      // ends only as long as the command is not sent, and costs a timer and an error even then.
      commandOptions: { timeout: 0 },
      pingInterval: PING_EVERY_MS,
      socket: {
        reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 5), 1_000),
        connectTimeout: 2_000,
        socketTimeout: SILENCE_LIMIT_MS,
      },
    }) as RedisClientType;
    this.client.on('error', (error: Error) => {
      if (this.#why === undefined) this.#logger.warn('Redis is away', error);
      this.#why = error.message || error.name;
    });
    this.client.on('ready', () => {
      if (this.#why !== undefined) this.#logger.log('Redis is back');
      this.#why = undefined;
    });
    health.register('redis', () => (this.client.isReady ? undefined : (this.#why ?? 'connecting')));
  }

  #why: string | undefined;

  /** A key with the prefix of this shop. */
  key(name: string): string {
    return `${this.#prefix}${name}`;
  }

  onModuleInit(): void {
    // Keeps trying by its own strategy; what goes wrong arrives as an `error` event.
    this.client.connect().catch(() => {});
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.client.isReady) await this.client.close();
    else this.client.destroy();
  }
}

@Global()
@Module({ providers: [Redis], exports: [Redis] })
export class RedisModule {}
