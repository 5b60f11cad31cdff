import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT } from '../../infra/config.ts';
import { traitsOf } from '../../infra/edge/edge.ts';
import { nginxConf } from '../../infra/edge/nginx.conf.ts';
import { writeOwnCertificate } from '../../infra/edge/own-certificate.ts';
import type { Ports } from '../../infra/ports.ts';
import { provideNginx } from '../../infra/provision/nginx.ts';
import {
  demoData,
  gateway,
  healthOf,
  mailboxUrl,
  migration,
  sandbox,
  sandboxUrl,
  SERVICES,
  services,
  type Setting,
} from '../../infra/run/programs.ts';
import type { Program } from '../../infra/run/process.ts';
import { provideSecrets, type Secrets } from '../../infra/run/secrets.ts';
import { type OwnServer, startOwnServers } from './own-servers.ts';

/** What can be killed while shoppers shop. */
export const PARTS = ['payment', 'cart-order', 'catalog', 'content', 'identity', 'gateway', 'rabbitmq'] as const;
export type Part = (typeof PARTS)[number];

/**
 * The part of the shop that takes orders and payments: five services, the gateway and the sandbox, on their own
 * servers.
 */
export interface OwnShop {
  /** The gateway, before `/api/v1`. */
  url: string;
  /** nginx in front of it, if requested. */
  edge: string;
  /** What browsers send as `Origin`. */
  origin: string;
  sandbox: string;
  mailbox: string;
  secrets: Secrets;
  mongodbUri: string;
  rabbitmqUrl: string;
  folder: string;
  part(name: Part): OwnServer;
  /** Process group leaders by part name. */
  pids(): Map<string, number>;
  close(options?: { keepLogs?: boolean }): Promise<void>;
}

export interface OwnShopOptions {
  /** Folder name under `.run`. */
  name: string;
  ports: Ports;
  /** For the services and the gateway: durations, limits. */
  environment?: Record<string, string>;
  /** Minimum number of demo products. */
  products?: number;
  withEdge?: boolean;
  /** The edge has a certificate of its own, and HTTP/2. */
  withTls?: boolean;
  /** A copy of the project of which these services run as well, on the same ports. */
  beside?: { folder: string; services: readonly string[] };
  /** The rate limits that ship, or none; by default none. */
  limits?: 'shipped' | 'none';
}

/** For proofs and figures whose visitors do more in a minute than people in an hour. */
export const NO_LIMITS = {
  LIMIT_PER_ADDRESS: '100000000',
  LIMIT_PER_ACCOUNT: '100000000',
  LIMIT_SIGN_IN: '100000000',
  LIMIT_CODES: '100000000',
  LIMIT_PAYMENT: '100000000',
  LIMIT_PAYMENT_PER_ADDRESS: '100000000',
  SIGN_IN_TRIES_PER_ADDRESS: '100000000',
  SIGN_IN_TRIES_PER_ACCOUNT: '1000000',
  SIGN_IN_CODES_PER_ACCOUNT: '1000000',
  REGISTRATION_CODES_PER_ACCOUNT: '1000000',
  NEW_PASSWORDS_PER_ACCOUNT: '1000000',
  CODES_PER_ADDRESS: '100000000',
};

/** Starts it with its demo data and resolves when all parts are ready. Needs `buildParts`. */
export async function startOwnShop(options: OwnShopOptions): Promise<OwnShop> {
  const { name, ports, environment = {}, products = 0, withEdge = false, withTls = false, limits = 'none' } = options;
  const config = readConfig();
  const servers = await startOwnServers(name, ports);
  try {
    await servers.redis.start();
    const secrets = provideSecrets(config);
    const infrastructure = { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis: servers.redisUrl };
    const setting: Setting = { config, ports, infrastructure, secrets };
    const configured = (program: Program, variables: Record<string, string> = environment): Program => ({
      ...program,
      env: { ...program.env, ...(limits === 'none' && NO_LIMITS), ...variables },
      log: path.join(servers.folder, 'logs', `${program.name.replaceAll(' ', '-')}.log`),
      // All start at once on a busy machine.
      readyWithinMs: 180_000,
    });
    const programs = services(setting);
    if (programs.length !== SERVICES.length) throw new Error('A service has no dist/main.js');
    const parts = new Map<string, OwnServer>([['rabbitmq', servers.rabbitmq]]);
    const sandboxServer = servers.add(
      configured(sandbox(setting), { DATA_DIR: path.join(servers.folder, 'data/sandbox') }),
    );
    for (const program of [...programs, gateway(setting)]) parts.set(program.name, servers.add(configured(program)));
    const besides = programs.filter(({ name: service }) => options.beside?.services.includes(service));
    const others = new Map(
      besides.map((program) => [
        besideName(program.name),
        servers.add(configured(inFolder(program, options.beside!.folder))),
      ]),
    );
    const startedBeside = [...others.values()];
    others.set('sandbox', sandboxServer).set('mongodb', servers.mongodb).set('redis', servers.redis);
    if (withEdge) others.set('edge', servers.add(await ownEdge(servers.folder, ports, withTls)));
    await Promise.all([
      sandboxServer.start(),
      others.get('edge')?.start(),
      ...SERVICES.map(({ name: service }) => {
        const { command, args, cwd, env } = migration(setting, service);
        return execa(command, args, { cwd, env, extendEnv: false });
      }),
    ]);
    await Promise.all([...parts].map(([part, server]) => (part === 'rabbitmq' ? undefined : server.start())));
    await Promise.all(startedBeside.map((server) => server.start()));
    for (const { name: service, folder } of SERVICES) {
      if (!fs.existsSync(path.join(ROOT, folder, 'dist/demo-data.js'))) continue;
      const args = service === 'catalog' ? ['--products', String(products)] : [];
      const program = configured(demoData(setting, service, args));
      await execa(program.command, program.args, { cwd: program.cwd, env: program.env, extendEnv: false });
    }
    return {
      url: `http://127.0.0.1:${ports.gateway}`,
      edge: `${withTls ? 'https' : 'http'}://127.0.0.1:${ports.edge}`,
      origin: `http://localhost:${ports.edge}`,
      sandbox: sandboxUrl(ports).replace('localhost', '127.0.0.1'),
      mailbox: mailboxUrl(ports).replace('localhost', '127.0.0.1'),
      secrets,
      mongodbUri: servers.mongodbUri,
      rabbitmqUrl: servers.rabbitmqUrl,
      folder: servers.folder,
      part: (part) => parts.get(part)!,
      pids: () =>
        new Map([...parts, ...others].flatMap(([part, { pid }]) => (pid === undefined ? [] : [[part, pid] as const]))),
      close: servers.close,
    };
  } catch (error) {
    await servers.close({ keepLogs: true });
    throw error;
  }
}

/** The name of a service of another copy of the project. */
export const besideName = (service: string): string => `${service} beside`;

const inFolder = (program: Program, folder: string): Program => ({
  ...program,
  name: besideName(program.name),
  cwd: program.cwd.replace(ROOT, folder),
  args: program.args.map((argument) => argument.replace(ROOT, folder)),
});

/** The edge for the API only, without the remotes' origins and the shell. */
async function ownEdge(shopFolder: string, ports: Ports, withTls: boolean): Promise<Program> {
  const folder = path.join(shopFolder, 'edge');
  fs.mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const conf = path.join(folder, 'nginx.conf');
  const nginx = await provideNginx();
  const files = { certificate: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  if (withTls) await writeOwnCertificate(files);
  const { http2 } = await traitsOf(nginx);
  const settings = {
    ports,
    listen: ['127.0.0.1'],
    hosts: ['127.0.0.1', 'localhost'],
    deployFolder: folder,
    remotes: [],
    folder,
    user: process.getuid?.() === 0 ? 'root' : undefined,
    brotliModules: [],
    tls: withTls ? { ...files, http2 } : undefined,
  };
  fs.writeFileSync(conf, nginxConf(settings));
  return {
    name: 'edge',
    command: nginx,
    args: ['-p', folder, '-c', conf, '-e', 'stderr'],
    cwd: folder,
    env: machineEnvironment(),
    log: path.join(shopFolder, 'logs/edge.log'),
    stopSignal: 'SIGQUIT',
    ready: () => healthOf(`${withTls ? 'https' : 'http'}://127.0.0.1:${ports.edge}/edge/health`),
  };
}

/** Builds the services and the gateway; unchanged ones come from nx's cache. */
export const buildParts = (): Promise<void> =>
  buildProjects([...SERVICES.map(({ name }) => `@shop/${name}`), '@shop/gateway']);

/** @param folder of a copy of the project */
export async function buildProjects(names: string[], folder = ROOT): Promise<void> {
  await execa(
    process.execPath,
    [path.join(folder, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', names.join(',')],
    { cwd: folder, env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' } },
  );
}
