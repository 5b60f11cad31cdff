import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT } from '../../infra/config.ts';
import { nginxConf } from '../../infra/edge/nginx.conf.ts';
import type { Ports } from '../../infra/ports.ts';
import { provideNginx } from '../../infra/provision/nginx.ts';
import {
  demoData,
  gateway,
  healthOf,
  mailboxUrl,
  sandbox,
  sandboxUrl,
  SERVICES,
  services,
  type Setting,
} from '../../infra/run/parts.ts';
import type { Program } from '../../infra/run/process.ts';
import { provideSecrets, type Secrets } from '../../infra/run/secrets.ts';
import { type OwnServer, startOwnServers } from './own-servers.ts';

/** What can be killed while shoppers shop. */
export const PARTS = ['payment', 'cart-order', 'catalog', 'content', 'identity', 'gateway', 'rabbitmq'] as const;
export type Part = (typeof PARTS)[number];

/** The shop as far as it takes orders and money: five services, the gateway and the sandbox, on servers of their own. */
export interface OwnShop {
  /** The gateway, before `/api/v1`. */
  url: string;
  /** nginx in front of it, where it was asked for. */
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
  /** The process of everything that runs, by its name; its children are of its group. */
  pids(): Map<string, number>;
  close(options?: { keepLogs?: boolean }): Promise<void>;
}

export interface OwnShopOptions {
  /** Of the folder under `.run`. */
  name: string;
  ports: Ports;
  /** For the services and the gateway: durations, limits. */
  environment?: Record<string, string>;
  /** Of the catalogue's demo data at least so many. */
  products?: number;
  withEdge?: boolean;
}

/** Limits that count visitors from one address: a proof is many people at one address. */
export const NO_LIMITS = {
  LIMIT_PER_ADDRESS: '100000000',
  LIMIT_PER_ACCOUNT: '100000000',
  LIMIT_SIGN_IN: '100000000',
  LIMIT_PAYMENT: '100000000',
  SIGN_IN_TRIES_PER_ADDRESS: '100000000',
  SIGN_IN_TRIES_PER_ACCOUNT: '1000000',
  NEW_PASSWORDS_PER_ACCOUNT: '1000000',
};

/** Starts it with its demo data and resolves when all of it serves. The parts have to be built: `buildParts`. */
export async function startOwnShop(options: OwnShopOptions): Promise<OwnShop> {
  const { name, ports, environment = {}, products = 0, withEdge = false } = options;
  const config = readConfig();
  const servers = await startOwnServers(name, ports);
  try {
    await servers.redis.start();
    const secrets = provideSecrets(config);
    const infrastructure = { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis: servers.redisUrl };
    const setting: Setting = { config, ports, infrastructure, secrets };
    const ours = (program: Program, more: Record<string, string> = environment): Program => ({
      ...program,
      env: { ...program.env, ...NO_LIMITS, ...more },
      log: path.join(servers.folder, 'logs', `${program.name.replaceAll(' ', '-')}.log`),
      // Started all at once on a busy machine.
      readyWithinMs: 180_000,
    });
    const programs = services(setting);
    if (programs.length !== SERVICES.length) throw new Error('A service has no dist/main.js');
    const parts = new Map<string, OwnServer>([['rabbitmq', servers.rabbitmq]]);
    const outside = servers.add(ours(sandbox(setting), { DATA_DIR: path.join(servers.folder, 'data/sandbox') }));
    for (const program of [...programs, gateway(setting)]) parts.set(program.name, servers.add(ours(program)));
    const others = new Map([
      ['sandbox', outside],
      ['mongodb', servers.mongodb],
      ['redis', servers.redis],
    ]);
    if (withEdge) others.set('edge', servers.add(await ownEdge(servers.folder, ports)));
    await Promise.all([outside.start(), others.get('edge')?.start()]);
    await Promise.all([...parts].map(([part, server]) => (part === 'rabbitmq' ? undefined : server.start())));
    for (const { name: service, folder } of SERVICES) {
      if (!fs.existsSync(path.join(ROOT, folder, 'dist/demo-data.js'))) continue;
      const args = service === 'catalog' ? ['--products', String(products)] : [];
      const program = ours(demoData(setting, service, args));
      await execa(program.command, program.args, { cwd: program.cwd, env: program.env, extendEnv: false });
    }
    return {
      url: `http://127.0.0.1:${ports.gateway}`,
      edge: `http://127.0.0.1:${ports.edge}`,
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

/** The edge as far as the API goes; the remotes' origins and the shell are not there. */
async function ownEdge(shopFolder: string, ports: Ports): Promise<Program> {
  const folder = path.join(shopFolder, 'edge');
  fs.mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const conf = path.join(folder, 'nginx.conf');
  const settings = {
    ports,
    listen: ['127.0.0.1'],
    deployFolder: folder,
    remotes: [],
    folder,
    nextShellMark: path.join(folder, 'next-shell'),
    user: process.getuid?.() === 0 ? 'root' : undefined,
    brotliModules: [],
  };
  fs.writeFileSync(conf, nginxConf(settings));
  return {
    name: 'edge',
    command: await provideNginx(),
    args: ['-p', folder, '-c', conf, '-e', 'stderr'],
    cwd: folder,
    env: machineEnvironment(),
    log: path.join(shopFolder, 'logs/edge.log'),
    stopSignal: 'SIGQUIT',
    ready: () => healthOf(`http://127.0.0.1:${ports.edge}/edge/health`),
  };
}

/** Builds the services and the gateway, what did not change from nx's cache. */
export async function buildParts(): Promise<void> {
  const projects = [...SERVICES.map(({ name }) => `@shop/${name}`), '@shop/gateway'].join(',');
  await execa(
    process.execPath,
    [path.join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', projects],
    { cwd: ROOT, env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' } },
  );
}
