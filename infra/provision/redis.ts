import { createClient } from 'redis';
import { machineEnvironment } from '../config.ts';
import { privateFolder } from '../run/files.ts';
import type { Program } from '../run/process.ts';
import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';

/** Installs Redis when the machine has none. @throws CannotProvide */
export async function provideRedis(): Promise<string> {
  const found = findProgram('redis-server');
  if (found) return found;
  const why = await aptInstall(['redis-server']);
  const installed = findProgram('redis-server');
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('Redis', { debian: 'redis-server', macos: 'redis' })}\n  (${why})`);
}

/** Redis on loopback. `durable` persists its data (append-only file). */
export function redisServer(options: {
  program: string;
  port: number;
  data: string;
  log: string;
  durable: boolean;
}): Program {
  const { program, port, data, log, durable } = options;
  privateFolder(data);
  return {
    name: 'redis',
    command: program,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
      ...['--appendonly', durable ? 'yes' : 'no', '--maxmemory-policy', 'noeviction'],
    ],
    cwd: data,
    port,
    url: `redis://127.0.0.1:${port}`,
    env: machineEnvironment(),
    log,
    ready: () => redisAnswers(`redis://127.0.0.1:${port}`),
  };
}

/** @returns why the Redis at `url` does not answer, or undefined */
export async function redisAnswers(url: string): Promise<string | undefined> {
  const client = createClient({ url, socket: { connectTimeout: 2000, reconnectStrategy: false } });
  // Without a listener the client's error event would end the process; connect() rejects with the same error.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return undefined;
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}`;
  } finally {
    client.destroy();
  }
}
