import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStorage, type Storage } from '@shop/storage';
import { type Config, RUN_FOLDER } from '../config.ts';

/** Where the shop's uploads lie, if it has any. */
export function shopStorage({ STORAGE_URL }: Pick<Config, 'STORAGE_URL'>): Storage | undefined {
  if (STORAGE_URL) return openStorage(STORAGE_URL);
  const folder = path.join(RUN_FOLDER, 'data/storage');
  return fs.existsSync(folder) ? openStorage(pathToFileURL(folder).href) : undefined;
}
