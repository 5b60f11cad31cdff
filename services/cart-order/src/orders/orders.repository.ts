import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { cartOrder, type QueryOf } from '@shop/contracts';
import { countMatching, insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, mongo, QueryFilter } from 'mongoose';
import { BY_TOTAL, NEWEST_FIRST, type Order } from './order.schema.ts';
import { searchWordsOf } from './search-words.ts';

/** A word of six characters may also be one of a name. */
const MOST_BY_NUMBER = 20;

@Injectable()
export class OrdersRepository {
  /** Orders whose invoice or credit note lacks a number, the oldest first. */
  readonly numberingSource: JobSource<Order>;

  constructor(@InjectModel('Order') private readonly orders: Model<Order>) {
    this.numberingSource = new JobSource(orders, {
      where: { numbersDue: true },
      under: 'numbering',
      dueSince: 'createdAt',
    });
  }

  /** @throws MongoServerError 11000 when the checkout or the payment already has an order */
  async create(order: Order, session: ClientSession): Promise<void> {
    await insertPlain(this.orders, { ...order, words: searchWordsOf(order) }, session);
  }

  byId(id: string, session?: ClientSession): Promise<Order | null> {
    return this.#collection.findOne({ _id: id }, { ...(session && { session }) });
  }

  /** Orders of these accounts that are shown under this number. */
  async idsByNumber(number: string, userIds: readonly string[]): Promise<string[]> {
    const found = await this.orders
      .find({ words: number, userId: { $in: [...userIds] } }, { _id: 1 })
      .limit(MOST_BY_NUMBER)
      .lean<Pick<Order, '_id'>[]>();
    return found.map(({ _id }) => _id).filter((id) => id.endsWith(number));
  }

  /** @returns the buyer, unless its link was mailed on request after `before` */
  async markLinkMailed(
    id: string,
    { now, before }: { now: Date; before: Date },
    session: ClientSession,
  ): Promise<string | undefined> {
    const changed = await this.orders
      .findOneAndUpdate(
        { _id: id, $or: [{ linkMailedAt: { $exists: false } }, { linkMailedAt: { $lt: before } }] },
        { linkMailedAt: now },
        { session, projection: { userId: 1 } },
      )
      .lean<Pick<Order, 'userId'>>();
    return changed?.userId;
  }

  /** All of a buyer, newest first. */
  allOf(userId: string): Promise<Order[]> {
    return this.orders.find({ userId }).sort(NEWEST_FIRST).lean<Order[]>();
  }

  /** Takes what is personal out, for the transaction that read the order. */
  async takeOut(id: string, fields: Partial<Order>, session: ClientSession): Promise<void> {
    await this.orders.updateOne({ _id: id }, { $set: fields, $unset: { gift: 1, business: 1 } }, { session });
  }

  /** By our id of the payment or the provider's. */
  byPayment(id: string): Promise<Order | null> {
    return this.#collection.findOne({ $or: [{ 'payment.paymentId': id }, { 'payment.providerPaymentId': id }] });
  }

  async page(
    { search, ...fields }: Partial<Pick<Order, 'userId' | 'status'>> & { search?: Parameters<typeof matching>[0] },
    { page, limit, sort = '-placed' }: Pick<QueryOf<typeof cartOrder.listOrders>, 'page' | 'limit' | 'sort'>,
  ): Promise<{ orders: Order[]; totalCount: number }> {
    const filter = { ...fields, ...(search && matching(search)) };
    const [orders, totalCount] = await Promise.all([
      this.orders
        .find(filter)
        .sort(SORTS[sort])
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Order[]>(),
      countMatching(this.orders, filter),
    ]);
    return { orders, totalCount };
  }

  /** What accounts have ordered since, and when, without what was cancelled. */
  async productsBoughtSince(userIds: readonly string[], since: Date): Promise<{ productId: string; at: Date }[]> {
    const orders = await this.orders
      .find({ userId: { $in: userIds }, createdAt: { $gte: since }, status: { $ne: 'Cancelled' } })
      .select('createdAt lines.productId')
      .lean<Order[]>();
    return orders.flatMap(({ createdAt, lines }) => lines.map(({ productId }) => ({ productId, at: createdAt })));
  }

  async countByStatus(): Promise<Record<Order['status'], number>> {
    const statuses = cartOrder.orderStatus.options;
    const counts = await Promise.all(statuses.map((status) => this.orders.countDocuments({ status })));
    return Object.fromEntries(statuses.map((status, index) => [status, counts[index]!])) as Record<
      Order['status'],
      number
    >;
  }

  /** Number and total of the orders that were not cancelled; without what was or is being paid back, at the frozen rate. */
  async salesSince(since: Date): Promise<{ orders: number; paise: number }> {
    const [sales] = await this.orders.aggregate<{ orders: number; paise: number }>([
      { $match: { createdAt: { $gte: since }, status: { $ne: 'Cancelled' } } },
      { $group: { _id: null, orders: { $sum: 1 }, paise: { $sum: { $subtract: ['$paise.total', REFUNDED_PAISE] } } } },
    ]);
    return { orders: sales?.orders ?? 0, paise: sales?.paise ?? 0 };
  }

  oldestProcessing(): Promise<Pick<Order, '_id' | 'createdAt'> | null> {
    return this.orders.findOne({ status: 'Processing' }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Order>();
  }

  /** For the transaction that read the order. */
  async change(
    id: string,
    fields: Partial<Order>,
    session: ClientSession,
    unset: readonly (keyof Order)[] = [],
  ): Promise<Order> {
    const $unset = Object.fromEntries(unset.map((name) => [name, 1]));
    const changed = await this.orders
      .findByIdAndUpdate(
        id,
        { $set: fields, ...(unset.length > 0 && { $unset }) },
        { session, returnDocument: 'after' },
      )
      .lean<Order>();
    // Created by an instance of the version before there were words, after the migration.
    if (!changed!.words) await this.orders.updateOne({ _id: id }, { words: searchWordsOf(changed!) }, { session });
    return changed!;
  }

  /** By the driver: every purchase reads its order several times. */
  get #collection() {
    return this.orders.collection as unknown as mongo.Collection<Order>;
  }
}

/** Each is an index, read in one direction or the other. */
const SORTS = {
  '-placed': NEWEST_FIRST,
  placed: { createdAt: 1, _id: 1 },
  total: BY_TOTAL,
  '-total': { 'paise.total': -1, _id: -1 },
} as const satisfies Record<NonNullable<QueryOf<typeof cartOrder.listOrders>['sort']>, Record<string, 1 | -1>>;

const STANDING = { $filter: { input: '$refunds', cond: { $ne: ['$$this.state', 'failed'] } } };

/** Refunds of an order are in its currency. */
const REFUNDED_PAISE = {
  $round: {
    $multiply: [
      { $sum: { $map: { input: STANDING, in: '$$this.amount' } } },
      { $divide: ['$paise.total', '$payment.amount'] },
    ],
  },
};

/** A word that staff search for, and the accounts whose e-mail address begins with it. */
export interface SearchedWord {
  word: string;
  userIds: readonly string[];
}

/** Every word is in the order, or in its buyer's e-mail address; or all of it is the number of an invoice or a payment. */
const matching = ({ q, words }: { q: string; words: readonly SearchedWord[] }): QueryFilter<Order> => ({
  $or: [
    { 'payment.providerPaymentId': q },
    { 'invoice.number': q.toUpperCase() },
    { $and: words.map(({ word, userIds }) => ({ $or: conditions(word, userIds) })) },
  ],
});

const conditions = (word: string, userIds: readonly string[]): QueryFilter<Order>[] => [
  { words: new RegExp(`^${RegExp.escape(word)}`) },
  ...(userIds.length > 0 ? [{ userId: { $in: [...userIds] } }] : []),
];
