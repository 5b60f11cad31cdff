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
  untilReady,
} from '../../infra/run/process.ts';

/** A real server that a proof may stop, kill and start again. */
export interface OwnServer {
  /** Starts it on the data it had, and resolves when it serves. */
  start(): Promise<void>;
  /** In order, as an administrator would. */
  stop(): Promise<void>;
  /** kill -9, with all of its group. */
  kill(): Promise<void>;
  /** While it runs. */
  readonly pid: number | undefined;
}

export interface OwnServers {
  mongodbUri: string;
  rabbitmqUrl: string;
  redisUrl: string;
  mongodb: OwnServer;
  rabbitmq: OwnServer;
  /** Not started: not everybody needs it. */
  redis: OwnServer;
  /** `data`, `logs` and whatever else is this proof's. */
  folder: string;
  /** One more program of this proof, which ends with the others. */
  add(program: Program): OwnServer;
  /** Stops everything and removes the data; the logs stay with `keepLogs`. */
  close(options?: { keepLogs?: boolean }): Promise<void>;
}

/** MongoDB and RabbitMQ of this proof alone, on `ports` and with fresh data under `.run/<name>`. Resolves when they serve. */
export async function startOwnServers(name: string, ports: Ports): Promise<OwnServers> {
  const folder = path.join(RUN_FOLDER, name);
  await endLeft(folder);
  fs.rmSync(folder, { recursive: true, force: true });
  const infrastructure = await provideInfrastructure({
    given: {},
    ports,
    data: path.join(folder, 'data'),
    logs: path.join(folder, 'logs'),
    durable: true,
  });
  const left: Record<string, ProcessIdentity> = {};
  const servers = new Map<string, OwnServer>();
  for (const program of infrastructure.programs) servers.set(program.name, ownServer(program, folder, left));
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
      const server = ownServer(program, folder, left);
      added.push(server);
      return server;
    },
    close,
  };
}

const leftFile = (folder: string) => path.join(folder, 'processes.json');

/** Ends the servers of a run that was killed before it could. */
async function endLeft(folder: string): Promise<void> {
  if (!fs.existsSync(leftFile(folder))) return;
  const left = JSON.parse(fs.readFileSync(leftFile(folder), 'utf8')) as Record<string, ProcessIdentity>;
  await Promise.all(Object.values(left).map((identity) => end(identity)));
}

function ownServer(program: Program, folder: string, left: Record<string, ProcessIdentity>): OwnServer {
  let identity: ProcessIdentity | undefined;
  const note = () => {
    delete left[program.name];
    if (identity) left[program.name] = identity;
    fs.writeFileSync(leftFile(folder), JSON.stringify(left));
  };
  const endIt = async (how: { signal: NodeJS.Signals; graceMs: number }) => {
    if (!identity) return;
    await end(identity, how);
    identity = undefined;
    note();
  };
  return {
    get pid() {
      return identity?.pid;
    },
    start: async () => {
      const child = launch(program);
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      identity = identify(child.pid!);
      note();
      await untilReady(program, () => identity !== undefined && isAlive(identity));
    },
    stop: () => endIt({ signal: 'SIGTERM', graceMs: 15_000 }),
    kill: () => endIt({ signal: 'SIGKILL', graceMs: 5_000 }),
  };
}
