import type { Migration } from '@shop/service-kit';
import { ordersHaveSearchWords } from './0001-orders-have-search-words.ts';
import { numberOrdersFromBeforeInvoices } from './0002-number-orders-from-before-invoices.ts';
import { capturesOfOrders } from './0003-captures-of-orders.ts';
import { capturesPaidBack } from './0004-captures-paid-back.ts';
import { ordersHaveBeginningsOfWords } from './0005-orders-have-beginnings-of-words.ts';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrations: Migration[] = [
  ordersHaveSearchWords,
  numberOrdersFromBeforeInvoices,
  capturesOfOrders,
  capturesPaidBack,
  ordersHaveBeginningsOfWords,
];
