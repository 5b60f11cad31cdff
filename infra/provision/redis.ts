import fs from 'node:fs';
import path from 'node:path';
import { createClient } from 'redis';
import { machineEnvironment } from '../config.ts';
import { privateFolder } from '../run/files.ts';
import type { Program } from '../run/process.ts';
import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';
import { type Access, asOperator, redisUsers } from './users.ts';

/** Installs Redis when the machine has none. @throws CannotProvide */
export async function provideRedis(): Promise<string> {
  const found = findProgram('redis-server');
  if (found) return found;
  const why = await aptInstall(['redis-server']);
  const installed = findProgram('redis-server');
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('Redis', { debian: 'redis-server', macos: 'redis' })}\n  (${why})`);
}

/** For the operator, where the server has users. */
export const redisUrl = (port: number, access?: Access): string => asOperator(`redis://127.0.0.1:${port}`, access);

/**
 * Redis on loopback. `durable` persists its data (append-only file). With `busPort` it is a cluster of one node, which refuses
 * commands and scripts on keys of several slots.
 */
export function redisServer(options: {
  program: string;
  port: number;
  data: string;
  log: string;
  durable: boolean;
  busPort?: number | undefined;
  access?: Access | undefined;
}): Program {
  const { program, port, data, log, durable, busPort, access } = options;
  const url = redisUrl(port, access);
  privateFolder(data);
  const users = path.join(data, 'users.acl');
  if (access) fs.writeFileSync(users, redisUsers(access), { mode: 0o600 });
  return {
    name: 'redis',
    command: program,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
      ...['--appendonly', durable ? 'yes' : 'no', '--maxmemory-policy', 'noeviction'],
      ...(access ? ['--aclfile', users] : []),
      ...(busPort ? ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)] : []),
    ],
    cwd: data,
    port,
    url,
    env: machineEnvironment(),
    log,
    ready: () => (busPort ? clusterAnswers(url) : redisAnswers(url)),
  };
}

/** @returns why the Redis at `url` does not answer, or undefined */
export const redisAnswers = (url: string): Promise<string | undefined> => asked(url, async () => undefined);

const ALL_SLOTS = ['0', '16383'];

/** Takes all slots at the first start. @returns why the Redis at `url` is not a working cluster of one node, or undefined */
export const clusterAnswers = (url: string): Promise<string | undefined> =>
  asked(url, async (client) => {
    const info = String(await client.sendCommand(['CLUSTER', 'INFO']));
    if (/^cluster_slots_assigned:0\r?$/m.test(info))
      await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', ...ALL_SLOTS]);
    return /^cluster_state:ok\r?$/m.test(info) ? undefined : 'The cluster of Redis is not complete yet';
  });

async function asked(
  url: string,
  ask: (client: ReturnType<typeof createClient>) => Promise<string | undefined>,
): Promise<string | undefined> {
  const client = createClient({ url, socket: { connectTimeout: 2000, reconnectStrategy: false } });
  // Without a listener the client's error event would end the process; connect() rejects with the same error.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return await ask(client as ReturnType<typeof createClient>);
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}`;
  } finally {
    client.destroy();
  }
}
