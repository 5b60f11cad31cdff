import { defineMigration, inBatches, isDuplicateKey } from '@shop/service-kit';
import type { mongo, Types } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { ratingOf } from '../reviews/rating.rules.ts';
import type { Review } from '../reviews/review.schema.ts';

const BATCH_SIZE = 200;

/** Reviews were one per product and user; now they are one per group, and of two the newer one stays. */
export const reviewsHaveGroups = defineMigration<Types.ObjectId>({
  id: '0001-reviews-have-groups',
  run: async (context) => {
    const { db } = context;
    const reviews = db.collection<Review>('reviews');
    await inBatches(context, reviews, { size: BATCH_SIZE }, async (batch) => {
      const groups = await groupsOf(db, batch);
      for (const review of batch) {
        const group = groups.get(String(review.productId));
        if (group !== undefined) await giveGroup(reviews, review, group);
      }
    });
    await rateGroups(db);
  },
});

async function groupsOf(db: mongo.Db, batch: readonly Review[]): Promise<Map<string, string>> {
  const found = await db
    .collection<Product>('products')
    .find({ _id: { $in: batch.map(({ productId }) => productId) } }, { projection: { productGroup: 1 } })
    .toArray();
  return new Map(found.map(({ _id, productGroup }) => [String(_id), productGroup]));
}

async function giveGroup(
  reviews: mongo.Collection<Review>,
  { _id, userId, writtenAt }: Review,
  productGroup: string,
): Promise<void> {
  const isOther = { productGroup, userId, _id: { $ne: _id } };
  await reviews.deleteOne({ ...isOther, writtenAt: { $lt: writtenAt } });
  try {
    await reviews.updateOne({ _id }, { $set: { productGroup } });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await reviews.deleteOne({ _id });
  }
}

/** All variants of a group have the rating of its reviews. */
async function rateGroups(db: mongo.Db): Promise<void> {
  const counted = db
    .collection<Review>('reviews')
    .aggregate<{ _id: string; counts: { rating: number; count: number }[] }>([
      { $match: { hidden: false, productGroup: { $gt: '' } } },
      { $group: { _id: { group: '$productGroup', rating: '$rating' }, count: { $sum: 1 } } },
      { $group: { _id: '$_id.group', counts: { $push: { rating: '$_id.rating', count: '$count' } } } },
    ]);
  for await (const { _id: productGroup, counts } of counted) {
    await db.collection<Product>('products').updateMany({ productGroup }, { $set: ratingOf(counts) });
  }
}
