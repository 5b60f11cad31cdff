import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import type { Purchase, Review } from './review.schema.ts';

/** Newest reviews shown of a product; all of them count for its rating. */
const MAX_SHOWN = 200;

@Injectable()
export class ReviewsRepository {
  constructor(
    @InjectModel('Review') private readonly reviews: Model<Review>,
    @InjectModel('Purchase') private readonly purchases: Model<Purchase>,
  ) {}

  shown(productId: string): Promise<Review[]> {
    return this.reviews.find({ productId, hidden: false }).sort({ writtenAt: -1 }).limit(MAX_SHOWN).lean<Review[]>();
  }

  async page({ page, limit }: { page: number; limit: number }): Promise<{ reviews: Review[]; totalCount: number }> {
    const [reviews, totalCount] = await Promise.all([
      this.reviews
        .find()
        .sort({ writtenAt: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Review[]>(),
      this.reviews.estimatedDocumentCount(),
    ]);
    return { reviews, totalCount };
  }

  /** Upserts a user's review of a product. A hidden one stays hidden. */
  async put(
    {
      productId,
      userId,
      rating,
      text,
      writtenAt,
    }: Omit<Review, '_id' | 'hidden' | 'productId'> & { productId: string },
    session: ClientSession,
  ): Promise<Review> {
    const written = await this.reviews
      .findOneAndUpdate(
        { productId, userId },
        { $set: { rating, text, writtenAt }, $setOnInsert: { hidden: false } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<Review>();
    return written!;
  }

  byId(id: string, session: ClientSession): Promise<Review | null> {
    return this.reviews.findById(id).session(session).lean<Review>();
  }

  async hide(id: Review['_id'], hidden: boolean, reason: string, session: ClientSession): Promise<Review> {
    const update = hidden ? { hidden, hiddenReason: reason } : { hidden, $unset: { hiddenReason: 1 } };
    const changed = await this.reviews
      .findByIdAndUpdate(id, update, { session, returnDocument: 'after' })
      .lean<Review>();
    return changed!;
  }

  /** Number of visible reviews per rating. */
  async counts(productId: Types.ObjectId, session: ClientSession): Promise<{ rating: number; count: number }[]> {
    const found = await this.reviews
      .aggregate<{ _id: number; count: number }>([
        { $match: { productId, hidden: false } },
        { $group: { _id: '$rating', count: { $sum: 1 } } },
      ])
      .session(session);
    return found.map(({ _id, count }) => ({ rating: _id, count }));
  }

  /** `pairKey`s of the pairs that are purchases. */
  async bought(pairs: readonly { productId: Types.ObjectId; userId: string }[]): Promise<Set<string>> {
    if (pairs.length === 0) return new Set();
    const found = await this.purchases
      .find({ $or: pairs.map(({ productId, userId }) => ({ productId, userId })) })
      .lean<Purchase[]>();
    return new Set(found.map(pairKey));
  }

  async upsertPurchases(userId: string, productIds: readonly string[]): Promise<void> {
    await this.purchases.bulkWrite(
      productIds.map((id) => {
        const pair = { productId: new Types.ObjectId(id), userId };
        return { updateOne: { filter: pair, update: { $setOnInsert: pair }, upsert: true } };
      }),
    );
  }
}

export const pairKey = ({ productId, userId }: { productId: Types.ObjectId; userId: string }): string =>
  `${String(productId)} ${userId}`;
