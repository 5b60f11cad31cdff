// `npm run reset`: stops the shop and removes its data, secrets and logs, after asking. `--yes` does not ask.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';
import { readConfig, RUN_FOLDER } from '../config.ts';
import { stopShop } from './stop.ts';

// The test infrastructure has its own commands.
const KEPT_FOLDERS = new Set(['test']);

const { MONGODB_URI, RABBITMQ_URL, REDIS_URL, STORAGE_URL } = readConfig();
const entries = fs.existsSync(RUN_FOLDER) ? fs.readdirSync(RUN_FOLDER).filter((entry) => !KEPT_FOLDERS.has(entry)) : [];
if (entries.length === 0) {
  console.log('There is nothing to reset.');
  process.exit(0);
}
if (!process.argv.includes('--yes')) {
  if (!process.stdin.isTTY) {
    console.error(
      'This removes all orders, users and products of this copy. To do it without asking: npm run reset -- --yes',
    );
    process.exit(1);
  }
  const ask = readline.createInterface({ input: process.stdin, output: process.stdout });
  const answer = await ask.question('Remove all orders, users, products, mails and secrets of this copy? [y/N] ');
  ask.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    console.log('Nothing was removed.');
    process.exit(1);
  }
}
await stopShop();
for (const entry of entries) fs.rmSync(path.join(RUN_FOLDER, entry), { recursive: true, force: true });
console.log('Removed. The next `npm start` loads fresh demo data, `npm start -- --empty` none.');
if (MONGODB_URI || RABBITMQ_URL || REDIS_URL || STORAGE_URL) {
  console.log('Data at MONGODB_URI, RABBITMQ_URL, REDIS_URL and STORAGE_URL was not removed.');
}
