// Run by two containers of `docker-compose.yml` at each start. `users.ts files <folder>` writes what RabbitMQ and Redis read at theirs:
// the users of the parts with their rights. `users.ts mongodb` gives MongoDB its own.
import fs from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { refuseHalfRestored } from '../backup/databases.ts';
import { readConfig, readPasswords } from '../config.ts';
import { provideMongodbUsers } from '../provision/mongodb-users.ts';
import {
  type Access,
  BACKUP,
  type Part,
  PARTS,
  passwordVariable,
  rabbitmqDefinitions,
  redisUsers,
} from '../provision/users.ts';

type Passwords = Record<string, string>;

export const PART_PASSWORDS = PARTS.map(passwordVariable);

const partsOf = (passwords: Passwords): Access['parts'] =>
  Object.fromEntries(PARTS.map((part) => [part, passwords[passwordVariable(part)]!])) as Record<Part, string>;

/** By name. The operator has another password at each server. */
export function userFiles(passwords: Passwords): Record<string, string> {
  const parts = partsOf(passwords);
  return {
    'rabbitmq.json': JSON.stringify(rabbitmqDefinitions({ operator: passwords['RABBITMQ_PASSWORD']!, parts })),
    'redis.acl': redisUsers({ operator: passwords['REDIS_PASSWORD']!, parts }),
  };
}

/** Other users read them: they hold hashes of passwords, in a volume that only these servers mount. */
function writeFiles(folder: string): void {
  const passwords = readPasswords(['RABBITMQ_PASSWORD', 'REDIS_PASSWORD', ...PART_PASSWORDS]);
  for (const [name, content] of Object.entries(userFiles(passwords))) {
    const file = path.join(folder, name);
    fs.writeFileSync(`${file}.new`, content, { mode: 0o644 });
    fs.renameSync(`${file}.new`, file);
  }
}

async function provideUsers(uri: string): Promise<void> {
  await refuseHalfRestored(uri);
  const passwords = readPasswords([passwordVariable(BACKUP), ...PART_PASSWORDS]);
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    await provideMongodbUsers(client.db('admin'), {
      backup: passwords[passwordVariable(BACKUP)]!,
      parts: partsOf(passwords),
    });
  } finally {
    await client.close();
  }
}

if (import.meta.main) {
  const [what, folder] = process.argv.slice(2);
  try {
    if (what === 'files' && folder) writeFiles(folder);
    else if (what === 'mongodb') await provideUsers(readConfig().MONGODB_URI!);
    else throw new Error('node infra/docker/users.ts files <folder> | mongodb');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
