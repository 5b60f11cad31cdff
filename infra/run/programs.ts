import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inheritedEnvironment, ROOT, RUN_FOLDER, STORAGE_URL, type Config } from '../config.ts';
import type { PortName, Ports } from '../ports.ts';
import type { Infrastructure } from '../provision/infrastructure.ts';
import { asPart, databaseOf, type Part } from '../provision/users.ts';
import type { Program } from './process.ts';
import { providerAddresses, webhookAddresses } from './provider-variables.ts';
import type { Secrets } from './secrets.ts';

export const DATA_FOLDER = path.join(RUN_FOLDER, 'data');
export const LOG_FOLDER = path.join(RUN_FOLDER, 'logs');

/** Each has a folder, a port, and a database named `shop-<name>`. */
export const SERVICES = [
  { name: 'catalog', folder: 'services/catalog', port: 'catalog' },
  { name: 'identity', folder: 'services/identity', port: 'identity' },
  { name: 'cart-order', folder: 'services/cart-order', port: 'cartOrder' },
  { name: 'payment', folder: 'services/payment', port: 'payment' },
  { name: 'content', folder: 'services/content', port: 'content' },
] as const satisfies { name: string; folder: string; port: PortName }[];

/** Each is served from its own origin. `name` is the prefix of fragment ids; `folder` is used in the registry and the keys of bundles. */
export const REMOTES = [
  { name: 'storefront', folder: 'mfe-storefront', port: 'remoteStorefront' },
  { name: 'checkout', folder: 'mfe-checkout', port: 'remoteCheckout' },
  { name: 'account', folder: 'mfe-account', port: 'remoteAccount' },
  { name: 'admin', folder: 'mfe-admin', port: 'remoteAdmin' },
] as const satisfies { name: string; folder: string; port: PortName }[];

/** What the environment of programs is derived from. */
export interface Setting {
  config: Config;
  ports: Ports;
  infrastructure: Pick<Infrastructure, 'mongodb' | 'rabbitmq' | 'redis'>;
  secrets: Secrets;
  /** Address of the storage of uploads. */
  storage: string;
}

// Addresses for browsers; programs call each other at 127.0.0.1.
export const shopUrl = (ports: Ports, { SHOP_URL, TLS_CERTIFICATE }: UrlConfig): string =>
  SHOP_URL?.replace(/\/$/, '') ?? `${TLS_CERTIFICATE ? 'https' : 'http'}://localhost:${ports.edge}`;
type UrlConfig = Partial<Pick<Config, 'SHOP_URL' | 'TLS_CERTIFICATE'>>;
export const sandboxUrl = (ports: Ports): string => `http://localhost:${ports.sandbox}`;
export const mailboxUrl = (ports: Ports): string => `${sandboxUrl(ports)}/mailbox`;
/** On ports of their own beside the shop. */
export const remoteOrigins = (ports: Ports, config: UrlConfig): Record<string, string> => {
  const { protocol, hostname } = new URL(shopUrl(ports, config));
  return Object.fromEntries(REMOTES.map(({ folder, port }) => [folder, `${protocol}//${hostname}:${ports[port]}`]));
};
const builtFile = (folder: string, entry: 'main' | 'migrate' | 'demo-data'): string =>
  path.join(ROOT, folder, `dist/${entry}.js`);
const at = (port: number): string => `http://127.0.0.1:${port}`;

/** The sandbox of the external services. */
export function sandbox({ ports, config, secrets }: Setting): Program {
  return node('sandbox', 'tools/sandbox', ['src/main.ts'], ports.sandbox, {
    ...serverEnvironment(config, ports.sandbox),
    SMTP_PORT: String(ports.smtp),
    DATA_DIR: path.join(DATA_FOLDER, 'sandbox'),
    SHOP_URL: shopUrl(ports, config),
    SANDBOX_URL: sandboxUrl(ports),
    ...secrets.providers,
    ...webhookAddresses(at(ports.gateway)),
  });
}

/** The services that are built. Each gets every common variable; its `config.ts` picks what it reads. */
export function services(setting: Setting): Program[] {
  return SERVICES.filter(({ folder }) => fs.existsSync(builtFile(folder, 'main'))).map(({ name, folder, port }) => ({
    ...server(name, folder, builtFile(folder, 'main'), setting.ports[port], serviceEnvironment(setting, name)),
    after: ['mongodb', 'rabbitmq', 'redis'],
  }));
}

export type ServiceName = (typeof SERVICES)[number]['name'];

/** Loads demo data into a service's database; some take arguments. */
export const demoData = (setting: Setting, name: ServiceName, args: string[] = []): Program =>
  command(setting, name, { name: `demo data of ${name}`, entry: 'demo-data', args });

/** Migrates a service's database: indexes and pending migrations. It needs MongoDB and nothing else. */
export const migration = (setting: Setting, name: ServiceName, args: string[] = []): Program =>
  command(setting, name, { name: `migrations of ${name}`, entry: 'migrate', args });

/** A service's program that runs to its end, in the service's environment. */
function command(
  setting: Setting,
  service: ServiceName,
  { name, entry, args }: { name: string; entry: 'demo-data' | 'migrate'; args: string[] },
): Program {
  const { folder, port } = SERVICES.find((known) => known.name === service)!;
  const main = builtFile(folder, entry);
  const program = server(name, folder, main, setting.ports[port], serviceEnvironment(setting, service));
  // It does not listen: the service itself holds the port.
  return { ...program, args: [...program.args, ...args], log: path.join(LOG_FOLDER, `${service}.${entry}.log`) };
}

export function gateway(setting: Setting): Program {
  const { config, ports } = setting;
  return {
    ...server('gateway', 'gateway', builtFile('gateway', 'main'), ports.gateway, {
      ...serverEnvironment(config, ports.gateway),
      ...sharedEnvironment(setting, 'gateway'),
      // The edge, on this machine: it says who asks.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    }),
    after: ['rabbitmq', 'redis'],
  };
}

/**
 * The shell's server in a deployed version, out of `folder`. With `reload` open pages reload when a new version of a frontend is
 * published (`npm run dev`).
 */
export function shell(
  setting: Setting,
  { version, folder, reload }: { version: string; folder: string; reload: boolean },
): Program {
  const { config, ports, infrastructure, secrets } = setting;
  const main = path.join(folder, 'main.mjs');
  return {
    // Rendering is in workers, so a quarter of the services' young generation is enough.
    ...node('shell', '.', ['--max-semi-space-size=4', '--enable-source-maps', main], ports.shell, {
      ...serverEnvironment(config, ports.shell),
      NODE_ENV: 'production',
      // With one malloc arena per renderer thread, some 40 MB of freed memory would stay resident.
      MALLOC_ARENA_MAX: '2',
      ...(reload && { DEV: '1' }),
      STORAGE_URL,
      SHELL_VERSION: version,
      GATEWAY_URL: at(ports.gateway),
      SERVICE_TOKEN: secrets.serviceToken,
      SHOP_URL: shopUrl(ports, config),
      REMOTES_ORIGINS: JSON.stringify(remoteOrigins(ports, config)),
      CHECKOUT_ORIGINS: JSON.stringify([sandboxUrl(ports)]),
      RABBITMQ_URL: asPart(infrastructure.rabbitmq, 'shell', secrets.access),
    }),
    version,
    after: ['rabbitmq'],
  };
}

function serviceEnvironment(setting: Setting, name: ServiceName): Record<string, string> {
  const { config, ports, infrastructure, secrets, storage } = setting;
  const port = SERVICES.find((service) => service.name === name)!.port;
  const sandboxAt = sandboxUrl(ports);
  return {
    ...serverEnvironment(config, ports[port]),
    ...sharedEnvironment(setting, name),
    MONGODB_URI: withDatabase(asPart(infrastructure.mongodb, name, secrets.access), databaseOf(name)),
    ...(name === 'identity' && {
      IDENTITY_SECRET: secrets.identitySecret,
      AUDIT_KEY: secrets.auditKey,
      AUTHENTICATOR_KEY: secrets.authenticatorKey,
      ADMIN_EMAIL: secrets.admin.email,
      ADMIN_PASSWORD: secrets.admin.password,
    }),
    ...((name === 'cart-order' || name === 'content') && { ORDER_LINK_KEY: secrets.orderLinkKey }),
    ...(name === 'payment' && {
      ...providerAddresses({ servers: sandboxAt, browsers: sandboxAt }),
      ...secrets.providers,
    }),
    ...(name === 'content' && {
      // As in its image.
      MALLOC_MMAP_THRESHOLD_: '65536',
      MALLOC_TRIM_THRESHOLD_: '131072',
      COUNTRIES_URL: `${sandboxAt}/countries`,
      RATES_URL: `${sandboxAt}/rates`,
      STORAGE_URL: storage,
      SHELL_URL: at(ports.shell),
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    }),
  };
}

/** What services and the gateway have in common; each has users of its own. */
function sharedEnvironment({ config, ports, infrastructure, secrets }: Setting, part: Part): Record<string, string> {
  return {
    RABBITMQ_URL: asPart(infrastructure.rabbitmq, part, secrets.access),
    REDIS_URL: asPart(infrastructure.redis, part, secrets.access),
    SERVICE_TOKEN: secrets.serviceToken,
    CATALOG_URL: at(ports.catalog),
    IDENTITY_URL: at(ports.identity),
    CART_ORDER_URL: at(ports.cartOrder),
    PAYMENT_URL: at(ports.payment),
    CONTENT_URL: at(ports.content),
    GATEWAY_URL: at(ports.gateway),
    SHOP_URL: shopUrl(ports, config),
  };
}

/** Two processes can listen on one port, between which the system divides connections. */
const SHARES_PORTS = process.platform === 'linux';

function serverEnvironment(config: Config, port: number): Record<string, string> {
  return {
    ...inheritedEnvironment(),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: config.LOG_LEVEL,
    STOP_NOTICE: config.STOP_NOTICE,
    SHUTDOWN_LIMIT: config.SHUTDOWN_LIMIT,
    ...(SHARES_PORTS && { LISTEN: 'shared' }),
  };
}

/** A bundled server: a smaller young generation than Node 24's default saves a fifth of the memory; stack traces in TypeScript. */
function server(name: string, folder: string, main: string, port: number, env: Record<string, string>): Program {
  const flags = ['--max-semi-space-size=16', '--enable-source-maps'];
  return node(name, folder, [...flags, main], port, { ...env, NODE_ENV: 'production' });
}

function node(name: string, folder: string, args: string[], port: number, env: Record<string, string>): Program {
  return {
    name,
    command: process.execPath,
    args,
    cwd: path.join(ROOT, folder),
    port,
    url: at(port),
    env,
    log: path.join(LOG_FOLDER, `${name}.log`),
    ready: (pid) => healthOf(`${at(port)}/health/ready`, pid),
    // At once: nothing routes to it any more, or its successor serves.
    stopSignal: 'SIGINT',
    stoppedWithinMs: stoppedWithinMs(env),
    ...(SHARES_PORTS && env['LISTEN'] && { successor: { env: { LISTEN: 'when-ready' } } }),
  };
}

/**
 * Longer than a part says that it stops and finishes, after which it ends by itself and says what was left: it is not killed in the
 * same moment.
 */
function stoppedWithinMs({ STOP_NOTICE, SHUTDOWN_LIMIT }: Record<string, string>): number {
  return (Number.parseInt(STOP_NOTICE!, 10) + Number.parseInt(SHUTDOWN_LIMIT!, 10)) * 1_000 + STOP_MARGIN_MS;
}
const STOP_MARGIN_MS = 5_000;

/**
 * @param pid which process is asked about, where two share a port
 * @returns why a program is not ready, or undefined
 */
export async function healthOf(url: string, pid?: number): Promise<string | undefined> {
  const { ready, why } = await readinessOf(url, pid);
  return ready ? undefined : why;
}

/** As `healthOf`; `why` of a program that is ready says what it does without at the moment. */
export async function readinessOf(url: string, pid?: number): Promise<{ ready: boolean; why?: string }> {
  try {
    // On a connection of its own: an open one would lead to the same process each time.
    const { status, body } = await getJson(url);
    if (pid !== undefined && typeof body.pid === 'number' && body.pid !== pid) {
      return { ready: false, why: 'another process answers' };
    }
    if (status === 200) {
      return { ready: true, ...(typeof body.degraded === 'string' && { why: `degraded: ${body.degraded}` }) };
    }
    if (typeof body.why === 'string') return { ready: false, why: body.why };
    return { ready: false, why: `answers ${status}${body.why ? `: ${JSON.stringify(body.why)}` : ''}` };
  } catch (error) {
    return { ready: false, why: `does not answer: ${(error as Error).message}` };
  }
}

function getJson(url: string): Promise<{ status: number; body: { why?: unknown; degraded?: unknown; pid?: unknown } }> {
  return new Promise((resolve, reject) => {
    // Of this machine; whether others trust its certificate is not asked here.
    const options = { agent: false, timeout: 3_000, rejectUnauthorized: false } as const;
    const request = (url.startsWith('https:') ? https : http).get(url, options, async (response) => {
      try {
        const body = JSON.parse((await text(response)) || '{}') as object;
        resolve({ status: response.statusCode!, body });
      } catch {
        resolve({ status: response.statusCode!, body: {} });
      }
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 3 s')));
    request.on('error', reject);
  });
}

/** Puts the database into the path of an address. */
export function withDatabase(uri: string, database: string): string {
  // A replica set's list of hosts is not a valid URL.
  const [, start, , options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(\/[^?]*)?(\?.*)?$/.exec(uri)!;
  return `${start}/${database}${options}`;
}

const isBuilt = (name: string, entry: 'migrate' | 'demo-data'): boolean =>
  SERVICES.some((service) => service.name === name && fs.existsSync(builtFile(service.folder, entry)));

export const hasDemoData = (name: string): boolean => isBuilt(name, 'demo-data');

/** A hash of a service's migrate program, which bundles its schemas and migrations; undefined when it is not built. */
export function migrationVersion(name: ServiceName): string | undefined {
  if (!isBuilt(name, 'migrate')) return undefined;
  const { folder } = SERVICES.find((service) => service.name === name)!;
  return crypto
    .createHash('sha256')
    .update(fs.readFileSync(builtFile(folder, 'migrate')))
    .digest('hex');
}
