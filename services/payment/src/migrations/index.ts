import type { Migration } from '@shop/service-kit';
import { config } from '../config.ts';
import { failedAttemptsExpire } from './0001-failed-attempts-expire.ts';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrations: Migration[] = [failedAttemptsExpire(config.PAYMENT_FAILED_KEEP)];
