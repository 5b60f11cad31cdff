import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStorage, type Storage } from '@shop/storage';
import type { Config } from '../config.ts';
import { DATA_FOLDER } from '../run/programs.ts';

/** Where the shop's uploads lie. */
export const shopStorage = ({ STORAGE_URL }: Pick<Config, 'STORAGE_URL'>): Storage =>
  openStorage(STORAGE_URL ?? pathToFileURL(path.join(DATA_FOLDER, 'storage')).href);
