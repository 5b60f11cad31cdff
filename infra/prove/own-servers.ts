import fs from 'node:fs';
import path from 'node:path';
import { RUN_FOLDER } from '../config.ts';
import type { Ports } from '../ports.ts';
import { provideInfrastructure } from '../provision/infrastructure.ts';
import { end, identify, isAlive, launch, type ProcessIdentity, type Program, untilReady } from '../run/process.ts';

/** A real server that a proof may stop, kill and start again. */
export interface OwnServer {
  /** Starts it on the data it had, and resolves when it serves. */
  start(): Promise<void>;
  /** In order, as an administrator would. */
  stop(): Promise<void>;
  /** kill -9, with all of its group. */
  kill(): Promise<void>;
}

export interface OwnServers {
  mongodbUri: string;
  rabbitmqUrl: string;
  mongodb: OwnServer;
  rabbitmq: OwnServer;
  /** Stops everything and removes the data. */
  close(): Promise<void>;
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
  const [epmd, mongodb, rabbitmq] = ['epmd', 'mongodb', 'rabbitmq'].map((each) => servers.get(each)!) as [
    OwnServer,
    OwnServer,
    OwnServer,
  ];
  const close = async () => {
    await Promise.all([mongodb.kill(), rabbitmq.kill()]);
    await epmd.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await epmd.start();
    await Promise.all([mongodb.start(), rabbitmq.start()]);
  } catch (error) {
    await close();
    throw error;
  }
  return { mongodbUri: infrastructure.mongodb, rabbitmqUrl: infrastructure.rabbitmq, mongodb, rabbitmq, close };
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
