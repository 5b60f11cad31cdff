// MongoDB, RabbitMQ, Redis and, where `go` can build it, S3 for tests, next to those of a running shop: `up` (no-op if they run), `down`, `status`.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readConfig, TEST_FOLDER } from '../../infra/config.ts';
import { portsFrom, TEST_OFFSET } from '../../infra/ports.ts';
import { provideInfrastructure, rabbitmqPlace } from '../../infra/provision/infrastructure.ts';
import { mongodbAnswers, provideMongodb } from '../../infra/provision/mongodb.ts';
import {
  addVirtualHost,
  provideRabbitmq,
  rabbitmqAnswers,
  rabbitmqctl,
  removeVirtualHost,
} from '../../infra/provision/rabbitmq.ts';
import { clusterAnswers, provideRedis, redisAnswers } from '../../infra/provision/redis.ts';
import { provideVersitygw, s3Answers, versitygw } from '../../infra/provision/versitygw.ts';
import { readJson, writeJson } from '../../infra/run/files.ts';
import { takenPorts } from '../../infra/run/port-holder.ts';
import { end, identify, isAlive, launch, untilReady, type ProcessIdentity } from '../../infra/run/process.ts';

/** Read by integration tests from `.run/test/infra.json` (see `packages/test-kit`). */
export interface TestAddresses {
  TEST_MONGODB_URI: string;
  TEST_RABBITMQ_URL: string;
  TEST_REDIS_URL: string;
  /** The programs, for tests with servers of their own. */
  TEST_MONGOD: string;
  TEST_REDIS_SERVER: string;
  /** Absent where there is neither S3 nor `go` to build it. */
  S3_ENDPOINT?: string;
  /** Of our own S3; those of a given one stay in the environment. */
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
}

const addressFile = path.join(TEST_FOLDER, 'infra.json');
const processFile = path.join(TEST_FOLDER, 'processes.json');
const data = path.join(TEST_FOLDER, 'data');
const logs = path.join(TEST_FOLDER, 'logs');

/** Starts what is not running and returns the addresses. Idempotent; leaves the servers running. */
export async function up(say: (line: string) => void = () => {}): Promise<TestAddresses> {
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + TEST_OFFSET);
  const running = readJson<Record<string, ProcessIdentity>>(processFile) ?? {};
  const known = readJson<TestAddresses>(addressFile);
  const isWanted = known && (!config.S3_ENDPOINT || config.S3_ENDPOINT === known.S3_ENDPOINT);
  if (isWanted && Object.values(running).every(isAlive) && (await complaints(known)).length === 0) return known;
  await endAll(running);
  const infrastructure = await provideInfrastructure({
    given: { mongodb: config.TEST_MONGODB_URI, rabbitmq: config.TEST_RABBITMQ_URL, redis: config.TEST_REDIS_URL },
    ports,
    data,
    logs,
    durable: false,
    clustered: true,
    report: say,
  });
  const s3 = config.S3_ENDPOINT
    ? { addresses: { S3_ENDPOINT: config.S3_ENDPOINT }, programs: [] }
    : await ownS3(ports.s3, say);
  const programs = [...infrastructure.programs, ...s3.programs];
  const started: Record<string, ProcessIdentity> = {};
  try {
    await refuseTakenPorts([
      ports.mongodb,
      ports.rabbitmq,
      ports.rabbitmqDistribution,
      ports.epmd,
      ports.redis,
      ports.redisBus,
      ports.s3,
    ]);
    const ready = new Map<string, Promise<void>>();
    for (const program of programs) {
      ready.set(
        program.name,
        (async () => {
          await Promise.all((program.after ?? []).map((name) => ready.get(name)));
          const began = Date.now();
          const child = launch(program);
          await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
          child.unref();
          const identity = identify(child.pid!);
          if (!identity) throw new Error(`${program.name} exited immediately`);
          started[program.name] = identity;
          writeJson(processFile, started);
          await untilReady(program, () => isAlive(identity));
          say(`${program.name} ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
        })(),
      );
    }
    await Promise.all(ready.values());
  } catch (error) {
    await endAll(started);
    throw error;
  }
  const addresses: TestAddresses = {
    TEST_MONGODB_URI: infrastructure.mongodb,
    TEST_RABBITMQ_URL: infrastructure.rabbitmq,
    TEST_REDIS_URL: infrastructure.redis,
    TEST_MONGOD: await provideMongodb(path.join(data, 'mongodb')),
    TEST_REDIS_SERVER: await provideRedis(),
    ...s3.addresses,
  };
  writeJson(addressFile, addresses);
  return addresses;
}

async function ownS3(port: number, say: (line: string) => void) {
  const program = await provideVersitygw(say);
  if (!program) return { addresses: {}, programs: [] };
  const keys = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: crypto.randomUUID() };
  const server = versitygw({
    program,
    port,
    keyId: keys.AWS_ACCESS_KEY_ID,
    secret: keys.AWS_SECRET_ACCESS_KEY,
    data: path.join(data, 's3'),
    log: path.join(logs, 's3.log'),
  });
  return { addresses: { S3_ENDPOINT: server.url, ...keys }, programs: [server] };
}

/** Stops what `up` started; the data stays. */
export async function down(): Promise<void> {
  fs.rmSync(addressFile, { force: true });
  await endAll(readJson<Record<string, ProcessIdentity>>(processFile) ?? {});
  fs.rmSync(processFile, { force: true });
}

/** Creates a RabbitMQ virtual host for one test run; returns its address and a function that removes it. */
export async function ownVirtualHost(name: string): Promise<{ url: string; remove(): Promise<void> }> {
  const ports = portsFrom(readConfig().SHOP_PORT_BASE + TEST_OFFSET);
  const place = rabbitmqPlace(await provideRabbitmq(), { ports, data, logs });
  return { url: await addVirtualHost(place, name), remove: () => removeVirtualHost(place, name) };
}

/** `rabbitmqctl` of the tests' RabbitMQ. @returns its output */
export async function testRabbitmqctl(...args: string[]): Promise<string> {
  const ports = portsFrom(readConfig().SHOP_PORT_BASE + TEST_OFFSET);
  return rabbitmqctl(rabbitmqPlace(await provideRabbitmq(), { ports, data, logs }), ...args);
}

async function status(): Promise<boolean> {
  for (const [name, identity] of Object.entries(readJson<Record<string, ProcessIdentity>>(processFile) ?? {})) {
    console.log(`${name.padEnd(10)} pid ${identity.pid} ${isAlive(identity) ? 'running' : 'not running'}`);
  }
  const addresses = readJson<TestAddresses>(addressFile);
  if (!addresses) {
    console.log('The test servers are not running.');
    return false;
  }
  for (const [name, address] of Object.entries(addresses)) console.log(`${name}=${address}`);
  const wrong = await complaints(addresses);
  for (const why of wrong) console.log(why);
  return wrong.length === 0;
}

async function complaints(addresses: TestAddresses): Promise<string[]> {
  const answers = await Promise.all([
    mongodbAnswers(addresses.TEST_MONGODB_URI),
    rabbitmqAnswers(addresses.TEST_RABBITMQ_URL),
    (readConfig().TEST_REDIS_URL ? redisAnswers : clusterAnswers)(addresses.TEST_REDIS_URL),
    addresses.S3_ENDPOINT === undefined ? undefined : s3Answers(addresses.S3_ENDPOINT),
  ]);
  return answers.filter((why) => why !== undefined);
}

async function refuseTakenPorts(ports: number[]): Promise<void> {
  const taken = await takenPorts(ports);
  if (taken.length === 0) return;
  const lines = taken.map(({ port, holder }) => `  ${port} is used by ${holder}`);
  throw new Error(
    ['Ports of the test servers are taken:', ...lines, 'Set SHOP_PORT_BASE to move them all.'].join('\n'),
  );
}

async function endAll(processes: Record<string, ProcessIdentity>): Promise<void> {
  const { epmd, ...others } = processes;
  await Promise.all(Object.values(others).map((identity) => end(identity)));
  if (epmd) await end(epmd);
}

if (import.meta.main) {
  const [command, ...rest] = process.argv.slice(2);
  try {
    if (command === 'up') {
      for (const [name, address] of Object.entries(await up(console.log))) console.log(`${name}=${address}`);
    } else if (command === 'down') {
      await down();
    } else if (command === 'status') {
      if (!(await status())) process.exitCode = 1;
    } else if (command === 'rabbitmqctl') {
      console.log(await testRabbitmqctl(...rest));
    } else {
      console.log('node tools/test/infra.ts up | down | status | rabbitmqctl <arguments>');
      process.exitCode = 1;
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
