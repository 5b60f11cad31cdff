import { defineMigration } from '@shop/service-kit';
import type { Types } from 'mongoose';
import type { Purchase } from '../reviews/review.schema.ts';

interface OldPurchase {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  userId: string;
}

const BATCH_SIZE = 500;

/** Purchases were pairs of a user and a product without their order, which nothing could take back. */
export const purchasesAreOrders = defineMigration<Types.ObjectId>({
  id: '0002-purchases-are-orders',
  run: async ({ db, cursor, saveCursor }) => {
    for (let after = cursor; ;) {
      const batch = await db
        .collection<OldPurchase>('purchases')
        .find(after === undefined ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray();
      if (batch.length === 0) return;
      await db.collection<Purchase>('bought').bulkWrite(
        batch.map(({ _id, productId, userId }) => ({
          updateOne: {
            filter: { _id: `before ${String(_id)}` },
            update: { $setOnInsert: { userId, productIds: [productId] } },
            upsert: true,
          },
        })),
      );
      after = batch.at(-1)!._id;
      await saveCursor(after);
    }
  },
});
