// `npm run restore -- <folder>`: fills an empty shop from a backup. `-- <folder> --check` only reads the backup.
// `--skip-numbers N`: how many numbers of bills to leave out, at least as many as were given after the backup; 1,000 if not said.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage, type Storage } from '@shop/storage';
import { MongoClient } from 'mongodb';
import { type Config, readConfig, RUN_FOLDER, STORAGE_URL } from '../config.ts';
import { readJson, writeJson } from '../run/files.ts';
import { DATA_FOLDER, SERVICES } from '../run/programs.ts';
import { isRestored, markRestored } from './after-start.ts';
import { adoptSecrets, type Secrets } from '../run/secrets.ts';
import { withMongodb } from '../run/shop-mongodb.ts';
import { runningShop } from '../run/state.ts';
import { DATABASES } from './backup.ts';
import { skipBillNumbers } from './bill-numbers.ts';
import { beginRestore, endRestore, filledDatabases, isRestoring, loadDatabases } from './databases.ts';
import { DocumentCounter, hashOf, readDocuments } from './documents.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { checkObjects, isFilled, loadObjects } from './objects.ts';
import { filledServers } from './other-servers.ts';
import { checkPaymentsSoon } from './payments.ts';
import { contentText } from './text.ts';
import { republishUnhandled } from './unhandled-events.ts';

/** Reads a whole backup. @throws Error naming the first part that is not what was backed up */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const files = [manifest.objects, manifest.secrets].filter((record) => record !== undefined);
  for (const { file, sha256 } of files) await checkFile(folder, file, sha256);
  for (const { name, collections } of manifest.databases) {
    for (const { name: collection, file, sha256, documents, digest } of collections) {
      await checkFile(folder, file, sha256);
      const counter = new DocumentCounter();
      await readDocuments(path.join(folder, file), async (all) => {
        for await (const document of all) counter.add(document);
      });
      if (counter.counted.documents !== documents || counter.counted.digest !== digest) {
        throw new Error(`${file} does not hold the ${documents} documents of ${name}.${collection}`);
      }
    }
  }
  await checkObjects(folder);
  return manifest;
}

async function checkFile(folder: string, file: string, sha256: string): Promise<void> {
  const at = path.join(folder, file);
  if (!fs.existsSync(at)) throw new Error(`${at} is missing`);
  if ((await hashOf(at)) !== sha256) throw new Error(`${at} is not what was backed up: its content changed`);
}

export interface RestoreTarget {
  client: MongoClient;
  databases: readonly string[];
  storage: Storage;
  /** Called with the keys of the backup, if it has any, when all else is done. */
  adopt(secrets: Secrets): void;
  /** Called last, before the restore counts as done: what the next start has to know about it. */
  record(manifest: Manifest): void;
  /** Numbers of bills that may have been given after the backup: none of them is given again. */
  skippedNumbers: number;
}

interface Restored {
  manifest: Manifest;
  republished: number;
  asked: { payments: number; spreadMs: number };
  billNumbers: Record<string, number>;
}

/**
 * Fills an empty shop. Interrupted, it is begun again by the next call.
 *
 * @returns how many events will be published again, which payments are asked about, and the last number of each series of bills that is not
 *   given again
 * @throws Error before anything is changed if the backup is damaged or the shop is not empty
 */
export async function restoreBackup(
  { client, databases: names, storage, adopt, record, skippedNumbers: skip }: RestoreTarget,
  folder: string,
): Promise<Restored> {
  const manifest = await checkBackup(folder);
  const unknown = manifest.databases.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`The backup holds databases that this shop has no service for: ${unknown}`);
  if (!(await isRestoring(client))) {
    const filled = [...(await filledDatabases(client, names)), ...((await isFilled(storage)) ? ['the storage'] : [])];
    if (filled.length > 0) throw new Error(`This shop is not empty, and nothing was changed: ${filled.join(', ')}`);
  }
  await beginRestore(client, names);
  await loadDatabases(client, { databases: manifest.databases, folder });
  const republished = await republishUnhandled(client, names);
  const asked = await checkPaymentsSoon(client, names, new Date());
  const billNumbers = await skipBillNumbers(client, names, { skip, now: new Date() });
  await loadObjects(storage, folder);
  if (manifest.secrets) adopt(readJson<Secrets>(path.join(folder, manifest.secrets.file))!);
  record(manifest);
  await endRestore(client);
  return { manifest, republished, asked, billNumbers };
}

/** Other data of `npm start` than MongoDB's: it would be of another time. Not the record of a restore that no start has followed. */
export function otherData(folder: string): string[] {
  const names = ['rabbitmq', 'redis', ...(isRestored(folder) ? [] : ['demo-data.json'])];
  return names.filter((name) => fs.existsSync(path.join(folder, name)));
}

async function main(folder: string, skippedNumbers: number): Promise<void> {
  const began = Date.now();
  const config = readConfig();
  await refuseFilledShop(config);
  const { manifest, republished, asked, billNumbers } = await withMongodb(config, async (uri) => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
    try {
      const storage = openStorage(STORAGE_URL);
      const adopt = (secrets: Secrets) => adoptSecrets(secrets, config);
      return await restoreBackup({ client, databases: DATABASES, storage, adopt, record, skippedNumbers }, folder);
    } finally {
      await client.close();
    }
  });
  console.log(`Restored in ${((Date.now() - began) / 1000).toFixed(1)} s, as of ${manifest.takenAt}:`);
  console.log(contentText(manifest));
  console.log(`  ${republished} events were on their way and will be published again.`);
  const minutes = Math.ceil(asked.spreadMs / 60_000);
  console.log(`  ${asked.payments} payments: the providers are asked about them within ${minutes} min of the start.`);
  for (const [series, last] of Object.entries(billNumbers)) {
    console.log(`  ${series}: numbers up to ${last} are not given again.`);
  }
  if (!manifest.secrets) console.log('Keys are not in it: start the shop with the secrets that it had.');
  console.log('npm start builds the indexes and opens the shop. All have to sign in again.');
}

function record({ takenAt }: Manifest): void {
  // First: by it a repeat knows that the other records are a restore's.
  markRestored(takenAt);
  // Demo data would be added to those of the restored shop, and its indexes are not built yet.
  writeJson(path.join(DATA_FOLDER, 'demo-data.json'), Object.fromEntries(SERVICES.map(({ name }) => [name, takenAt])));
  fs.rmSync(path.join(DATA_FOLDER, 'migrated.json'), { force: true });
}

/** @throws Error if a shop runs here, or something but MongoDB holds data of another time */
async function refuseFilledShop(config: Config): Promise<void> {
  if (runningShop()) throw new Error('The shop runs: npm run stop. A backup is restored into an empty shop.');
  const left = otherData(DATA_FOLDER).map((name) => `${path.relative(process.cwd(), DATA_FOLDER)}/${name}`);
  left.push(...(await filledServers(config)));
  if (left.length === 0) return;
  throw new Error(
    `This shop is not empty, and nothing was changed: ${left.join(', ')}. ` +
      `Delete its data (npm run reset), or restore into another folder than ${RUN_FOLDER} by SHOP_RUN_FOLDER.`,
  );
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, 'skip-numbers': { type: 'string', default: '1000' } },
    });
    const skippedNumbers = Number(values['skip-numbers']);
    if (!Number.isInteger(skippedNumbers) || skippedNumbers < 0) throw new Error('--skip-numbers is a whole number');
    if (positionals.length !== 1)
      throw new Error('Which one? Name one folder, as /backups/2026-11-23; --check only reads it');
    const folder = path.resolve(positionals[0]!);
    if (values.check) {
      const manifest = await checkBackup(folder);
      console.log(`${folder} is complete and undamaged, as of ${manifest.takenAt}:\n${contentText(manifest)}`);
    } else {
      await main(folder, skippedNumbers);
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
