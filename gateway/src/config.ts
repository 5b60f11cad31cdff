import { duration, eventVariables, processVariables, readConfig, secrets, sentinelAddresses } from '@shop/service-kit';
import { z } from 'zod';

const count = (fallback: number) =>
  z.coerce.number('Not a number').int('Not a whole number').positive().default(fallback);

/** Addresses and networks, separated by commas: `127.0.0.1,::1,10.0.0.0/8`. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'Not an address or network')));

export const gatewayVariables = {
  ...processVariables,
  ...eventVariables,
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Sentinels that know the primary under the name that REDIS_URL has in place of a host; without them it is a host. */
  REDIS_SENTINELS: sentinelAddresses.optional(),
  REDIS_PREFIX: z.string().default(''),
  CATALOG_URL: z.url(),
  IDENTITY_URL: z.url(),
  CART_ORDER_URL: z.url(),
  PAYMENT_URL: z.url(),
  CONTENT_URL: z.url(),
  /** The shop's public URL; unsafe calls must come from pages of this origin. */
  SHOP_URL: z.url(),
  /** Identifies the shell's renderers, which are exempt from the limit per address. */
  SERVICE_TOKEN: secrets(16),
  /** Addresses of the edge, whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: networks.prefault('127.0.0.1,::1'),

  /** Requests per address and minute that no limit below counts, except cache hits and requests of the renderers. */
  LIMIT_PER_ADDRESS: count(1_200),
  /** Requests per account and minute. */
  LIMIT_PER_ACCOUNT: count(600),
  /** Passwords tried, per address and ten minutes. */
  LIMIT_SIGN_IN: count(60),
  /** Codes asked for without a password, and codes tried, per address and ten minutes. */
  LIMIT_CODES: count(120),
  /** Payments started or confirmed, per account and ten minutes. */
  LIMIT_PAYMENT: count(60),
  /** The same per address, also without a session. */
  LIMIT_PAYMENT_PER_ADDRESS: count(600),

  /** For JSON bodies. */
  BODY_LIMIT_BYTES: count(1_000_000),
  /** For bodies with files. */
  UPLOAD_LIMIT_BYTES: count(12_000_000),
  /**
   * Until the head of a request has arrived, and until all of it has. The second is also the idle time-out of a connection
   * during a request.
   */
  HEADERS_TIMEOUT: duration('10s'),
  REQUEST_TIMEOUT: duration('60s'),

  /** Cached answers including compressed forms. */
  CACHE_BYTES: count(48_000_000),

  /** Concurrent and queued requests per service. */
  SERVICE_CONCURRENCY: count(128),
  SERVICE_WAITING: count(512),
  /** Consecutive failures that open a service's circuit for `CIRCUIT_PAUSE`. */
  CIRCUIT_FAILURES: count(5),
  CIRCUIT_PAUSE: duration('1s'),

  /** Open event streams: in total and per account. */
  TABS_LIMIT: count(10_000),
  TABS_PER_ACCOUNT: count(20),
  /** Interval at which every open tab gets a heartbeat and its session is checked. */
  TABS_HEARTBEAT: duration('25s'),
};

export type GatewayConfig = z.output<z.ZodObject<typeof gatewayVariables>>;

export const readGatewayConfig = (): GatewayConfig => readConfig(gatewayVariables, process.env);
