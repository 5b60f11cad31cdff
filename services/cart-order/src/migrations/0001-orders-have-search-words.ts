import { withCountryCode } from '@shop/contracts';
import { defineMigration, inBatches } from '@shop/service-kit';
import type { Order } from '../orders/order.schema.ts';
import { searchWordsOf } from '../orders/search-words.ts';

const BATCH_SIZE = 200;

/** Also gives their copy of the address the code of its country. */
export const ordersHaveSearchWords = defineMigration<string>({
  id: '0001-orders-have-search-words',
  run: async (context) => {
    const orders = context.db.collection<Order>('orders');
    await inBatches(context, orders, { size: BATCH_SIZE, fields: ['shippingInfo', 'lines'] }, async (batch) => {
      await orders.bulkWrite(
        batch.map((order) => ({
          updateOne: {
            filter: { _id: order._id },
            update: { $set: { words: searchWordsOf(order), shippingInfo: withCountryCode(order.shippingInfo) } },
          },
        })),
      );
    });
  },
});
