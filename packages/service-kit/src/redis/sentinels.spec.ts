import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, freePort } from '@shop/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { Health } from '../health/health.ts';
import { Redis } from './redis.module.ts';

// Real: a primary, a replica and a sentinel of its own. Two servers have one port on two addresses of loopback, as pods do.
const FIRST = '127.0.0.1';
const SECOND = '127.0.0.2';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-sentinels-'));
const running = new Map<string, ChildProcess>();
let port = 0;
let sentinelPort = 0;

async function start(
  name: string,
  address: string,
  ownPort: number,
  lines: string[],
  args: string[] = [],
): Promise<void> {
  const home = path.join(folder, name);
  fs.mkdirSync(home, { recursive: true });
  const configuration = path.join(home, 'redis.conf');
  const first = [`port ${ownPort}`, `bind ${address}`, `dir ${home}`, ...lines];
  // What it agreed on with the others is in its file.
  if (!fs.existsSync(configuration)) fs.writeFileSync(configuration, `${first.join('\n')}\n`);
  const child = spawn(process.env['TEST_REDIS_SERVER'] ?? 'redis-server', [configuration, ...args], {
    cwd: home,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  running.set(name, child);
  await eventually(async () => (await asked(`redis://${address}:${ownPort}`, 'PING')) === 'PONG', {
    what: `${name} answering`,
  });
}

async function kill(name: string): Promise<void> {
  const child = running.get(name)!;
  running.delete(name);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const asked = async (url: string, ...command: string[]): Promise<string> => {
  const client = await createClient({ url })
    .on('error', () => {})
    .connect();
  return String(await client.sendCommand(command).finally(() => client.destroy()));
};
const roleAt = (address: string) => asked(`redis://${address}:${port}`, 'ROLE').then((answer) => answer.split(',')[0]);

beforeAll(async () => {
  port = await freePort();
  sentinelPort = await freePort();
  await start('first', FIRST, port, ['save ""']);
  await start('second', SECOND, port, ['save ""', `replicaof ${FIRST} ${port}`, `replica-announce-ip ${SECOND}`]);
  const watched = [
    `sentinel monitor shop ${FIRST} ${port} 1`,
    'sentinel down-after-milliseconds shop 500',
    'sentinel failover-timeout shop 2000',
  ];
  await start('sentinel', FIRST, sentinelPort, watched, ['--sentinel']);
  await eventually(async () => (await asked(sentinelUrl(), 'INFO', 'sentinel')).includes('slaves=1'), {
    what: 'the sentinel knowing the replica',
  });
});
afterAll(async () => {
  for (const name of [...running.keys()]) await kill(name);
  fs.rmSync(folder, { recursive: true, force: true });
});

const sentinelUrl = () => `redis://${FIRST}:${sentinelPort}`;
const connect = async (sentinels: string[], url = `redis://shop:${port}`): Promise<Redis> => {
  const redis = new Redis({ REDIS_URL: url, REDIS_SENTINELS: sentinels, REDIS_PREFIX: '' }, new Health());
  redis.onModuleInit();
  return redis;
};

it('follows the primary that sentinels name, also when that is another one', async () => {
  const dead = `redis://${FIRST}:${await freePort()}`;
  const redis = await connect([dead, sentinelUrl()]);
  try {
    await eventually(() => redis.client.isReady, { what: 'a connection' });
    await redis.client.set('ring', 'gold');
    const replica = `redis://${SECOND}:${port}`;
    await eventually(async () => (await asked(replica, 'GET', 'ring')) === 'gold', { what: 'the replica having it' });
    expect(await roleAt(FIRST)).toBe('master');
    await kill('first');
    await eventually(async () => (await redis.client.set('ring', 'silver').catch(() => undefined)) === 'OK', {
      what: 'the replica being primary',
    });
    expect(await roleAt(SECOND)).toBe('master');
    // The former primary comes back as one, until the sentinel says otherwise: no client goes to it.
    await start('first', FIRST, port, []);
    await eventually(async () => (await roleAt(FIRST)) === 'slave', { what: 'a replica' });
    expect(await redis.client.get('ring')).toBe('silver');
  } finally {
    await redis.onApplicationShutdown();
  }
});

it('says what each sentinel said where none knows a primary', async () => {
  const health = new Health();
  const REDIS_URL = `redis://another:${port}`;
  const redis = new Redis({ REDIS_URL, REDIS_SENTINELS: [sentinelUrl()], REDIS_PREFIX: '' }, health);
  redis.onModuleInit();
  const why = `redis: No sentinel names the primary of another: ${FIRST}:${sentinelPort}: knows no such name`;
  await eventually(async () => JSON.stringify(await health.ready()).includes(why), { what: why });
  await redis.onApplicationShutdown();
});
