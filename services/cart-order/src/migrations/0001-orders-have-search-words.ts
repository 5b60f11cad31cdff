import { withCountryCode } from '@shop/contracts';
import { defineMigration } from '@shop/service-kit';
import type { Order } from '../orders/order.schema.ts';
import { searchWordsOf } from '../orders/search-words.ts';

const BATCH_SIZE = 200;

/** Also gives their copy of the address the code of its country. */
export const ordersHaveSearchWords = defineMigration<string>({
  id: '0001-orders-have-search-words',
  run: async ({ db, cursor, saveCursor }) => {
    const orders = db.collection<Order>('orders');
    for (let after = cursor ?? ''; ;) {
      const batch = await orders
        .find({ _id: { $gt: after } }, { projection: { shippingInfo: 1, lines: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      if (batch.length === 0) return;
      await orders.bulkWrite(
        batch.map((order) => ({
          updateOne: {
            filter: { _id: order._id },
            update: { $set: { words: searchWordsOf(order), shippingInfo: withCountryCode(order.shippingInfo) } },
          },
        })),
      );
      after = batch.at(-1)!._id;
      await saveCursor(after);
    }
  },
});
