import type { Migration } from '@shop/service-kit';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrations: Migration[] = [];
