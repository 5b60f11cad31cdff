import { once } from 'node:events';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { execa } from 'execa';
import { inheritedEnvironment, RUN_FOLDER } from '../../infra/config.ts';
import * as infra from '../test/infra.ts';
import { buildProjects } from './own-shop.ts';
import { raceDeployers } from './storage-deployers.ts';
import { countOf, seededRandom, seedOf } from './seeded.ts';
import { proveUploads } from './storage-uploads.ts';

export const description =
  'Processes that replace one object at once, copies of content that store and make pictures, deployers at once; some are killed: nothing is lost, in a folder and in S3';

const WRITERS = 6;
const KILLS = 12;
/** Of all writers, between two kills. */
const LINES = 20;

/**
 * Demands S3. @returns whether the object holds every line of which a writer was told that it is stored, and each once; each picture
 * that was taken is shown, its rendition was made by one copy, and no object stays that no document names
 */
export async function run(args: string[]): Promise<boolean> {
  const options = { repetitions: { type: 'string', default: '1' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const repetitions = countOf('--repetitions', values.repetitions);
  const seed = seedOf(values.seed);
  console.log(`seed ${seed}`);
  await buildProjects(['@shop/content']);
  const random = seededRandom(seed);
  let isStarted = false;
  const addresses = await infra.up(() => (isStarted = true));
  try {
    const environment = s3Environment(addresses);
    let isMet = true;
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const folder = path.join(RUN_FOLDER, 'prove-storage');
      fs.rmSync(folder, { recursive: true, force: true });
      for (const address of [pathToFileURL(folder).href, `s3://${await bucket(environment)}/storage`]) {
        isMet = (await contend(address, environment, random)) && isMet;
        isMet = (await proveUploads({ address, environment, addresses, random })) && isMet;
      }
      fs.rmSync(folder, { recursive: true, force: true });
      isMet = (await raceDeployers(`s3://${await bucket(environment)}/frontends`, environment, random)) && isMet;
    }
    return isMet;
  } finally {
    if (isStarted) await infra.down();
  }
}

type Environment = Record<string, string>;

function s3Environment({ S3_ENDPOINT, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: infra.TestAddresses): Environment {
  if (!S3_ENDPOINT) throw new Error('This proof needs S3: `go` on the PATH, or S3_ENDPOINT with its keys');
  return {
    AWS_REGION: 'us-east-1',
    ...inheritedEnvironment(),
    AWS_ENDPOINT_URL_S3: S3_ENDPOINT,
    ...(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY ? { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } : {}),
  };
}

async function bucket(environment: Environment): Promise<string> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const client = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3']!,
    region: environment['AWS_REGION']!,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const name = `shop-prove-${crypto.randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return name;
}

/** One object, its writers, and the kills. */
async function contend(address: string, environment: Environment, random: () => number): Promise<boolean> {
  const child = (...args: string[]) =>
    execa(process.execPath, [path.join(import.meta.dirname, 'storage-child.ts'), ...args], {
      env: environment,
      extendEnv: false,
      stderr: 'inherit',
    });
  await child('create', address);
  const told: string[] = [];
  let notice = () => {};
  let wanted = Infinity;
  let number = 0;
  const failures: string[] = [];
  const start = () => {
    const writer = child('add', address, `writer-${number++}`);
    const lines = createInterface({ input: writer.stdout }).on('line', (line) => {
      told.push(line);
      if (told.length >= wanted) notice();
    });
    void writer.catch((error: { exitCode?: number }) => {
      if (error.exitCode === undefined) return;
      failures.push(`a writer ended with ${error.exitCode}`);
      notice();
    });
    return { writer, isRead: once(lines, 'close') };
  };
  const moreLines = () =>
    new Promise<void>((resolve) => {
      wanted = told.length + LINES;
      notice = resolve;
    });
  const writers = Array.from({ length: WRITERS }, start);
  for (let kill = 0; kill < KILLS && failures.length === 0; kill++) {
    await moreLines();
    const index = Math.floor(random() * WRITERS);
    writers[index]!.writer.kill('SIGKILL');
    await writers[index]!.isRead;
    writers[index] = start();
  }
  if (failures.length === 0) await moreLines();
  for (const { writer } of writers) writer.stdin.end();
  await Promise.all(writers.map(({ isRead }) => isRead));

  const { stdout } = await child('read', address);
  const stored = stdout.split('\n');
  const distinct = new Set(stored);
  const lost = told.filter((line) => !distinct.has(line));
  if (lost.length > 0) failures.push(`${lost.length} lines are lost: ${lost.slice(0, 5).join(', ')}`);
  if (distinct.size !== stored.length) failures.push(`${stored.length - distinct.size} lines are there twice`);
  // A killed writer may have stored one line of which it was not told.
  const untold = distinct.size - new Set(told).size;
  if (untold > KILLS) failures.push(`${untold} lines more than were written`);
  const where = new URL(address).protocol === 's3:' ? 'S3' : 'a folder';
  for (const failure of failures) console.log(`✗ ${where}: ${failure}`);
  if (failures.length === 0)
    console.log(
      `✓ ${where}: ${told.length} lines by ${number} processes, ${KILLS} killed, ${untold} of them after a change`,
    );
  return failures.length === 0;
}
