import { setTimeout as wait } from 'node:timers/promises';
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
import { LimitKeys, type LimitName } from '../limits/limit-keys.ts';
import { lookUpPrimary } from './sentinels.ts';

const PING_INTERVAL_MS = 500;
/** Unanswered pings before the connection counts as hung. A count, not a time: time also passes when this process is blocked. */
const MAX_UNANSWERED_PINGS = 3;
/** For the answers that are still to come when the process stops. */
const CLOSE_LIMIT_MS = PING_INTERVAL_MS * MAX_UNANSWERED_PINGS;
/** The limit while connecting, when there are no pings yet. */
const SOCKET_TIMEOUT_MS = 10_000;
const DEFAULT_PORT = 6379;

type RedisConfig = Pick<ServiceConfig, 'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_PREFIX'>;

/**
 * The connection to Redis, which reconnects automatically. While it is down, commands fail at once instead of queueing, so that
 * a caller can fall back.
 */
@Injectable()
export class Redis implements OnModuleInit, OnApplicationShutdown {
  readonly client: RedisClientType;
  readonly #prefix: string;
  readonly #limits = new LimitKeys();
  readonly #logger = new Logger(Redis.name);

  constructor(@Inject(CONFIG) config: RedisConfig, health: Health) {
    const { REDIS_URL: url, REDIS_SENTINELS: sentinels } = config;
    const port = Number(new URL(url).port || DEFAULT_PORT);
    this.#prefix = config.REDIS_PREFIX;
    this.client = createClient({
      url,
      disableOfflineQueue: true,
      // Of a vendor's servers; it would look up the host's name itself.
      maintNotifications: 'disabled',
      // A hung Redis is detected by the pings below. The command time-out (default 5 s) only covers commands that are not sent
      // yet and costs a timer each; the socket's time-out restarts with every command that is sent.
      commandOptions: { timeout: 0 },
      socket: {
        reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 5), 1_000),
        connectTimeout: 2_000,
        socketTimeout: SOCKET_TIMEOUT_MS,
        ...(sentinels && { lookup: lookUpPrimary(sentinels, port) }),
      },
    }) as RedisClientType;
    this.client.on('error', (error: Error) => {
      if (this.#why === undefined) this.#logger.warn('Redis is unavailable', error);
      this.#why = error.message || error.name;
    });
    this.client.on('ready', () => {
      if (this.#why !== undefined) this.#logger.log('Redis is available again');
      this.#why = undefined;
    });
    // What needs it answers 503 itself.
    health.register('redis', () => (this.client.isReady ? undefined : (this.#why ?? 'connecting')), {
      isRequired: false,
    });
  }

  #why: string | undefined;
  #pings: NodeJS.Timeout | undefined;
  #unanswered = 0;

  /** Adds the shop's prefix to a key. */
  key(name: string): string {
    return `${this.#prefix}${name}`;
  }

  /** Prefix of a limiter's counters. @throws Error when another limiter has it */
  limitKey(name: LimitName): string {
    return this.key(this.#limits.take(name));
  }

  onModuleInit(): void {
    this.#connect();
    this.#pings = setInterval(() => this.#ping(), PING_INTERVAL_MS).unref();
  }

  /** Retries by `reconnectStrategy`; errors arrive as `error` events. */
  #connect(): void {
    this.client.connect().catch(() => {});
  }

  #ping(): void {
    if (!this.client.isReady) return;
    if (this.#unanswered < MAX_UNANSWERED_PINGS) {
      this.#unanswered += 1;
      const answered = () => (this.#unanswered = 0);
      this.client.ping().then(answered, answered);
      return;
    }
    this.#unanswered = 0;
    this.#why = 'silent';
    this.#logger.warn('Redis does not answer pings');
    // Pending commands fail now; new ones fail at once until there is a new connection.
    this.client.destroy();
    this.#connect();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#pings);
    // The library's `close` waits for answers, and does not settle when the connection is lost or silent.
    if (this.client.isReady) await Promise.race([this.client.close(), wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    this.client.destroy();
  }
}

@Global()
@Module({ providers: [Redis], exports: [Redis] })
export class RedisModule {}
