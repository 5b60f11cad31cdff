import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, readConfig, ROOT, storageIn } from '../../infra/config.ts';
import { traitsOf } from '../../infra/edge/edge.ts';
import { ownEdgeArguments } from '../../infra/edge/own-edge.ts';
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
import { ownShell } from './own-shell.ts';

/** What can be killed while shoppers shop. */
export const PARTS = ['payment', 'cart-order', 'catalog', 'content', 'identity', 'gateway', 'rabbitmq'] as const;
export type Part = (typeof PARTS)[number];

/** A shop in which purchases are played, and whose books are read. */
export interface PlayedShop {
  /** The gateway or the edge, before `/api/v1`. */
  url: string;
  /** What browsers send as `Origin`. */
  origin: string;
  sandbox: string;
  mailbox: string;
  secrets: Pick<Secrets, 'admin'>;
  mongodbUri: string;
  rabbitmqUrl: string;
  /** For what is written about a failed run. */
  folder: string;
}

/**
 * The part of the shop that takes orders and payments: five services, the gateway and the sandbox, on their own
 * servers.
 */
export interface OwnShop extends PlayedShop {
  /** nginx in front of the gateway, if requested. */
  edge: string;
  secrets: Secrets;
  /** Address of the uploads. */
  storage: string;
  part(name: Part): OwnServer;
  /** Process group leaders by part name. */
  pids(): Map<string, number>;
  /**
   * Kills all parts but the sandbox, deletes the data of all servers, and starts again with what `fill` does to the empty
   * servers.
   */
  lose(fill: (environment: Record<string, string>) => Promise<void>): Promise<void>;
  /** Stops the services and the gateway, migrates, and starts those that are built in another copy of the project. */
  replaceParts(root: string): Promise<void>;
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
  /** With the shell's server, without the remotes. It has to be built. */
  withShell?: boolean;
  /** The copy of the project whose services and gateway run; by default this one. */
  root?: string;
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
  const { name, ports, environment = {}, products = 0, withEdge = false, withTls = false } = options;
  const { limits = 'none', root = ROOT } = options;
  const config = readConfig();
  const servers = await startOwnServers(name, ports);
  try {
    await servers.redis.start();
    const secrets = provideSecrets(config);
    const infrastructure = { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis: servers.redisUrl };
    const storage = storageIn(path.join(servers.folder, 'data'));
    const setting: Setting = { config, ports, infrastructure, secrets, storage };
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
    const addParts = (of: string) => {
      for (const program of [...programs, gateway(setting)]) {
        parts.set(program.name, servers.add(configured(builtIn(of, program))));
      }
    };
    addParts(root);
    const besides = programs.filter(({ name: service }) => options.beside?.services.includes(service));
    const others = new Map(
      besides.map((program) => {
        const beside = { ...builtIn(options.beside!.folder, program), name: besideName(program.name) };
        return [beside.name, servers.add(configured(beside))];
      }),
    );
    const startedBeside = [...others.values()];
    others.set('sandbox', sandboxServer).set('mongodb', servers.mongodb).set('redis', servers.redis);
    if (options.withShell) others.set('shell', servers.add(configured(await ownShell(setting, servers.folder))));
    if (withEdge) others.set('edge', servers.add(await ownEdge(servers.folder, ports, withTls)));
    // The version beside needs its indexes.
    const flags = options.beside ? ['--keep-old-indexes'] : [];
    const migrate = (of = root, names: readonly string[] = SERVICES.map(({ name: each }) => each)) =>
      Promise.all(
        SERVICES.filter(({ name: each }) => names.includes(each)).map(({ name: service }) => {
          const { command, args, cwd, env } = builtIn(of, migration(setting, service, flags));
          return execa(command, args, { cwd, env, extendEnv: false });
        }),
      );
    const startParts = () =>
      Promise.all([...parts].map(([part, server]) => (part === 'rabbitmq' ? undefined : server.start())));
    // As in a rollout: the version beside was there first.
    if (options.beside) await migrate(options.beside.folder, options.beside.services);
    await Promise.all([sandboxServer.start(), others.get('edge')?.start(), migrate()]);
    await startParts();
    await Promise.all([...startedBeside, others.get('shell')].map((server) => server?.start()));
    for (const { name: service, folder } of SERVICES) {
      if (!fs.existsSync(path.join(root, folder, 'dist/demo-data.js'))) continue;
      const args = service === 'catalog' ? ['--products', String(products)] : [];
      const program = configured(builtIn(root, demoData(setting, service, args)));
      await execa(program.command, program.args, { cwd: program.cwd, env: program.env, extendEnv: false });
    }
    return {
      url: `http://127.0.0.1:${ports.gateway}`,
      edge: `${withTls ? 'https' : 'http'}://127.0.0.1:${ports.edge}`,
      origin: `http://localhost:${ports.edge}`,
      sandbox: sandboxUrl(ports).replace('localhost', '127.0.0.1'),
      mailbox: mailboxUrl(ports).replace('localhost', '127.0.0.1'),
      secrets,
      storage,
      mongodbUri: servers.mongodbUri,
      rabbitmqUrl: servers.rabbitmqUrl,
      folder: servers.folder,
      part: (part) => parts.get(part)!,
      pids: () =>
        new Map([...parts, ...others].flatMap(([part, { pid }]) => (pid === undefined ? [] : [[part, pid] as const]))),
      lose: async (fill) => {
        await Promise.all([...parts.values(), servers.mongodb, servers.redis].map((server) => server.kill()));
        for (const data of ['mongodb/files', 'rabbitmq/mnesia', 'redis', 'storage']) {
          const folder = path.join(servers.folder, 'data', data);
          fs.rmSync(folder, { recursive: true, force: true });
          fs.mkdirSync(folder, { mode: 0o700 });
        }
        await Promise.all([servers.mongodb, servers.rabbitmq, servers.redis].map((server) => server.start()));
        await fill({ MONGODB_URI: servers.mongodbUri, RABBITMQ_URL: servers.rabbitmqUrl, REDIS_URL: servers.redisUrl });
        await migrate();
        await startParts();
      },
      replaceParts: async (of) => {
        const names = [...programs.map((program) => program.name), 'gateway'];
        await Promise.all(names.map((part) => parts.get(part)!.stop()));
        await migrate(of);
        addParts(of);
        await Promise.all(names.map((part) => parts.get(part)!.start()));
      },
      close: servers.close,
    };
  } catch (error) {
    await servers.close({ keepLogs: true });
    throw error;
  }
}

/** The name of a service of another copy of the project. */
export const besideName = (service: string): string => `${service} beside`;

/** The edge for the API only, without the remotes' origins and the shell. */
async function ownEdge(shopFolder: string, ports: Ports, withTls: boolean): Promise<Program> {
  const folder = path.join(shopFolder, 'edge');
  fs.mkdirSync(folder, { recursive: true });
  const nginx = await provideNginx();
  const files = { certificate: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  if (withTls) await writeOwnCertificate(files);
  const { http2 } = await traitsOf(nginx);
  const args = ownEdgeArguments({ ports, folder, tls: withTls ? { ...files, http2 } : undefined });
  return {
    name: 'edge',
    command: nginx,
    args,
    cwd: folder,
    env: machineEnvironment(),
    log: path.join(shopFolder, 'logs/edge.log'),
    stopSignal: 'SIGQUIT',
    ready: () => healthOf(`${withTls ? 'https' : 'http'}://127.0.0.1:${ports.edge}/edge/health`),
  };
}

/** The same program of another copy of the project. */
const builtIn = (root: string, program: Program): Program => ({
  ...program,
  cwd: program.cwd.replace(ROOT, root),
  args: program.args.map((argument) => argument.replace(ROOT, root)),
});

/** Builds the services and the gateway; unchanged ones come from nx's cache. */
export const buildParts = (root = ROOT): Promise<void> =>
  buildProjects([...SERVICES.map(({ name }) => `@shop/${name}`), '@shop/gateway'], root);

export async function buildProjects(names: string[], root = ROOT): Promise<void> {
  await execa(
    process.execPath,
    [path.join(root, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', names.join(',')],
    { cwd: root, env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' } },
  );
}
