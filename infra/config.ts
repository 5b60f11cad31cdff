import path from 'node:path';
import { z } from 'zod';
import { DEFAULT_PORT_BASE } from './ports.ts';

/** The project's folder. */
export const ROOT = path.dirname(import.meta.dirname);
/**
 * Everything that a running shop leaves behind: data, logs, secrets, deployed frontends. Never committed. Journeys run a
 * shop of their own out of another folder.
 */
export const RUN_FOLDER = path.resolve(ROOT, process.env.SHOP_RUN_FOLDER || '.run');
/** The same for the test infrastructure, whatever shop runs. */
export const TEST_FOLDER = path.join(ROOT, '.run/test');
/** Downloaded programs, and what the builds were made from; survives a reset. */
export const CACHE_FOLDER = path.join(ROOT, '.cache');

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const address = (...protocols: string[]) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      // Not parsed as a URL: a replica set's list of hosts is none.
      .refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)), {
        message: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      })
      .optional(),
  );

const schema = z.object({
  SHOP_PORT_BASE: z.preprocess(blankIsAbsent, z.coerce.number().int().min(1024).max(65_000).default(DEFAULT_PORT_BASE)),
  // Where the edge listens; everything behind it stays on loopback.
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:'),
  RABBITMQ_URL: address('amqp:', 'amqps:'),
  REDIS_URL: address('redis:', 'rediss:'),
  TEST_MONGODB_URI: address('mongodb:', 'mongodb+srv:'),
  TEST_RABBITMQ_URL: address('amqp:', 'amqps:'),
  TEST_REDIS_URL: address('redis:', 'rediss:'),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  ADMIN_EMAIL: z.preprocess(blankIsAbsent, z.email().optional()),
  ADMIN_PASSWORD: z.preprocess(blankIsAbsent, z.string().min(8).max(128).optional()),
  PATH: z.string().default(''),
});

export type Config = z.infer<typeof schema>;

/** Parses the environment of the `npm` commands. Throws one Error that lists every bad variable. */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Bad environment:\n${lines.join('\n')}`);
}

/** The configuration of this process; prints what is wrong with the environment and exits when it is not usable. */
export function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** What a child inherits from us whatever it is: the machine's surroundings, none of the shop's own settings. */
export function machineEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] as string]])),
  );
}

/**
 * What the shop's own parts inherit: all but what npm adds, so that `OTEL_EXPORTER_OTLP_ENDPOINT=… npm start` or a
 * shorter duration reaches them. What the runner sets itself wins.
 */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !/^npm_|^(_|INIT_CWD|PWD|OLDPWD)$/.test(entry[0]),
    ),
  );
}
