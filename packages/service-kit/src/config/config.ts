import { UPLOAD_LIMIT_BYTES } from '@shop/contracts';
import { ConnectionString } from 'mongodb-connection-string-url';
import { z } from 'zod';
import { eventVariables } from '../events/event-variables.ts';
import { duration } from './duration.ts';

/** Variables that every process of the shop has. */
export const processVariables = {
  PORT: z.coerce.number('Not a port').int('Not a port').min(0, 'Not a port').max(65_535, 'Not a port'),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** How long a stopping process may take to finish what is under way. */
  SHUTDOWN_LIMIT: duration('10s'),
  /** Traces are sent there (OTLP over HTTP) when it is set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
};

/** One host or several of a replica set, as the driver takes them; several are no URL by the standard. */
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

/** Variables that every service has. */
export const serviceVariables = {
  ...processVariables,
  /** With the service's own database in the path. */
  MONGODB_URI: mongodbUri,
  ...eventVariables,
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  REDIS_PREFIX: z.string().default(''),
  /** Shared by the services for calls under `/internal`. */
  SERVICE_TOKEN: z.string().min(16, 'At least 16 characters'),
  /** Where identity publishes its keys, at `/.well-known/jwks.json`. */
  IDENTITY_URL: z.url(),
  /** A request's body may be this long. */
  BODY_LIMIT_BYTES: z.coerce.number().int().positive().default(1_000_000),
  /** One uploaded file may be this long. */
  UPLOAD_LIMIT_BYTES: z.coerce.number().int().positive().default(UPLOAD_LIMIT_BYTES),
  /** How long an idempotency key and its answer are kept. */
  IDEMPOTENCY_KEEP: duration('24h'),
  /** After this long without a sign of life, work under an idempotency key may be taken over. */
  IDEMPOTENCY_LEASE: duration('30s'),
  /** Lets tests and proofs move the clock by a Redis key. Never on in a real shop. */
  CLOCK_CONTROL: z.enum(['on', 'off']).default('off'),
};

export type ConfigOf<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;
export type ProcessConfig = ConfigOf<typeof processVariables>;
export type ServiceConfig = ConfigOf<typeof serviceVariables>;

/** Thrown by `parseConfig`; its message lists every bad variable. */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration';
}

/** The configuration out of `environment`. An empty variable counts as missing. Values are never part of a message. */
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
 * What a `config.ts` exports: `export const config = readConfig({ ...serviceVariables, CATALOG_URL: z.url() }, process.env)`.
 * Lists every bad variable on stderr and exits with 1.
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
