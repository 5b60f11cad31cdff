import { duration, eventVariables, processVariables, readConfig } from '@shop/service-kit';
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
  REDIS_PREFIX: z.string().default(''),
  CATALOG_URL: z.url(),
  IDENTITY_URL: z.url(),
  CART_ORDER_URL: z.url(),
  PAYMENT_URL: z.url(),
  CONTENT_URL: z.url(),
  /** The shop's public address; unsafe calls must come from pages of this origin. */
  SHOP_URL: z.url(),
  /** Proves that the shell's server asks, which renders for everybody. */
  SERVICE_TOKEN: z.string().min(16, 'At least 16 characters'),
  /** Whose `X-Forwarded-For` is believed: the edge. */
  TRUSTED_PROXIES: networks.prefault('127.0.0.1,::1'),

  /** Requests from one address in a minute; those answered from the cache and those of the renderers are not counted. */
  LIMIT_PER_ADDRESS: count(1_200),
  /** Requests of one account in a minute, from whatever address. */
  LIMIT_PER_ACCOUNT: count(600),
  /** Passwords and codes tried from one address in ten minutes. */
  LIMIT_SIGN_IN: count(60),
  /** Payments begun or confirmed by one account in ten minutes. */
  LIMIT_PAYMENT: count(60),

  /** A JSON body may be this long. */
  BODY_LIMIT_BYTES: count(1_000_000),
  /** So may a body with files. */
  UPLOAD_LIMIT_BYTES: count(12_000_000),
  /**
   * The head of a request must have arrived within the first, and all of it within the second; so long a connection may
   * be silent, too, while a request is under way.
   */
  HEADERS_TIMEOUT: duration('10s'),
  REQUEST_TIMEOUT: duration('60s'),

  /** Cached answers and their compressed forms together. */
  CACHE_BYTES: count(48_000_000),

  /** Requests that one service may have at a time, and how many more may wait. */
  SERVICE_CONCURRENCY: count(128),
  SERVICE_WAITING: count(512),
  /** So many failures in a row and a service is spared for `CIRCUIT_PAUSE`. */
  CIRCUIT_FAILURES: count(5),
  CIRCUIT_PAUSE: duration('1s'),

  /** Open tabs that hear of changes: altogether and of one account. */
  TABS_LIMIT: count(10_000),
  TABS_PER_ACCOUNT: count(20),
  /** A sign of life to every open tab; its session is checked again as often. */
  TABS_HEARTBEAT: duration('25s'),
};

export type GatewayConfig = z.output<z.ZodObject<typeof gatewayVariables>>;

export const readGatewayConfig = (): GatewayConfig => readConfig(gatewayVariables, process.env);
