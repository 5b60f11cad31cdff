import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { type CheckoutState, HOLDING } from './checkout.machine.ts';
import type { Checkout } from './checkout.schema.ts';

/** Pieces of live checkouts, by product. */
export function piecesHeld(live: readonly Pick<Checkout, 'lines'>[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { productId, quantity } of live.flatMap(({ lines }) => lines)) {
    held.set(productId, (held.get(productId) ?? 0) + quantity);
  }
  return held;
}

@Injectable()
export class CheckoutsRepository {
  constructor(@InjectModel('Checkout') private readonly checkouts: Model<Checkout>) {}

  async create(checkout: Checkout): Promise<void> {
    await insertPlain(this.checkouts, checkout);
  }

  byId(id: string, session?: ClientSession): Promise<Checkout | null> {
    return this.checkouts
      .findById(id)
      .session(session ?? null)
      .lean<Checkout>();
  }

  /** Other ones of its buyer that hold pieces, or may. */
  liveBeside({ _id, userId }: Pick<Checkout, '_id' | 'userId'>): Promise<Checkout[]> {
    return this.checkouts.find({ userId, state: { $in: HOLDING }, _id: { $ne: _id } }).lean<Checkout[]>();
  }

  /** Pieces that a user's live checkouts hold, by product. */
  async heldBy(userId: string): Promise<Map<string, number>> {
    const live = await this.checkouts
      .find({ userId, state: { $in: HOLDING } }, { 'lines.productId': 1, 'lines.quantity': 1 })
      .lean<Pick<Checkout, 'lines'>[]>();
    return piecesHeld(live);
  }

  /** Oldest first. */
  due(now: Date, limit: number): Promise<Checkout[]> {
    return this.checkouts
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Checkout[]>();
  }

  async postpone({ _id, state }: Pick<Checkout, '_id' | 'state'>, dueAt: Date): Promise<void> {
    await this.checkouts.updateOne({ _id, state }, { dueAt });
  }

  /** Whether a user's payment, by our id or the provider's, came too late for its pieces. */
  async isRefused(userId: string, paymentId: string): Promise<boolean> {
    const found = await this.checkouts.exists({
      userId,
      state: 'refused',
      $or: [{ 'payment.paymentId': paymentId }, { 'payment.providerPaymentId': paymentId }],
    });
    return found !== null;
  }

  async captureFailed(id: string, paymentId: string, capture: number, session: ClientSession): Promise<void> {
    await this.checkouts.updateOne({ _id: id }, { $max: { [`failedCaptures.${paymentId}`]: capture } }, { session });
  }

  /** Answers the checkout as it is afterwards; `null` when it has left `from`, or holds by another hold, meanwhile. */
  move(
    { _id, state, holdId }: Pick<Checkout, '_id' | 'state' | 'holdId'>,
    to: CheckoutState,
    { set = {}, unset = [] }: { set?: Partial<Checkout>; unset?: (keyof Checkout)[] },
    session?: ClientSession,
  ): Promise<Checkout | null> {
    return this.checkouts
      .findOneAndUpdate(
        { _id, state, holdId },
        { $set: { ...set, state: to }, $unset: Object.fromEntries(unset.map((field) => [field, 1])) },
        { ...(session && { session }), returnDocument: 'after' },
      )
      .lean<Checkout>();
  }
}
