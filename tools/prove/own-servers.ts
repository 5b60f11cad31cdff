import fs from 'node:fs';
import path from 'node:path';
import { RUN_FOLDER } from '../../infra/config.ts';
import type { Ports } from '../../infra/ports.ts';
import { provideInfrastructure } from '../../infra/provision/infrastructure.ts';
import {
  end,
  identify,
  isAlive,
  launch,
  type ProcessIdentity,
  type Program,
  STOPPED_WITHIN_MS,
  untilReady,
} from '../../infra/run/process.ts';

/** A real server that a proof may stop, kill and restart. */
export interface OwnServer {
  /** Starts it on its existing data; resolves when it is ready. */
  start(): Promise<void>;
  /** Graceful. */
  stop(): Promise<void>;
  /** SIGKILL to the whole process group. */
  kill(): Promise<void>;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
}

export interface OwnServers {
  mongodbUri: string;
  rabbitmqUrl: string;
  redisUrl: string;
  mongodb: OwnServer;
  rabbitmq: OwnServer;
  /** Not started; optional. */
  redis: OwnServer;
  /** Holds `data`, `logs` and other files of this proof. */
  folder: string;
  /** One more program of this proof, stopped together with the others. */
  add(program: Program): OwnServer;
  /** Stops everything and removes the data; `keepLogs` keeps the logs. */
  close(options?: { keepLogs?: boolean }): Promise<void>;
}

/**
 * MongoDB and RabbitMQ of this proof alone, on `ports` and with fresh data under `.run/<name>`. Resolves when both are
 * ready.
 */
export async function startOwnServers(name: string, ports: Ports): Promise<OwnServers> {
  const folder = path.join(RUN_FOLDER, name);
  await endLeftovers(folder);
  fs.rmSync(folder, { recursive: true, force: true });
  const infrastructure = await provideInfrastructure({
    given: {},
    ports,
    data: path.join(folder, 'data'),
    logs: path.join(folder, 'logs'),
    durable: true,
  });
  const identities: Record<string, ProcessIdentity> = {};
  const servers = new Map<string, OwnServer>();
  for (const program of infrastructure.programs) servers.set(program.name, ownServer(program, folder, identities));
  const [epmd, mongodb, rabbitmq, redis] = ['epmd', 'mongodb', 'rabbitmq', 'redis'].map((each) =>
    servers.get(each)!,
  ) as [OwnServer, OwnServer, OwnServer, OwnServer];
  const added: OwnServer[] = [];
  const close = async ({ keepLogs = false } = {}) => {
    await Promise.all(added.map((server) => server.kill()));
    await Promise.all([mongodb.kill(), rabbitmq.kill(), redis.kill()]);
    await epmd.stop();
    fs.rmSync(keepLogs ? path.join(folder, 'data') : folder, { recursive: true, force: true });
  };
  try {
    await epmd.start();
    await Promise.all([mongodb.start(), rabbitmq.start()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    mongodbUri: infrastructure.mongodb,
    rabbitmqUrl: infrastructure.rabbitmq,
    redisUrl: infrastructure.redis,
    mongodb,
    rabbitmq,
    redis,
    folder,
    add: (program) => {
      const server = ownServer(program, folder, identities);
      added.push(server);
      return server;
    },
    close,
  };
}

const identityFile = (folder: string) => path.join(folder, 'processes.json');

/** Kills the servers left by a run that was killed. */
async function endLeftovers(folder: string): Promise<void> {
  if (!fs.existsSync(identityFile(folder))) return;
  const identities = JSON.parse(fs.readFileSync(identityFile(folder), 'utf8')) as Record<string, ProcessIdentity>;
  await Promise.all(Object.values(identities).map((identity) => end(identity)));
}

function ownServer(program: Program, folder: string, identities: Record<string, ProcessIdentity>): OwnServer {
  let identity: ProcessIdentity | undefined;
  const save = () => {
    delete identities[program.name];
    if (identity) identities[program.name] = identity;
    fs.writeFileSync(identityFile(folder), JSON.stringify(identities));
  };
  const terminate = async (how: { signal: NodeJS.Signals; graceMs: number }) => {
    if (!identity) return;
    await end(identity, how);
    identity = undefined;
    save();
  };
  return {
    get pid() {
      return identity?.pid;
    },
    start: async () => {
      const child = launch(program);
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      identity = identify(child.pid!);
      save();
      const ready = () => program.ready(identity?.pid);
      await untilReady({ ...program, ready }, () => identity !== undefined && isAlive(identity));
    },
    stop: () =>
      terminate({ signal: program.stopSignal ?? 'SIGTERM', graceMs: program.stoppedWithinMs ?? STOPPED_WITHIN_MS }),
    kill: () => terminate({ signal: 'SIGKILL', graceMs: 5_000 }),
  };
}
