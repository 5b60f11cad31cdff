import { UPLOAD_LIMIT_BYTES } from '@shop/contracts';
import { ConnectionString } from 'mongodb-connection-string-url';
import { z } from 'zod';
import { eventVariables } from '../events/event-variables.ts';
import { sentinelAddresses } from '../redis/sentinels.ts';
import { duration } from './duration.ts';
import { secrets } from './secrets.ts';

/** Variables of every process of the shop. */
export const processVariables = {
  PORT: z.coerce.number('Not a port').int('Not a port').min(0, 'Not a port').max(65_535, 'Not a port'),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /**
   * Whether its port is its own (`alone`), may be shared with another instance on this machine (`shared`), or is taken over from
   * one: `when-ready`, and not before.
   */
  LISTEN: z.enum(['alone', 'shared', 'when-ready']).default('alone'),
  /** How long a process that gets SIGTERM says that it stops and still answers, so that no caller routes to it any more. */
  STOP_NOTICE: duration('5s'),
  /** How long a stopping process may take after that to finish work in progress: longer than any call may take. */
  SHUTDOWN_LIMIT: duration('35s'),
  /** Where traces are exported to (OTLP over HTTP); no export when unset. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
};

/** Parsed as the driver does: several hosts of a replica set are not a valid URL. */
const mongodbUri = z
  .string()
  .refine(isConnectionString, { message: 'Not an address of MongoDB', abort: true })
  .refine((uri) => new ConnectionString(uri).pathname.length > 1, { message: 'Name the database in the path' });

function isConnectionString(uri: string): boolean {
  try {
    return new ConnectionString(uri).hosts.length > 0;
  } catch {
    return false;
  }
}

/** Variables of every service. */
export const serviceVariables = {
  ...processVariables,
  /** With the service's own database in the path. */
  MONGODB_URI: mongodbUri,
  ...eventVariables,
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Sentinels that know the primary under the name that REDIS_URL has in place of a host; without them it is a host. */
  REDIS_SENTINELS: sentinelAddresses.optional(),
  REDIS_PREFIX: z.string().default(''),
  /** Shared by the services for calls under `/internal`. */
  SERVICE_TOKEN: secrets(16),
  /** Where identity publishes its keys, at `/.well-known/jwks.json`. */
  IDENTITY_URL: z.url(),
  BODY_LIMIT_BYTES: z.coerce.number().int().positive().default(1_000_000),
  /** Per file. */
  UPLOAD_LIMIT_BYTES: z.coerce.number().int().positive().default(UPLOAD_LIMIT_BYTES),
  /** How long an idempotency key and its answer are kept. */
  IDEMPOTENCY_KEEP: duration('24h'),
  /** Work under an idempotency key that is not renewed for this long may be taken over. */
  IDEMPOTENCY_LEASE: duration('30s'),
  /** Lets tests and proofs set the clock by a Redis key; off in production. */
  CLOCK_CONTROL: z.enum(['on', 'off']).default('off'),
};

export type ConfigOf<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;
export type ProcessConfig = ConfigOf<typeof processVariables>;
export type ServiceConfig = ConfigOf<typeof serviceVariables>;

/** Thrown by `parseConfig`; its message lists every bad variable. */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration';
}

/** An empty variable counts as missing. Messages never contain values. @throws BadConfiguration */
export function parseConfig<Variables extends z.ZodRawShape>(
  variables: Variables,
  environment: Record<string, string | undefined>,
): ConfigOf<Variables> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.object(variables).safeParse(given);
  if (parsed.success) return parsed.data;
  const bad = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${name in given ? issue.message : 'is missing'}`;
  });
  throw new BadConfiguration(`Bad configuration:\n${bad.join('\n')}`);
}

/**
 * For `config.ts`: `export const config = readConfig({ ...serviceVariables, CATALOG_URL: z.url() }, process.env)`.
 * Prints every bad variable on stderr and exits with 1.
 */
export function readConfig<Variables extends z.ZodRawShape>(
  variables: Variables,
  environment: Record<string, string | undefined>,
): ConfigOf<Variables> {
  try {
    return parseConfig(variables, environment);
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
