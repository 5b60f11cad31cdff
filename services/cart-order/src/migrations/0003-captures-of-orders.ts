import { defineMigration, inBatches } from '@shop/service-kit';
import { recordOfOrder } from '../money/capture-record.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import { addMissingRecords } from './add-missing-records.ts';

const BATCH_SIZE = 200;

/** Records the payments of orders from before there were capture records. */
export const capturesOfOrders = defineMigration<string>({
  id: '0003-captures-of-orders',
  run: async (context) => {
    const orders = context.db.collection<Order>('orders');
    await inBatches(context, orders, { size: BATCH_SIZE }, (batch) =>
      addMissingRecords(context.db, batch.map(recordOfOrder)),
    );
  },
});
