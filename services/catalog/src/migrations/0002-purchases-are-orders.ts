import { defineMigration, inBatches } from '@shop/service-kit';
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
  run: async (context) => {
    const purchases = context.db.collection<OldPurchase>('purchases');
    const bought = context.db.collection<Purchase>('bought');
    await inBatches(context, purchases, { size: BATCH_SIZE }, async (batch) => {
      await bought.bulkWrite(
        batch.map(({ _id, productId, userId }) => ({
          updateOne: {
            filter: { _id: `before ${String(_id)}` },
            update: { $setOnInsert: { userId, productIds: [productId] } },
            upsert: true,
          },
        })),
      );
    });
  },
});
