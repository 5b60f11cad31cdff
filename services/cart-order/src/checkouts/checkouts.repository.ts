import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { type CheckoutState, HOLDING } from './checkout.machine.ts';
import type { Checkout } from './checkout.schema.ts';

/** Quantities held by live checkouts, by product. */
export function heldQuantities(live: readonly Pick<Checkout, 'lines'>[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { productId, quantity } of live.flatMap(({ lines }) => lines)) {
    held.set(productId, (held.get(productId) ?? 0) + quantity);
  }
  return held;
}

@Injectable()
export class CheckoutsRepository {
  readonly jobSource: JobSource<Checkout>;

  constructor(@InjectModel('Checkout') private readonly checkouts: Model<Checkout>) {
    this.jobSource = new JobSource(checkouts);
  }

  async create(checkout: Checkout): Promise<void> {
    await insertPlain(this.checkouts, checkout);
  }

  byId(id: string, session?: ClientSession): Promise<Checkout | null> {
    return this.checkouts
      .findById(id)
      .session(session ?? null)
      .lean<Checkout>();
  }

  /** The buyer's other checkouts that hold stock, or may. */
  otherLive({ _id, userId }: Pick<Checkout, '_id' | 'userId'>): Promise<Checkout[]> {
    return this.checkouts.find({ userId, state: { $in: HOLDING }, _id: { $ne: _id } }).lean<Checkout[]>();
  }

  /** Quantities held by a user's live checkouts, by product. */
  async heldBy(userId: string): Promise<Map<string, number>> {
    const live = await this.checkouts
      .find({ userId, state: { $in: HOLDING } }, { 'lines.productId': 1, 'lines.quantity': 1 })
      .lean<Pick<Checkout, 'lines'>[]>();
    return heldQuantities(live);
  }

  /** Whether a user's payment, by our id or the provider's, was refused because the stock was sold. */
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

  /** Returns the updated checkout; `null` when its state or hold was changed concurrently. */
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
