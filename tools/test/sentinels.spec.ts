import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { lookUpPrimary } from '@shop/service-kit/sentinels';
import { eventually } from '@shop/test-kit';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createClient, type RedisClientType } from 'redis';
import { machineEnvironment } from '../../infra/config.ts';
import { provideRedis, redisAnswers } from '../../infra/provision/redis.ts';
import { end, identify, launch, type Program, type ProcessIdentity, untilReady } from '../../infra/run/process.ts';
import { freePort, temporaryFolder } from '../../infra/run/test-program.ts';

// Real: a primary, a replica and a sentinel of its own. Two servers have one port on two addresses of loopback, as pods do.
const FIRST = '127.0.0.1';
const SECOND = '127.0.0.2';
const folder = temporaryFolder();
const running = new Map<string, ProcessIdentity>();
let program = '';
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
  const server: Program = {
    name,
    command: program,
    args: [configuration, ...args],
    cwd: home,
    env: machineEnvironment(),
    log: path.join(folder, `${name}.log`),
    ready: () => redisAnswers(`redis://${address}:${ownPort}`),
  };
  const child = launch(server);
  await once(child, 'spawn');
  running.set(name, identify(child.pid!)!);
  await untilReady(server, () => child.exitCode === null);
}

async function kill(name: string): Promise<void> {
  await end(running.get(name)!, { signal: 'SIGKILL', graceMs: 5_000 });
  running.delete(name);
}

const asked = async (url: string, ...command: string[]): Promise<string> => {
  const client = await createClient({ url })
    .on('error', () => {})
    .connect();
  return String(await client.sendCommand(command).finally(() => client.destroy()));
};
const roleAt = (address: string) => asked(`redis://${address}:${port}`, 'ROLE').then((answer) => answer.split(',')[0]);

beforeAll(async () => {
  program = await provideRedis();
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
    withinMs: 120_000,
  });
});
afterAll(async () => {
  for (const name of [...running.keys()]) await kill(name);
  fs.rmSync(folder, { recursive: true, force: true });
});

const sentinelUrl = () => `redis://${FIRST}:${sentinelPort}`;
/** As the shop's own client, without its pings. */
const connect = (sentinels: string[], name = 'shop'): RedisClientType => {
  const client = createClient({
    url: `redis://${name}:${port}`,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: 100, lookup: lookUpPrimary(sentinels, port) },
  }) as RedisClientType;
  return client.on('error', () => {});
};

it('follows the primary that sentinels name, also when that is another one', async () => {
  const dead = `redis://${FIRST}:${await freePort()}`;
  const client = connect([dead, sentinelUrl()]);
  try {
    await client.connect();
    await client.set('ring', 'gold');
    const replica = `redis://${SECOND}:${port}`;
    await eventually(async () => (await asked(replica, 'GET', 'ring')) === 'gold', { what: 'the replica having it' });
    expect(await roleAt(FIRST)).toBe('master');
    await kill('first');
    await eventually(async () => (await client.set('ring', 'silver').catch(() => undefined)) === 'OK', {
      what: 'the replica being primary',
      withinMs: 120_000,
    });
    expect(await roleAt(SECOND)).toBe('master');
    // The former primary comes back as one, until the sentinel says otherwise: no client goes to it.
    await start('first', FIRST, port, []);
    await eventually(async () => (await roleAt(FIRST)) === 'slave', { what: 'a replica', withinMs: 120_000 });
    expect(await client.get('ring')).toBe('silver');
  } finally {
    client.destroy();
  }
}, 300_000);

it('says what each sentinel said where none knows a primary', async () => {
  const dead = `redis://${FIRST}:${await freePort()}`;
  const ask = (sentinels: string[], name: string) =>
    new Promise((resolve) => lookUpPrimary(sentinels, port)(name, {}, (error) => resolve(error?.message)));
  const unknown = `${FIRST}:${sentinelPort}: knows no such name`;
  expect(await ask([dead, sentinelUrl()], 'another')).toMatch(
    new RegExp(`^No sentinel names the primary of another: ${dead.slice(8)}: .+; ${unknown}$`),
  );
  const elsewhere = lookUpPrimary([sentinelUrl()], port + 1);
  const said = await new Promise((resolve) => elsewhere('shop', {}, (error) => resolve(error?.message)));
  expect(said).toContain(`names port ${port} instead of ${port + 1}`);
});
