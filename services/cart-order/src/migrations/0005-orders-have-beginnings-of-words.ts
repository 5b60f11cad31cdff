import { defineMigration, inBatches } from '@shop/service-kit';
import type { Order } from '../orders/order.schema.ts';
import { searchWordsOf } from '../orders/search-words.ts';

const BATCH_SIZE = 200;

export const ordersHaveBeginningsOfWords = defineMigration<string>({
  id: '0005-orders-have-beginnings-of-words',
  run: async (context) => {
    const orders = context.db.collection<Order>('orders');
    await inBatches(
      context,
      orders,
      { size: BATCH_SIZE, fields: ['shippingInfo', 'lines', 'words'] },
      async (batch) => {
        await orders.bulkWrite(
          batch.map((order) => ({
            updateOne: {
              // Sealed in this moment: its words are others.
              filter: { _id: order._id, words: order.words ?? null } as never,
              update: { $set: { words: searchWordsOf(order) } },
            },
          })),
        );
      },
    );
  },
});
