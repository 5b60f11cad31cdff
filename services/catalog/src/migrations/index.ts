import type { Migration } from '@shop/service-kit';
import { reviewsHaveGroups } from './0001-reviews-have-groups.ts';
import { purchasesAreOrders } from './0002-purchases-are-orders.ts';
import { optionsAreFolded } from './0003-options-are-folded.ts';
import { stockHasMovements } from './0004-stock-has-movements.ts';
import { materialsAreMadeToOrder } from './0005-materials-are-made-to-order.ts';

/** In the order of their numbers: `0001-what-it-does.ts` beside this file. */
export const migrations: Migration[] = [
  reviewsHaveGroups,
  purchasesAreOrders,
  optionsAreFolded,
  stockHasMovements,
  materialsAreMadeToOrder,
];
