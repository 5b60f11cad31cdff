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

const PING_EVERY_MS = 500;
/** So many pings without an answer: Redis went silent. Counted, because a process that was held up itself sees time pass, too. */
const PINGS_UNANSWERED = 3;
/** The same while a connection is being made, when there are no pings yet. */
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
      // ends only as long as the command is not sent, and costs a timer and an error even then; that of the socket begins anew
      // with every command that is sent.
      commandOptions: { timeout: 0 },
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
  #pings: NodeJS.Timeout | undefined;
  #unanswered = 0;

  /** A key with the prefix of this shop. */
  key(name: string): string {
    return `${this.#prefix}${name}`;
  }

  onModuleInit(): void {
    this.#connect();
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
  }

  /** Keeps trying by its own strategy; what goes wrong arrives as an `error` event. */
  #connect(): void {
    this.client.connect().catch(() => {});
  }

  #ping(): void {
    if (!this.client.isReady) return;
    if (this.#unanswered < PINGS_UNANSWERED) {
      this.#unanswered += 1;
      const answered = () => (this.#unanswered = 0);
      this.client.ping().then(answered, answered);
      return;
    }
    this.#unanswered = 0;
    this.#why = 'silent';
    this.#logger.warn('Redis is silent');
    // What waits for its answer fails now, and what comes until there is a new connection at once.
    this.client.destroy();
    this.#connect();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#pings);
    if (this.client.isReady) await this.client.close();
    else this.client.destroy();
  }
}

@Global()
@Module({ providers: [Redis], exports: [Redis] })
export class RedisModule {}
