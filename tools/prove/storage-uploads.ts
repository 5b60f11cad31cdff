import crypto from 'node:crypto';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@shop/test-kit';
import { execa } from 'execa';
import { MongoClient } from 'mongodb';
import { createClient } from 'redis';
import sharp from 'sharp';
import { readConfig, RUN_FOLDER } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { end, identify, isAlive, launch, type ProcessIdentity, untilReady } from '../../infra/run/process.ts';
import { healthOf, migration, services, type Setting, withDatabase } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import type { TestAddresses } from '../test/infra.ts';

const PORT_OFFSET = 1_700;
const COPIES = 3;
const SERVICE_TOKEN = 'of-the-proof-of-uploads';
/** Pictures of which a rendition is asked for, and how many ask each copy at once. */
const PICTURES = 6;
const ASKING = 8;
const ROUNDS = 10;
/** In a round, of which some are on their way when a copy is killed. */
const UPLOADS = 6;
/** At most; from nothing sent to all answered takes about as long. */
const KILLED_WITHIN_MS = 400;
/** By which the services' clocks are ahead. */
const CLOCK_KEY = 'clock:offset-ms';
const DAYS_2 = 2 * 24 * 3600 * 1000;

interface Where {
  /** Of the storage. */
  address: string;
  /** With the variables of S3. */
  environment: Record<string, string>;
  addresses: TestAddresses;
  random: () => number;
}

interface ImageDocument {
  _id: string;
  original?: { key: string; sha256: string };
}

const child = (environment: Record<string, string>, ...args: string[]) =>
  execa(process.execPath, [path.join(import.meta.dirname, 'storage-child.ts'), ...args], {
    env: environment,
    extendEnv: false,
    stderr: 'inherit',
  });

/** Copies of content on one database and one storage. @returns whether every expectation was met */
export async function proveUploads(where: Where): Promise<boolean> {
  const { address, environment, addresses } = where;
  const name = `prove-uploads-${crypto.randomUUID().slice(0, 8)}`;
  const catalog = await catalogThatShowsAll();
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const infrastructure = {
    mongodb: addresses.TEST_MONGODB_URI,
    rabbitmq: addresses.TEST_RABBITMQ_URL,
    redis: addresses.TEST_REDIS_URL,
  };
  const setting: Setting = { config, ports, infrastructure, secrets: provideSecrets(config), storage: address };
  const mongodbUri = withDatabase(addresses.TEST_MONGODB_URI, name);
  const own = {
    ...environment,
    MONGODB_URI: mongodbUri,
    REDIS_PREFIX: `${name}:`,
    EVENTS_PREFIX: `${name}.`,
    EVENTS_QUEUE_LIFE: '10m',
    SERVICE_TOKEN,
    CLOCK_CONTROL: 'on',
    CATALOG_URL: catalog.url,
    UNUSED_MEDIA_SWEEP: '1s',
  };
  const migrate = migration(setting, 'content');
  await execa(migrate.command, migrate.args, { cwd: migrate.cwd, env: { ...migrate.env, ...own }, extendEnv: false });
  const copies = Array.from({ length: COPIES }, (_, index) => new Copy(setting, own, ports.scratch + index));
  const mongo = await new MongoClient(mongodbUri).connect();
  const images = mongo.db().collection<ImageDocument>('images');
  const redis = await createClient({ url: addresses.TEST_REDIS_URL }).connect();
  const failures: string[] = [];
  const kind = new URL(address).protocol === 's3:' ? 'S3' : 'a folder';
  try {
    await Promise.all(copies.map((copy) => copy.start()));
    const made = await renditions(copies, failures);
    const inTheMiddle = await killWhileMaking(copies, failures);
    const removeRenditions = () => child(environment, 'remove', address, 'renditions/');
    await removeRenditions();
    await renditionOf(copies[0]!, made.names[0]!).catch((error: Error) =>
      failures.push(`after removal: ${error.message}`),
    );

    const { told, killed } = await killWhileStoring(copies, where.random);
    if (told.length === 0) failures.push('no picture was taken before a copy was killed');
    const documents = await images.find().toArray();
    const known = new Set(documents.map(({ _id }) => _id));
    const lost = told.filter((each) => !known.has(each));
    if (lost.length > 0) failures.push(`${lost.length} pictures that were taken have no document`);
    for (const document of documents) failures.push(...(await faultsOf(document, copies)));
    const keys = async () => (await child(environment, 'keys', address, 'originals/')).stdout.split('\n').sort();
    const named = documents.map(({ original }) => original!.key).sort();
    const left = (await keys()).length - named.length;
    await redis.set(`${name}:${CLOCK_KEY}`, String(DAYS_2));
    const isClean = async () => JSON.stringify(await keys()) === JSON.stringify(named);
    await eventually(isClean, {
      what: 'objects without a document being removed',
      withinMs: 60_000,
      everyMs: 500,
    }).catch((error: Error) => failures.push(error.message));
    if (failures.length === 0) {
      console.log(
        `✓ ${kind}: ${made.names.length} renditions asked for ${made.asked} times at ${COPIES} copies, each made once; ` +
          `${inTheMiddle} while their copy was killed; ${told.length} pictures taken, ${killed} copies killed, ` +
          `${documents.length} shown, ${left} objects without a document removed`,
      );
    }
    return failures.length === 0;
  } finally {
    for (const failure of failures) console.log(`✗ ${kind}: ${failure}`);
    await Promise.all(copies.map((copy) => copy.kill()));
    await mongo.db().dropDatabase();
    await mongo.close();
    redis.destroy();
    catalog.close();
  }
}

/** A process of content. */
class Copy {
  readonly #program;
  readonly url: string;
  #identity: ProcessIdentity | undefined;

  constructor(setting: Setting, own: Record<string, string>, port: number) {
    this.url = `http://127.0.0.1:${port}`;
    const content = services(setting).find(({ name }) => name === 'content')!;
    this.#program = {
      ...content,
      port,
      url: this.url,
      env: { ...content.env, ...own, PORT: String(port), LISTEN: 'alone' },
      log: path.join(RUN_FOLDER, `prove-storage-logs/content-${port}.log`),
      ready: () => healthOf(`${this.url}/health/ready`),
      readyWithinMs: 180_000,
    };
  }

  async start(): Promise<void> {
    const process = launch(this.#program);
    await once(process, 'spawn');
    const identity = identify(process.pid!)!;
    this.#identity = identity;
    await untilReady(this.#program, () => isAlive(identity));
  }

  async kill(): Promise<void> {
    if (this.#identity) await end(this.#identity, { signal: 'SIGKILL', graceMs: 5_000 });
  }

  /** @returns its name, or undefined if the copy was killed before it answered */
  async upload(bytes: Buffer): Promise<string | undefined> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png');
    const headers = { 'x-service-token': SERVICE_TOKEN };
    const answer = await fetch(`${this.url}/internal/images`, { method: 'POST', headers, body }).catch(() => undefined);
    if (!answer) return undefined;
    if (answer.status !== 201) throw new Error(`An upload was answered ${answer.status} ${await answer.text()}`);
    // It may be killed in the middle of its answer.
    const told = (await answer.json().catch(() => undefined)) as { image: { src: string } } | undefined;
    return told && path.basename(told.image.src);
  }

  async get(name: string, { width, accept }: { width: number; accept: string }): Promise<Buffer> {
    const answer = await fetch(`${this.url}/api/v1/images/${name}?w=${width}`, { headers: { accept } });
    if (!answer.ok) throw new Error(`${name} was answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async made(): Promise<number> {
    const lines = (await (await fetch(`${this.url}/metrics`)).text()).split('\n');
    const values = lines.filter((line) => line.startsWith('image_renditions_made_total{'));
    return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }
}

const picture = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#b08d57',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();

const renditionOf = (copy: Copy, name: string) => copy.get(name, { width: 640, accept: 'image/avif' });

/** Each is asked for at all copies at once: one makes it, and all send the same. */
async function renditions(copies: Copy[], failures: string[]): Promise<{ names: string[]; asked: number }> {
  const names: string[] = [];
  for (let i = 0; i < PICTURES; i++) names.push((await copies[0]!.upload(await picture(700)))!);
  const answers = await Promise.all(
    names.map((name) =>
      Promise.all(copies.flatMap((copy) => Array.from({ length: ASKING }, () => renditionOf(copy, name)))),
    ),
  );
  for (const [i, [first, ...rest]] of answers.entries()) {
    if (!rest.every((bytes) => bytes.equals(first!))) failures.push(`copies sent different renditions of ${names[i]}`);
  }
  const made = await Promise.all(copies.map((copy) => copy.made()));
  const sum = made.reduce((all, each) => all + each, 0);
  if (sum !== PICTURES)
    failures.push(`${PICTURES} renditions were made ${sum} times (${made.join(', ')} by the copies)`);
  return { names, asked: PICTURES * copies.length * ASKING };
}

/** The others make what a killed copy had begun. @returns how many were asked for */
async function killWhileMaking([dying, ...others]: Copy[], failures: string[]): Promise<number> {
  const names: string[] = [];
  for (let i = 0; i < 4; i++) names.push((await dying!.upload(await picture(1_000)))!);
  const large = { width: 960, accept: 'image/avif' };
  const asked = Promise.allSettled(names.map((name) => dying!.get(name, large)));
  await wait(200);
  await dying!.kill();
  await asked;
  const results = await Promise.allSettled(names.flatMap((name) => others.map((copy) => copy.get(name, large))));
  for (const result of results) {
    if (result.status === 'rejected') failures.push(`after a kill: ${(result.reason as Error).message}`);
  }
  await dying!.start();
  return names.length;
}

/** @returns the names of the pictures of which a copy said that they are stored */
async function killWhileStoring(copies: Copy[], random: () => number): Promise<{ told: string[]; killed: number }> {
  const told: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const copy = copies[round % copies.length]!;
    const pictures = await Promise.all(Array.from({ length: UPLOADS }, () => picture(200)));
    const uploads = pictures.map((bytes) => copy.upload(bytes));
    // However slow the machine is, some pictures are taken: in every second round it is killed between two answers.
    await (round % 2 === 0 ? wait(random() * KILLED_WITHIN_MS) : Promise.race(uploads));
    await copy.kill();
    told.push(...(await Promise.all(uploads)).filter((name) => name !== undefined));
    await copy.start();
  }
  return { told, killed: ROUNDS };
}

/** A document whose picture is not shown, byte by byte. */
async function faultsOf({ _id, original }: ImageDocument, copies: Copy[]): Promise<string[]> {
  if (!original) return [`${_id} names no object`];
  try {
    const bytes = await copies[0]!.get(_id, { width: 1_600, accept: 'image/webp' });
    return crypto.hash('sha256', bytes, 'hex') === original.sha256 ? [] : [`${_id} is not what was stored`];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Nothing is unused: what is removed has no document. */
async function catalogThatShowsAll(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    void json(request).then((body) => {
      const { addresses } = body as { addresses: string[] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ inUse: addresses }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
