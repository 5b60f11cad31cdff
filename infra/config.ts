import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { DEFAULT_PORT_BASE } from './ports.ts';

export const ROOT = path.dirname(import.meta.dirname);
/**
 * Data, logs, secrets and stored files of a running shop. Never committed. The journeys' shop has another folder.
 */
export const RUN_FOLDER = path.resolve(ROOT, process.env.SHOP_RUN_FOLDER || '.run');
/** Files that several processes and machines share, as `packages/storage` opens it. */
export const STORAGE_URL = process.env.STORAGE_URL || storageIn(path.join(RUN_FOLDER, 'data'));
/** What an image was built from, where there is no repository to ask. */
export const SOURCE_COMMIT = process.env.SOURCE_COMMIT || undefined;
/** The address of the storage beside other data. */
export function storageIn(data: string): string {
  return pathToFileURL(path.join(data, 'storage')).href;
}
/** The same for the test infrastructure, which all shops share. */
export const TEST_FOLDER = path.join(ROOT, '.run/test');
/** Downloaded programs and build records; survives a reset. */
export const CACHE_FOLDER = path.join(ROOT, '.cache');

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const address = (...protocols: string[]) =>
  z.preprocess(
    emptyToUndefined,
    z
      .string()
      // A replica set's list of hosts is not a valid URL.
      .refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)), {
        message: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      })
      .optional(),
  );

const file = z.preprocess(
  emptyToUndefined,
  z.string().refine(path.isAbsolute, 'must be the full path of a file').optional(),
);

const seconds = (fallback: string) =>
  z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^\d+s$/, 'must be a number of seconds: 5s')
      .default(fallback),
  );

const variables = z.object({
  SHOP_PORT_BASE: z.preprocess(
    emptyToUndefined,
    z.coerce.number().int().min(1024).max(65_000).default(DEFAULT_PORT_BASE),
  ),
  // Where the edge listens; everything behind it stays on loopback.
  HOST: z.preprocess(emptyToUndefined, z.string().default('127.0.0.1')),
  // Further names under which the shop is reached, separated by commas; the edge refuses all others.
  SHOP_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9.:[\]_-]+$/, 'must be a list of host names'))),
  // Where browsers find the shop; without it this machine at SHOP_PORT_BASE.
  SHOP_URL: z.preprocess(emptyToUndefined, z.url({ protocol: /^https?$/ }).optional()),
  // Load balancers in front of the edge, as addresses and networks separated by commas.
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((network) => network.trim() || []))
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be a list of addresses and networks (10.0.0.0/8)'),
      ),
    ),
  // Files of the edge's certificate with its chain and of its key; both or none.
  TLS_CERTIFICATE: file,
  TLS_KEY: file,
  MONGODB_URI: address('mongodb:', 'mongodb+srv:'),
  RABBITMQ_URL: address('amqp:', 'amqps:'),
  REDIS_URL: address('redis:', 'rediss:'),
  // Of the user that reads backups, where MONGODB_URI is the operator's.
  BACKUP_PASSWORD: z.preprocess(emptyToUndefined, z.string().optional()),
  // Of uploads: `file:///folder` or `s3://bucket/prefix`, with S3's settings in its own variables.
  STORAGE_URL: address('file:', 's3:'),
  TEST_MONGODB_URI: address('mongodb:', 'mongodb+srv:'),
  TEST_RABBITMQ_URL: address('amqp:', 'amqps:'),
  TEST_REDIS_URL: address('redis:', 'rediss:'),
  // Of tests, with the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
  S3_ENDPOINT: address('http:', 'https:'),
  // Of a cluster, for its proof; the second is a command that takes names of images and brings them in.
  KUBECONFIG: z.preprocess(emptyToUndefined, z.string().optional()),
  IMAGES_LOAD: z.preprocess(emptyToUndefined, z.string().optional()),
  LOG_LEVEL: z.preprocess(
    emptyToUndefined,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  // Of every part: how long it says that it stops and still answers, and then may take to finish.
  STOP_NOTICE: seconds('5s'),
  SHUTDOWN_LIMIT: seconds('35s'),
  ADMIN_EMAIL: z.preprocess(emptyToUndefined, z.email().optional()),
  ADMIN_PASSWORD: z.preprocess(emptyToUndefined, z.string().min(8).max(128).optional()),
  PATH: z.string().default(''),
});

const schema = variables.superRefine(({ TLS_CERTIFICATE, TLS_KEY }, context) => {
  if ((TLS_CERTIFICATE === undefined) === (TLS_KEY === undefined)) return;
  const missing = TLS_KEY === undefined ? 'TLS_KEY' : 'TLS_CERTIFICATE';
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: 'is missing: a certificate and its key belong together',
  });
});

export type Config = z.infer<typeof schema>;

/** Parses the environment of the `npm` commands. @throws Error listing every bad variable */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Bad environment:\n${lines.join('\n')}`);
}

/** The configuration of this process; prints every bad variable and exits with 1 when there is one. */
export function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Passwords by their variables, of which the schema has no list. @throws Error naming those that are missing */
export function readPasswords<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Error(`Bad environment:\n${missing.map((name) => `  ${name}: is missing`).join('\n')}`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]!])) as Record<Name, string>;
}

/** For a server that goes on in the process that prepared it. */
export function setVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables);
}

/** What every child process inherits: the machine's environment without settings of the shop. */
export function machineEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] as string]])),
  );
}

/** For Docker's programs: where the engine is and how to get in, by their own variables. */
export function dockerEnvironment(): Record<string, string> {
  const docker = Object.entries(process.env).filter((entry): entry is [string, string] =>
    entry[0].startsWith('DOCKER_'),
  );
  return { ...machineEnvironment(), ...Object.fromEntries(docker) };
}

/**
 * What the shop's own programs inherit: all but npm's variables, so that `OTEL_EXPORTER_OTLP_ENDPOINT=… npm start` or a
 * shorter duration reaches them. Values that the runner sets take precedence.
 */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !/^npm_|^(_|INIT_CWD|PWD|OLDPWD)$/.test(entry[0]),
    ),
  );
}
