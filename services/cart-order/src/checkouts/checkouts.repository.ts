import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import { type CheckoutState, ENDED, HOLDING, RELEASED } from './checkout.machine.ts';
import type { CapturedPayment, Checkout } from './checkout.schema.ts';

/** Quantities held by live checkouts, by product. */
export function heldQuantities(live: readonly Pick<Checkout, 'lines'>[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { productId, quantity } of live.flatMap(({ lines }) => lines)) {
    held.set(productId, (held.get(productId) ?? 0) + quantity);
  }
  return held;
}

type Competitor = Pick<Checkout, '_id' | 'userId' | 'source' | 'lines'>;

/** The others of the buyer of which one becomes the order: those of the cart, or buy now of the same product. */
const competingWith = ({ _id, userId, source, lines }: Competitor): QueryFilter<Checkout> => ({
  userId,
  _id: { $ne: _id },
  source,
  ...(source === 'buy-now' && { 'lines.productId': lines[0]!.productId }),
});

export const competes = (one: Competitor, other: Competitor): boolean =>
  one.source === other.source && (one.source === 'cart' || one.lines[0]!.productId === other.lines[0]!.productId);

@Injectable()
export class CheckoutsRepository {
  readonly jobSource: JobSource<Checkout>;

  constructor(@InjectModel('Checkout') private readonly checkouts: Model<Checkout>) {
    this.jobSource = new JobSource(checkouts);
  }

  async create(checkout: Checkout, session: ClientSession): Promise<void> {
    await insertPlain(this.checkouts, checkout, session);
  }

  byId(id: string, session?: ClientSession): Promise<Checkout | null> {
    return this.checkouts
      .findById(id)
      .session(session ?? null)
      .lean<Checkout>();
  }

  /** The buyer's other checkouts that hold stock, or may. */
  otherLive({ _id, userId }: Pick<Checkout, '_id' | 'userId'>, session: ClientSession): Promise<Checkout[]> {
    return this.checkouts
      .find({ userId, state: { $in: HOLDING }, _id: { $ne: _id } })
      .session(session)
      .lean<Checkout[]>();
  }

  /** The competing ones that hold stock, or may. */
  competing(checkout: Competitor, session?: ClientSession): Promise<Checkout[]> {
    return this.checkouts
      .find({ ...competingWith(checkout), state: { $in: HOLDING } })
      .session(session ?? null)
      .lean<Checkout[]>();
  }

  /** Holds of a user that were released since, whose release catalog may not have processed yet. */
  async releasedHolds(userId: string, since: Date, session: ClientSession): Promise<string[]> {
    const released = await this.checkouts
      .find({ userId, state: { $in: RELEASED }, expiresAt: { $gte: since } }, { holdId: 1 })
      .session(session)
      .lean<Pick<Checkout, 'holdId'>[]>();
    return released.map(({ holdId }) => holdId);
  }

  /** Closes the competing ones that hold nothing, so that a late payment of them is refunded. */
  async closeReleased(ordered: Competitor, session: ClientSession): Promise<void> {
    await this.checkouts.updateMany(
      { ...competingWith(ordered), state: { $in: RELEASED } },
      { $set: { state: 'closed', closedBy: ordered._id } },
      { session },
    );
  }

  /** When a user's checkouts expired unpaid, the latest first. */
  async expiredSince(userId: string, since: Date): Promise<Date[]> {
    const expired = await this.checkouts
      .find({ userId, expiredAt: { $gt: since }, payment: { $exists: false } }, { expiredAt: 1 })
      .lean<Pick<Checkout, 'expiredAt'>[]>();
    return expired.map(({ expiredAt }) => expiredAt!).sort((one, other) => other.getTime() - one.getTime());
  }

  /** Removes checkouts that ended and whose time was over before `before`. */
  async removeEnded(before: Date): Promise<void> {
    await this.checkouts.deleteMany({ state: { $in: ENDED }, expiresAt: { $lt: before } });
  }

  /** Quantities held by a user's live checkouts, by product. */
  async heldBy(userId: string): Promise<Map<string, number>> {
    const live = await this.checkouts
      .find({ userId, state: { $in: HOLDING } }, { 'lines.productId': 1, 'lines.quantity': 1 })
      .lean<Pick<Checkout, 'lines'>[]>();
    return heldQuantities(live);
  }

  /** A user's checkout of which a payment, by our id or the provider's, goes back instead of becoming an order. */
  withReturned(userId: string, paymentId: string): Promise<Pick<Checkout, '_id' | 'state' | 'closedBy'> | null> {
    return this.checkouts
      .findOne(
        {
          userId,
          $or: [
            { paidTwice: paymentId },
            { state: 'refused', 'payment.paymentId': paymentId },
            { state: 'refused', 'payment.providerPaymentId': paymentId },
          ],
        },
        { state: 1, closedBy: 1 },
      )
      .lean<Pick<Checkout, '_id' | 'state' | 'closedBy'>>();
  }

  async paidTwice(
    id: string,
    { paymentId, providerPaymentId }: Pick<CapturedPayment, 'paymentId' | 'providerPaymentId'>,
    session: ClientSession,
  ): Promise<void> {
    const added = { $addToSet: { paidTwice: { $each: [paymentId, providerPaymentId] } } };
    await this.checkouts.updateOne({ _id: id }, added, { session });
  }

  async captureFailed(id: string, paymentId: string, capture: number, session: ClientSession): Promise<void> {
    await this.checkouts.updateOne({ _id: id }, { $max: { [`failedCaptures.${paymentId}`]: capture } }, { session });
  }

  /** Returns the updated checkout; `null` when its state or hold was changed concurrently. */
  move(
    { _id, state, holdId }: Pick<Checkout, '_id' | 'state' | 'holdId'>,
    to: CheckoutState,
    { set = {}, unset = [] }: { set?: Partial<Checkout>; unset?: readonly (keyof Checkout)[] },
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
