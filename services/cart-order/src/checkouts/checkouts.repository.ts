import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
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
const competingWith = ({ _id, userId, source, lines }: Competitor): mongo.Filter<Checkout> => ({
  userId,
  _id: { $ne: _id },
  source,
  ...(source === 'buy-now' && { 'lines.productId': lines[0]!.productId }),
});

export const competes = (
  one: Pick<Competitor, 'source' | 'lines'>,
  other: Pick<Competitor, 'source' | 'lines'>,
): boolean =>
  one.source === other.source && (one.source === 'cart' || one.lines[0]!.productId === other.lines[0]!.productId);

type LiveOfBuyer = Pick<Checkout, '_id' | 'userId' | 'source' | 'lines' | 'currency' | 'shippingInfo' | 'paise'>;
const LIVE_OF_BUYER = {
  userId: 1,
  source: 1,
  'lines.productId': 1,
  currency: 1,
  'shippingInfo.country': 1,
  'paise.total': 1,
};

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
    return this.#collection.findOne({ _id: id }, { ...(session && { session }) });
  }

  /** The buyer's other checkouts that hold stock, or may. */
  otherLive({ _id, userId }: Pick<Checkout, '_id' | 'userId'>, session: ClientSession): Promise<Checkout[]> {
    return this.#collection.find({ userId, state: { $in: HOLDING }, _id: { $ne: _id } }, { session }).toArray();
  }

  /**
   * The same, and the holds of the buyer that were released since, whose release catalog may not have processed yet. In one
   * query: every checkout begins with it.
   */
  async liveAndReleased(
    { _id, userId }: Pick<Checkout, '_id' | 'userId'>,
    since: Date,
    session: ClientSession,
  ): Promise<{ live: Checkout[]; released: string[] }> {
    const wanted: mongo.Filter<Checkout> = {
      userId,
      state: { $in: [...HOLDING, ...RELEASED] },
      $or: [{ state: { $in: HOLDING } }, { expiresAt: { $gte: since } }],
      _id: { $ne: _id },
    };
    const found = await this.#collection.find(wanted, { session }).toArray();
    const isLive = ({ state }: Checkout) => HOLDING.includes(state);
    return {
      live: found.filter(isLive),
      released: found.filter((one) => !isLive(one)).map(({ holdId }) => holdId),
    };
  }

  /** The competing ones that hold stock, or may. */
  competing(checkout: Competitor, session?: ClientSession): Promise<Checkout[]> {
    return this.#collection
      .find({ ...competingWith(checkout), state: { $in: HOLDING } }, { ...(session && { session }) })
      .toArray();
  }

  /** Closes the competing ones that hold nothing, so that a late payment of them is refunded. */
  async closeReleased(ordered: Competitor, session: ClientSession): Promise<void> {
    await this.#collection.updateMany(
      { ...competingWith(ordered), state: { $in: RELEASED } },
      { $set: { state: 'closed', closedBy: ordered._id } },
      { session },
    );
  }

  /** When a user's checkouts expired unpaid, the latest first. */
  async expiredSince(userId: string, since: Date): Promise<Date[]> {
    const expired = await this.#collection
      .find({ userId, expiredAt: { $gt: since }, payment: { $exists: false } }, { projection: { expiredAt: 1 } })
      .toArray();
    return expired.map(({ expiredAt }) => expiredAt!).sort((one, other) => other.getTime() - one.getTime());
  }

  /** Those of a user that hold stock, or may, and those whose order joins this account. */
  async liveOf(userId: string): Promise<Pick<Checkout, '_id' | 'state'>[]> {
    const state = { $in: HOLDING };
    const [own, joining] = await Promise.all(
      [{ userId }, { joins: userId }].map((whose) =>
        this.#collection.find({ ...whose, state }, { projection: { state: 1 } }).toArray(),
      ),
    );
    return [...own!, ...joining!];
  }

  /** Those that hold stock, or may, of a buyer with these ids, without what their pieces look like. */
  liveOfBuyer(ids: readonly string[], session?: ClientSession): Promise<LiveOfBuyer[]> {
    return this.#collection
      .find<LiveOfBuyer>(
        { userId: { $in: [...ids] }, state: { $in: HOLDING } },
        { projection: LIVE_OF_BUYER, ...(session && { session }) },
      )
      .toArray();
  }

  allOf(userId: string): Promise<Checkout[]> {
    return this.#collection.find({ userId }).toArray();
  }

  async removeEndedOf(userId: string): Promise<void> {
    await this.checkouts.deleteMany({ userId, state: { $in: ENDED } });
  }

  /** Removes checkouts that ended and whose time was over before `before`. */
  async removeEnded(before: Date): Promise<void> {
    await this.checkouts.deleteMany({ state: { $in: ENDED }, expiresAt: { $lt: before } });
  }

  /** Quantities held by a user's live checkouts, by product. */
  async heldBy(userId: string): Promise<Map<string, number>> {
    const projection = { 'lines.productId': 1, 'lines.quantity': 1 };
    return heldQuantities(await this.#collection.find({ userId, state: { $in: HOLDING } }, { projection }).toArray());
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
    return this.#collection.findOneAndUpdate(
      { _id, state, holdId },
      { $set: { ...set, state: to }, $unset: Object.fromEntries(unset.map((field) => [field, ''])) },
      { ...(session && { session }), returnDocument: 'after', ignoreUndefined: true },
    );
  }

  /** By the driver: under load mongoose takes twice the CPU, and every purchase reads its checkout several times. */
  get #collection() {
    return this.checkouts.collection as unknown as mongo.Collection<Checkout>;
  }
}
