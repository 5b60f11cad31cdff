import type { Migration } from '@shop/service-kit';
import { countriesHaveCodes } from './0001-countries-have-codes.ts';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrations: Migration[] = [countriesHaveCodes];
