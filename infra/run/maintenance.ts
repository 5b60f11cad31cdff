// `npm run maintenance -- on [--minutes 15]`: the shop can be read, and not changed; `-- off` ends it, without either it says which.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from 'redis';
import { type Config, readConfig } from '../config.ts';
import { portsFrom } from '../ports.ts';
import { redisUrl } from '../provision/redis.ts';
import { readSecrets } from './secrets.ts';
import { runningShop } from './state.ts';

/** Every gateway looks at it each second: `gateway/src/maintenance/maintenance.ts`. */
const KEY = 'gateway:maintenance';
const SEEN_WITHIN_MS = 5_000;

const USAGE = `npm run maintenance -- on [--minutes 15] | off | status`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string', default: '15' } },
  });
  const [what = 'status', ...more] = positionals;
  const minutes = Number(values.minutes);
  if (!['on', 'off', 'status'].includes(what) || more.length > 0) throw new Error(USAGE);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 24 * 60) {
    throw new Error('--minutes must be a whole number from 1 to 1440');
  }
  const config = readConfig();
  const until = await withRedis(config, async (redis) => {
    if (what === 'on') await redis.set(KEY, new Date(Date.now() + minutes * 60_000).toISOString());
    if (what === 'off') await redis.del(KEY);
    return await redis.get(KEY);
  });
  if (what !== 'status') await untilSeen(config, until !== null);
  console.log(
    until === null
      ? 'The shop takes orders and changes.'
      : `The shop is read-only: pages tell visitors that it is so until about ${until}. npm run maintenance -- off ends it; the time alone does not.`,
  );
}

async function withRedis<T>(config: Config, work: (redis: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  const url = config.REDIS_URL ?? redisUrl(portsFrom(config.SHOP_PORT_BASE).redis, readSecrets()?.access);
  const redis = createClient({ url, socket: { connectTimeout: 2_000, reconnectStrategy: false } });
  redis.on('error', () => {});
  try {
    await redis.connect().catch((error: Error) => {
      throw new Error(`Redis does not answer (is the shop running?): ${error.message}`, { cause: error });
    });
    return await work(redis as ReturnType<typeof createClient>);
  } finally {
    redis.destroy();
  }
}

/** @throws Error if the gateway of a shop that runs here does not follow */
async function untilSeen(config: Config, isOn: boolean): Promise<void> {
  if (!runningShop()) return;
  const address = `http://127.0.0.1:${portsFrom(config.SHOP_PORT_BASE).gateway}/api/v1/me`;
  for (const end = Date.now() + SEEN_WITHIN_MS; ; await wait(200)) {
    const seen = await fetch(address).then(
      ({ headers }) => headers.has('shop-read-only'),
      () => undefined,
    );
    if (seen === isOn) return;
    if (Date.now() > end) throw new Error('It is set, but the gateway does not follow: npm run logs -- gateway');
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
