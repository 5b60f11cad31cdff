import type { Migration } from '@shop/service-kit';
import { openStorage } from '@shop/storage';
import type { Config } from '../variables.ts';
import { mediaAreObjects } from './0001-media-are-objects.ts';
import { mediaHaveSources } from './0002-media-have-sources.ts';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrationsOf = ({ STORAGE_URL }: Pick<Config, 'STORAGE_URL'>): Migration[] => [
  mediaAreObjects(openStorage(STORAGE_URL)),
  mediaHaveSources,
];
