// `npm run backup -- <folder>`: copies databases, objects and keys as they are at one moment, while the shop sells.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage, type Storage } from '@shop/storage';
import { MongoClient, MongoServerError } from 'mongodb';
import { type Config, readConfig, STORAGE_URL } from '../config.ts';
import { asBackup, BACKUP, databaseOf, withoutUser, withUser } from '../provision/users.ts';
import { privateFolder, writeJson } from '../run/files.ts';
import { SERVICES } from '../run/programs.ts';
import { readSecrets, type Secrets } from '../run/secrets.ts';
import { withMongodb } from '../run/shop-mongodb.ts';
import { dumpDatabases, isRestoring } from './databases.ts';
import { hashOf } from './documents.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { dumpObjects } from './objects.ts';
import { contentText } from './text.ts';

export const DATABASES: readonly string[] = SERVICES.map(({ name }) => databaseOf(name));

export interface BackupSource {
  client: MongoClient;
  databases: readonly string[];
  storage: Storage;
  secrets: Secrets | undefined;
}

/** @returns what the folder holds then @throws Error if the folder is not empty; what was written until then is no backup */
export async function takeBackup(
  { client, databases: names, storage, secrets }: BackupSource,
  folder: string,
): Promise<Manifest> {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty: each backup needs a folder of its own`);
  }
  if (await isRestoring(client)) throw new Error('The shop is half restored: there is nothing whole to back up');
  privateFolder(folder);
  const databases = await dumpDatabases(client, { names, folder });
  const objects = await dumpObjects(storage, folder);
  writeManifest(folder, { ...databases, objects, secrets: secrets && (await writeSecrets(secrets, folder)) });
  return readManifest(folder);
}

/** Without the passwords of its servers, which belong to no data. */
async function writeSecrets({ access: _, ...secrets }: Secrets, folder: string): Promise<Manifest['secrets']> {
  const file = 'secrets.json';
  writeJson(path.join(folder, file), secrets, 0o600);
  return { file, sha256: await hashOf(path.join(folder, file)) };
}

const AUTHENTICATION_FAILED = 18;

/** The operator's address turned into that of who only reads, where its password is known. */
function readersAddress(uri: string, secrets: Secrets | undefined, { BACKUP_PASSWORD }: Config): string {
  if (BACKUP_PASSWORD) return withUser(withoutUser(uri), BACKUP, BACKUP_PASSWORD);
  return secrets ? asBackup(uri, secrets.access) : uri;
}

async function main(folder: string): Promise<void> {
  const began = Date.now();
  const config = readConfig();
  const secrets = readSecrets();
  if (!secrets && !config.MONGODB_URI) throw new Error('There is nothing to back up: no shop was ever started here');
  const manifest = await withMongodb(config, async (uri) => {
    const client = new MongoClient(readersAddress(uri, secrets, config), { serverSelectionTimeoutMS: 10_000 });
    try {
      return await takeBackup({ client, databases: DATABASES, storage: openStorage(STORAGE_URL), secrets }, folder);
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== AUTHENTICATION_FAILED) throw error;
      throw new Error('MongoDB does not know the user for backups yet: start the shop again', { cause: error });
    } finally {
      await client.close();
    }
  });
  console.log(`Backed up in ${((Date.now() - began) / 1000).toFixed(1)} s, as of ${manifest.takenAt}:`);
  console.log(contentText(manifest));
  if (manifest.objects.missing > 0) {
    console.error(
      `${manifest.objects.missing} uploads that documents name are not in the storage. Is it another one (STORAGE_URL)?`,
    );
  }
  console.log(
    manifest.secrets
      ? `${folder} holds keys and personal data. It can be read by its owner only and is not encrypted.`
      : 'Keys are not in it: keep the secrets of this shop (IDENTITY_SECRET and the others) in another safe place.',
  );
}

if (import.meta.main) {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length !== 1) throw new Error('Where to? Name one folder, as /backups/2026-11-23');
    await main(path.resolve(positionals[0]!));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
