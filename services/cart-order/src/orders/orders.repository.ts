import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { cartOrder, type CurrencyCode, type QueryOf } from '@shop/contracts';
import { countMatching, insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, mongo, QueryFilter } from 'mongoose';
import type { CountedOrder } from '../checkouts/pan.rules.ts';
import { BY_TOTAL, NEWEST_FIRST, type Order } from './order.schema.ts';
import { beginningOf, searchWordsOf } from './search-words.ts';

/** A word of six characters may also be one of a name. */
const MOST_BY_NUMBER = 20;
/** So many hits of a search are counted and can be paged through. */
export const MOST_FOUND = 1_000;
/** Two conditions that more orders meet are equally common. */
const COMMON = 5_000;
/** Words whose number of orders is compared, the longest first; there are rarely more. */
const MOST_COMPARED = 6;

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

  /** In no order. */
  allWith(ids: readonly string[]): Promise<Order[]> {
    return this.orders.find({ _id: { $in: [...ids] } }).lean<Order[]>();
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

  /** Of an account, without its pieces: what counts for a PAN. */
  boughtSince(userId: string, since: Date, session?: ClientSession): Promise<CountedOrder[]> {
    const projection = { createdAt: 1, status: 1, currency: 1, 'shippingInfo.country': 1, 'paise.total': 1 };
    return this.#collection
      .find<CountedOrder>({ userId, createdAt: { $gte: since } }, { projection, ...(session && { session }) })
      .toArray();
  }

  /** Takes what is personal out, for the transaction that read the order. */
  async takeOut(id: string, fields: Partial<Order>, session: ClientSession): Promise<void> {
    await this.orders.updateOne({ _id: id }, { $set: fields, $unset: { gift: 1, business: 1, pan: 1 } }, { session });
  }

  /** By our id of the payment or the provider's. */
  byPayment(id: string): Promise<Order | null> {
    return this.#collection.findOne({ $or: [{ 'payment.paymentId': id }, { 'payment.providerPaymentId': id }] });
  }

  async page(
    filter: Partial<Pick<Order, 'userId' | 'status'>>,
    { page, limit, sort = '-placed' }: Paging,
  ): Promise<{ orders: Order[]; totalCount: number }> {
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

  /** A page of the orders found, newest first; `isMore`: of more than are counted. */
  async found(
    search: Search,
    { page, limit, sort = '-placed' }: Paging,
  ): Promise<{ orders: Order[]; totalCount: number; isMore: boolean }> {
    const named = await this.#named(search);
    const ids = named.length > 0 ? named : await this.#idsOf(conditionsOf(search));
    const counted = ids.slice(0, MOST_FOUND);
    const sorted = await this.#sorted(counted, sort);
    const shown = sorted.slice((page - 1) * limit, page * limit);
    const orders = await this.orders.find({ _id: { $in: shown } }).lean<Order[]>();
    return {
      orders: orders.toSorted((one, other) => shown.indexOf(one._id) - shown.indexOf(other._id)),
      totalCount: counted.length,
      isMore: ids.length > MOST_FOUND,
    };
  }

  /** Of ids that are newest first. */
  async #sorted(ids: readonly string[], sort: NonNullable<Paging['sort']>): Promise<readonly string[]> {
    if (sort === '-placed') return ids;
    if (sort === 'placed') return ids.toReversed();
    const found = await this.orders
      .find({ _id: { $in: [...ids] } }, { 'paise.total': 1 })
      .lean<Pick<Order, '_id' | 'paise'>[]>();
    const way = sort === 'total' ? 1 : -1;
    return found
      .toSorted((one, other) => way * (one.paise.total - other.paise.total || (one._id < other._id ? -1 : 1)))
      .map(({ _id }) => _id);
  }

  /** The orders of a payment or with an invoice that the whole search names. */
  async #named({ q, words: _, ...fields }: Search): Promise<string[]> {
    const $or = [{ 'payment.providerPaymentId': q }, { 'invoice.number': q.toUpperCase() }];
    const found = await this.orders
      .find({ ...fields, $or }, { _id: 1 })
      .limit(MOST_BY_NUMBER)
      .lean<{ _id: string }[]>();
    return found
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed();
  }

  /**
   * Orders that meet all conditions, newest first, and one more than are counted. The rarest condition is walked in the order of its index, and the
   * others are checked: MongoDB itself keeps the plan of an earlier search, whose words were others.
   */
  async #idsOf(conditions: readonly Lookup[][]): Promise<string[]> {
    const [rarest, ...others] = await this.#rarestFirst(conditions);
    const checks = others.map((lookups) => ({ $or: lookups.map(({ where }) => where) }));
    const found = await Promise.all(
      rarest!.map(({ where, index }) =>
        this.orders
          .find(checks.length > 0 ? { $and: [where, ...checks] } : where, { _id: 1, createdAt: 1 })
          .sort(NEWEST_FIRST)
          .limit(MOST_FOUND + 1)
          .hint(index)
          .lean<Pick<Order, '_id' | 'createdAt'>[]>(),
      ),
    );
    const newest = found
      .flat()
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one._id < other._id ? 1 : -1));
    return [...new Set(newest.map(({ _id }) => _id))].slice(0, MOST_FOUND + 1);
  }

  async #rarestFirst(conditions: readonly Lookup[][]): Promise<readonly Lookup[][]> {
    if (conditions.length === 1) return conditions;
    const compared = conditions.slice(0, MOST_COMPARED);
    const counts = await Promise.all(
      compared.map(async (lookups) => {
        const each = await Promise.all(
          lookups.map(({ where, index }) => this.orders.countDocuments(where, { limit: COMMON, hint: index })),
        );
        return each.reduce((sum, count) => sum + count, 0);
      }),
    );
    const rarest = compared[counts.indexOf(Math.min(...counts))]!;
    return [rarest, ...conditions.filter((one) => one !== rarest)];
  }

  /** The oldest that are being prepared, or those of them with these ids. */
  async toPick(ids: readonly string[] | undefined, limit: number): Promise<{ orders: Order[]; totalCount: number }> {
    if (ids) {
      const named = await this.orders.find({ _id: { $in: [...ids] } }).lean<Order[]>();
      const orders = named
        .filter(({ status }) => status === 'Processing')
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      return { orders, totalCount: orders.length };
    }
    const filter = { status: 'Processing' as const };
    const [orders, totalCount] = await Promise.all([
      this.orders.find(filter).sort({ createdAt: 1, _id: 1 }).limit(limit).lean<Order[]>(),
      countMatching(this.orders, filter),
    ]);
    return { orders, totalCount };
  }

  /** Of a buyer: how many orders in each currency, and what was paid for them and is not being paid back, in its smallest unit. */
  async spendOf(userId: string): Promise<{ currency: CurrencyCode; orders: number; amount: number }[]> {
    const spend = await this.orders.aggregate<{ _id: CurrencyCode; orders: number; amount: number }>([
      { $match: { userId } },
      {
        $group: {
          _id: '$currency',
          orders: { $sum: 1 },
          amount: { $sum: { $subtract: ['$payment.amount', { $sum: STANDING_AMOUNTS }] } },
        },
      },
    ]);
    return spend
      .map(({ _id: currency, orders, amount }) => ({ currency, orders, amount }))
      .toSorted((one, other) => other.orders - one.orders || one.currency.localeCompare(other.currency));
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
    const words = searchWordsOf(changed!);
    // Created or sealed by an instance of the version before, after the migration.
    if (changed!.words?.length !== words.length) await this.orders.updateOne({ _id: id }, { words }, { session });
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
const STANDING_AMOUNTS = { $map: { input: STANDING, in: '$$this.amount' } };

/** Refunds of an order are in its currency. */
const REFUNDED_PAISE = {
  $round: {
    $multiply: [{ $sum: STANDING_AMOUNTS }, { $divide: ['$paise.total', '$payment.amount'] }],
  },
};

type Paging = Pick<QueryOf<typeof cartOrder.listOrders>, 'page' | 'limit' | 'sort'>;

/** A word that staff search for, and the accounts whose e-mail address begins with it. */
export interface SearchedWord {
  word: string;
  userIds: readonly string[];
}

/** Every word is in the order, or in its buyer's e-mail address; or all of it is the number of an invoice or a payment. */
export interface Search extends Partial<Pick<Order, 'userId' | 'status'>> {
  q: string;
  words: readonly SearchedWord[];
}

/** Orders that an index finds, newest first. */
interface Lookup {
  where: QueryFilter<Order>;
  index: Record<string, 1 | -1>;
}

const BY_WORD = { words: 1, ...NEWEST_FIRST } as const;
const BY_BUYER = { userId: 1, ...NEWEST_FIRST } as const;
const BY_STATUS = { status: 1, ...NEWEST_FIRST } as const;

/** All have to be met, and of each one of its lookups is enough. */
function conditionsOf({ words, userId, status }: Search): Lookup[][] {
  const longestFirst = words.toSorted((one, other) => other.word.length - one.word.length);
  return [
    ...(userId === undefined ? [] : [[{ where: { userId }, index: BY_BUYER }]]),
    ...(status === undefined ? [] : [[{ where: { status }, index: BY_STATUS }]]),
    ...longestFirst.map(({ word, userIds }) => [
      { where: withWord(word), index: BY_WORD },
      ...(userIds.length > 0 ? [{ where: { userId: { $in: [...userIds] } }, index: BY_BUYER }] : []),
    ]),
  ];
}

function withWord(word: string): QueryFilter<Order> {
  const beginning = beginningOf(word);
  if (beginning === word) return { words: word };
  return { $and: [{ words: beginning }, { words: new RegExp(`^${RegExp.escape(word)}`) }] };
}
