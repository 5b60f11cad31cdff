import crypto from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sessionKey, startTestIdentity } from '@shop/service-kit/testing/identity';
import { execa } from 'execa';
import { createClient } from 'redis';
import { readConfig, ROOT, storageIn } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { end, identify, isAlive, launch, type Program, untilReady } from '../../infra/run/process.ts';
import { migration, services, type Setting } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { startOwnServers } from '../prove/own-servers.ts';
import { buildProjects } from '../prove/own-shop.ts';

export const description =
  "Staff's search among many orders, by HTTP, beside the query of before in the same database ([--orders 50000] [--searches 300])";

const PORT_OFFSET = 800;
const MAX_P95_MS = 50;
const PROGRAM = path.join(ROOT, 'services/cart-order/test/search-orders.ts');
const PREFIX = `bench-orders-${process.pid}:`;

interface Figures {
  times: { q: string; ms: number; beforeMs?: number }[];
  totalIndexSize: number;
}

/** @returns whether the target was met. */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { orders: { type: 'string', default: '50000' }, searches: { type: 'string', default: '300' } },
  });
  await buildProjects(['@shop/cart-order']);
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const servers = await startOwnServers('bench-orders', ports);
  const identity = await startTestIdentity();
  try {
    await servers.redis.start();
    const setting: Setting = {
      config,
      ports,
      infrastructure: { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis: servers.redisUrl },
      secrets: provideSecrets(config),
      storage: storageIn(path.join(servers.folder, 'data')),
    };
    const { command, args: words, cwd, env } = migration(setting, 'cart-order');
    await execa(command, words, { cwd, env, extendEnv: false });
    const found = services(setting).find(({ name }) => name === 'cart-order')!;
    const program: Program = {
      ...found,
      env: { ...found.env, IDENTITY_URL: identity.url, REDIS_PREFIX: PREFIX },
      log: path.join(servers.folder, 'logs', 'cart-order.log'),
    };
    const uri = program.env!['MONGODB_URI']!;
    await execa(process.execPath, [PROGRAM, uri, 'fill', values.orders]);
    const child = launch(program);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const started = identify(child.pid!)!;
    try {
      await untilReady(program, () => isAlive(started));
      const cookie = await signIn(identity, program.env!['REDIS_URL']!);
      const asked = [PROGRAM, uri, 'ask', values.orders, values.searches, program.url!, cookie];
      const { stdout } = await execa(process.execPath, asked);
      return report(JSON.parse(stdout) as Figures);
    } finally {
      await end(started);
    }
  } finally {
    await identity.stop();
    await servers.close();
  }
}

async function signIn(identity: Awaited<ReturnType<typeof startTestIdentity>>, redisUrl: string) {
  const [userId, sid] = [crypto.randomUUID(), crypto.randomUUID()];
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  await redis.set(PREFIX + sessionKey(sid), JSON.stringify({ userId, role: 'admin' }));
  redis.destroy();
  return `access=${await identity.token({ sub: userId, sid, role: 'admin' })}`;
}

/** @returns whether the target was met. */
function report({ times, totalIndexSize }: Figures): boolean {
  const at = (all: readonly number[], share: number) =>
    all.toSorted((one, other) => one - other)[Math.floor(share * (all.length - 1))]!;
  const now = times.map(({ ms }) => ms);
  const before = times.flatMap(({ beforeMs }) => beforeMs ?? []);
  const p95 = at(now, 0.95);
  const longest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  console.log(
    [
      `${times.length} searches by HTTP: median ${inMs(at(now, 0.5))}, p95 ${inMs(p95)} (at most ${MAX_P95_MS}), longest ${inMs(at(now, 1))}`,
      `${before.length} of them by the query of before alone: median ${inMs(at(before, 0.5))}, p95 ${inMs(at(before, 0.95))}, longest ${inMs(at(before, 1))}; ` +
        `its p95 is ${(at(before, 0.95) / p95).toFixed(1)} times as long`,
      `longest: ${longest.map(({ q, ms }) => `“${q}” ${inMs(ms)}`).join(', ')}`,
      `all indexes of the orders: ${(totalIndexSize / 2 ** 20).toFixed(0)} MB`,
    ].join('\n'),
  );
  return p95 <= MAX_P95_MS;
}
