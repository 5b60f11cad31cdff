import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, QueryOf } from '@shop/contracts';
import { asTransientConflict, countMatching } from '@shop/service-kit';
import { type ClientSession, type Model, type PipelineStage, Types, type UpdateQuery } from 'mongoose';
import type { Purchase, Review, ReviewPhoto } from './review.schema.ts';

/** Reviews whose pictures are shown together. */
const MAX_WITH_PHOTOS = 24;

const ORDERS = {
  newest: { writtenAt: -1 },
  helpful: { helpful: -1, writtenAt: -1 },
  highest: { rating: -1, writtenAt: -1 },
  lowest: { rating: 1, writtenAt: 1 },
} as const;

interface Shown {
  stars?: number | undefined;
  sort: keyof typeof ORDERS;
  limit: number;
}

@Injectable()
export class ReviewsRepository {
  constructor(
    @InjectModel('Review') private readonly reviews: Model<Review>,
    @InjectModel('Purchase') private readonly purchases: Model<Purchase>,
  ) {}

  shown(productGroup: string, { stars, sort, limit }: Shown): Promise<Review[]> {
    return this.reviews
      .find({ productGroup, hidden: false, ...(stars !== undefined && { rating: stars }) })
      .sort(ORDERS[sort])
      .limit(limit)
      .lean<Review[]>();
  }

  /** Visible reviews with visible pictures, newest first. */
  withPhotos(productGroup: string): Promise<Review[]> {
    return this.reviews
      .find({ productGroup, hasPhotos: true, hidden: false })
      .sort({ writtenAt: -1 })
      .limit(MAX_WITH_PHOTOS)
      .lean<Review[]>();
  }

  ofUser(productGroup: string, userId: string, session?: ClientSession): Promise<Review | null> {
    return this.reviews
      .findOne({ productGroup, userId })
      .session(session ?? null)
      .lean<Review>();
  }

  async page({ hidden, stars, group, page, limit }: QueryOf<typeof catalog.listAllReviews>): Promise<{
    reviews: Review[];
    totalCount: number;
  }> {
    const filter = {
      ...(stars !== undefined && { rating: stars }),
      // Both are named, so that the index of a group has them in order.
      ...(group !== undefined && { productGroup: group, hidden: { $in: [false, true] } }),
      ...(hidden && { hidden: true }),
    };
    const [reviews, totalCount] = await Promise.all([
      this.reviews
        .find(filter)
        // Two may be of one moment: without their ids a page could repeat one of the page before, and miss another.
        .sort({ writtenAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Review[]>(),
      countMatching(this.reviews, filter),
    ]);
    return { reviews, totalCount };
  }

  /** Upserts a user's review of a group. A hidden one stays hidden. */
  async put(
    {
      productId,
      productGroup,
      userId,
      rating,
      text,
      writtenAt,
      photos,
    }: Pick<Review, 'productGroup' | 'userId' | 'rating' | 'text' | 'writtenAt'> & {
      productId: string;
      photos: ReviewPhoto[];
    },
    session: ClientSession,
  ): Promise<Review> {
    const written = await this.reviews
      .findOneAndUpdate(
        { productGroup, userId },
        {
          $set: { productId, rating, text, writtenAt, photos, hasPhotos: hasVisible(photos) },
          $setOnInsert: { hidden: false },
        },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<Review>();
    return written!;
  }

  allOf(userId: string, session?: ClientSession): Promise<Review[]> {
    return this.reviews
      .find({ userId })
      .session(session ?? null)
      .lean<Review[]>();
  }

  /** Those of one group, or of all, of which the user says that they helped. */
  helpedTo(userId: string, productGroup?: string): Promise<Review[]> {
    return this.reviews
      .find({ helpedBy: userId, ...(productGroup !== undefined && { productGroup }) })
      .lean<Review[]>();
  }

  /** Who was helped and how many they are change in one write. `null`: not a review of the group that is shown. */
  setHelped(
    { id, productGroup, userId, helped }: { id: string; productGroup: string; userId: string; helped: boolean },
    session: ClientSession,
  ): Promise<Review | null> {
    return this.reviews
      .findOneAndUpdate({ _id: id, productGroup, hidden: false }, helpedUpdate(userId, helped), {
        session,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<Review>();
  }

  /** The user helps no count any more. */
  async removeHelpedTo(userId: string, session: ClientSession): Promise<void> {
    await this.reviews.updateMany({ helpedBy: userId }, helpedUpdate(userId, false), { session, updatePipeline: true });
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

  async setPhotos(id: Review['_id'], photos: ReviewPhoto[], session: ClientSession): Promise<Review> {
    const update = { photos, hasPhotos: hasVisible(photos) };
    const changed = await this.reviews
      .findByIdAndUpdate(id, update, { session, returnDocument: 'after' })
      .lean<Review>();
    return changed!;
  }

  async answer(id: Review['_id'], answer: Review['answer'], session: ClientSession): Promise<Review> {
    const update = answer ? { answer } : { $unset: { answer: 1 } };
    const changed = await this.reviews
      .findByIdAndUpdate(id, update, { session, returnDocument: 'after' })
      .lean<Review>();
    return changed!;
  }

  /** Number of visible reviews of a group per rating. */
  async counts(productGroup: string, session?: ClientSession): Promise<{ rating: number; count: number }[]> {
    const found = await this.reviews
      .aggregate<{ _id: number; count: number }>([
        { $match: { productGroup, hidden: false } },
        { $group: { _id: '$rating', count: { $sum: 1 } } },
      ])
      .session(session ?? null);
    return found.map(({ _id, count }) => ({ rating: _id, count })).sort((a, b) => b.rating - a.rating);
  }

  /** Leaves stars, text and whether its writer bought the piece; nothing tells any more that two reviews are by one person. */
  async detach({ _id, productGroup }: Review, wasBought: boolean, session: ClientSession): Promise<void> {
    await this.reviews.updateOne(
      { _id, productGroup },
      {
        $set: { userId: new Types.ObjectId().toHexString(), ...(wasBought && { bought: true }) },
        $unset: { photos: 1, hasPhotos: 1 },
      },
      { session },
    );
  }

  async removeHiddenOf(userId: string, session: ClientSession): Promise<void> {
    await this.reviews.deleteMany({ userId, hidden: true }, { session });
  }

  async removePurchasesOf(userId: string, session: ClientSession): Promise<void> {
    await this.purchases.deleteMany({ userId }, { session });
  }

  /** Groups that the user has reviewed. */
  async groupsReviewedBy(userId: string, session: ClientSession): Promise<string[]> {
    const found = await this.reviews.find({ userId }).select('productGroup').session(session).lean<Review[]>();
    return [...new Set(found.map(({ productGroup }) => productGroup))];
  }

  /** The reviews that were written of a product follow it into another group. Of two by one user there the newer one stays. */
  async moveToGroup(productId: Types.ObjectId, productGroup: string, session: ClientSession): Promise<void> {
    const moving = await this.reviews.find({ productId }).session(session).lean<Review[]>();
    const there = await this.reviews
      .find({ productGroup, userId: { $in: moving.map(({ userId }) => userId) } })
      .session(session)
      .lean<Review[]>();
    const known = new Map(there.map((review) => [review.userId, review]));
    const isOlder = (review: Review) => review.writtenAt <= (known.get(review.userId)?.writtenAt ?? new Date(0));
    const removed = moving
      .map((review) => (isOlder(review) ? review : known.get(review.userId)))
      .filter((one) => !!one);
    await this.reviews.deleteMany({ _id: { $in: removed.map(({ _id }) => _id) } }, { session });
    await this.reviews.updateMany({ productId }, { productGroup }, { session });
  }

  /** Users who bought one of the products, and did not cancel the order: `userId` and `productId`, as `pairKey`s. */
  async bought(userIds: readonly string[], productIds: readonly Types.ObjectId[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    const found = await this.purchases
      .find({ userId: { $in: userIds }, productIds: { $in: productIds }, cancelled: { $ne: true } })
      .lean<Required<Purchase>[]>();
    return new Set(
      found.flatMap(({ userId, productIds: all }) => all.map((productId) => pairKey({ userId, productId }))),
    );
  }

  /** Stores what is known of an order, and returns all of it. */
  async putPurchase(orderId: string, known: UpdateQuery<Purchase>, session: ClientSession): Promise<Purchase> {
    try {
      const stored = await this.purchases
        .findByIdAndUpdate(orderId, known, { upsert: true, returnDocument: 'after', session })
        .lean<Purchase>();
      return stored!;
    } catch (error) {
      throw asTransientConflict(error);
    }
  }
}

function helpedUpdate(userId: string, helped: boolean): PipelineStage[] {
  const change = helped ? '$setUnion' : '$setDifference';
  const unlessNone = (value: string | object) => ({ $cond: [{ $eq: ['$helpedBy', []] }, '$$REMOVE', value] });
  return [
    { $set: { helpedBy: { [change]: [{ $ifNull: ['$helpedBy', []] }, [{ $literal: userId }]] } } },
    { $set: { helpful: unlessNone({ $size: '$helpedBy' }), helpedBy: unlessNone('$helpedBy') } },
  ] as PipelineStage[];
}

const hasVisible = (photos: readonly ReviewPhoto[]): boolean => photos.some(({ hidden }) => !hidden);

export const pairKey = ({ productId, userId }: { productId: Types.ObjectId; userId: string }): string =>
  `${String(productId)} ${userId}`;
