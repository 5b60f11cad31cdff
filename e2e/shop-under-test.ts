import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { MongoClient } from 'mongodb';
import { createClient } from 'redis';
import { machineEnvironment, readConfig, ROOT } from '../infra/config.ts';
import { portsFrom, TEST_OFFSET } from '../infra/ports.ts';
import type { ShopState } from '../infra/run/state.ts';
import * as infra from '../tools/test/infra.ts';
import { config } from './config.ts';

const VIRTUAL_HOST = 'e2e';
const REDIS_DATABASE = 1;
/**
 * Long-lived access tokens, because some visits share cookies, and renewing the session in one browser would invalidate those of
 * another. The rate limits are those that ship: each visit has an address of its own.
 */
const JOURNEY_SETTINGS = {
  ACCESS_TOKEN_LIFETIME: '6h',
  // High, so that nothing is left to the browser on a busy machine.
  CONTENT_BUDGET_MS: '8000',
  RENDER_BUDGET_MS: '2000',
  RENDER_HANG_MS: '2000',
};

/** Addresses and admin of the shop that the tests use. */
export function shopUnderTest(): Pick<ShopState, 'url' | 'mailbox' | 'admin' | 'portBase'> {
  const file = path.join(config.runFolder, 'state.json');
  if (!fs.existsSync(file)) throw new Error(`No shop is running in ${config.runFolder}.`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as ShopState;
}

/**
 * Starts the built shop (as `npm start -- --detach` does) with demo data, on test ports and with its own databases in the test
 * infrastructure. Rejects with its output when it does not start.
 */
export async function startShop(): Promise<void> {
  if (!config.ownShop) return;
  await stopShop();
  const addresses = await freshData();
  const started = await command('start.ts', { ...addresses, ...JOURNEY_SETTINGS }, '--detach');
  if (started.failed) throw new Error(`The shop for the journeys did not start:\n${started.all}`);
}

export async function stopShop(): Promise<void> {
  if (config.ownShop) await command('stop.ts', {});
}

/** Empties databases, virtual host, Redis database and run folder; returns the shop's environment for them. */
async function freshData(): Promise<Record<string, string>> {
  fs.rmSync(config.runFolder, { recursive: true, force: true });
  fs.rmSync(config.failures, { recursive: true, force: true });
  const addresses = await infra.up();

  const mongodb = await new MongoClient(addresses.TEST_MONGODB_URI).connect();
  const { databases } = await mongodb.db('admin').admin().listDatabases({ nameOnly: true });
  const old = databases.filter(({ name }) => name.startsWith('shop-'));
  await Promise.all(old.map(({ name }) => mongodb.db(name).dropDatabase()));
  await mongodb.close();

  const redisUrl = new URL(addresses.TEST_REDIS_URL);
  redisUrl.pathname = `/${REDIS_DATABASE}`;
  const redis = await createClient({ url: redisUrl.href }).connect();
  await redis.flushDb();
  redis.destroy();

  return {
    MONGODB_URI: addresses.TEST_MONGODB_URI,
    RABBITMQ_URL: await freshVirtualHost(addresses.TEST_RABBITMQ_URL),
    REDIS_URL: redisUrl.href,
  };
}

/** A configured RabbitMQ is used as it is. */
async function freshVirtualHost(url: string): Promise<string> {
  if (readConfig().TEST_RABBITMQ_URL) return url;
  const old = await infra.ownVirtualHost(VIRTUAL_HOST);
  await old.remove();
  return (await infra.ownVirtualHost(VIRTUAL_HOST)).url;
}

/** Options of execa to run a command on the started shop. */
export const commandOptions = () =>
  ({
    cwd: ROOT,
    extendEnv: false,
    env: {
      ...machineEnvironment(),
      SHOP_RUN_FOLDER: config.runFolder,
      SHOP_PORT_BASE: String(shopUnderTest().portBase),
    },
    all: true,
  }) as const;

/** Runs one of the shop's commands on the shop under test. */
function command(script: string, environment: Record<string, string>, ...args: string[]) {
  const { edge } = portsFrom(readConfig().SHOP_PORT_BASE + TEST_OFFSET);
  return execa(process.execPath, [path.join(ROOT, 'infra/run', script), ...args], {
    cwd: ROOT,
    extendEnv: false,
    env: { ...machineEnvironment(), ...environment, SHOP_PORT_BASE: String(edge), SHOP_RUN_FOLDER: config.runFolder },
    stdin: 'ignore',
    all: true,
    reject: false,
  });
}
