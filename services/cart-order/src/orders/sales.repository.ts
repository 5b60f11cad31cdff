import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { SHOP_TIME_ZONE } from '@shop/contracts';
import type { Model } from 'mongoose';
import { type Order } from './order.schema.ts';
import type { OrderedOn, RefundedOn } from './sales.rules.ts';

/** From `from`, and before `until`. */
export interface Span {
  from: Date;
  until: Date;
}

export interface BestPiece {
  productId: string;
  name: string;
  productGroup: string;
  pieces: number;
  paise: number;
}

const NOT_CANCELLED = { status: { $ne: 'Cancelled' } } as const;
const dayOf = (date: string) => ({ $dateToString: { format: '%Y-%m-%d', date, timezone: SHOP_TIME_ZONE } });

/** An order's amount in its currency, in paise of the rupees that it was made of. */
const inPaise = (amount: object | string) => ({
  $round: { $multiply: [amount, { $divide: ['$paise.total', '$payment.amount'] }] },
});

/** As they were asked for: one that was settled is moved to the end. */
const ASKED_REFUNDS = {
  $sortArray: {
    input: { $filter: { input: '$refunds', cond: { $ne: ['$$this.state', 'failed'] } } },
    sortBy: { requestedAt: 1, refundId: 1 },
  },
};

/** Of each refund what it adds to the rounded sum, so that all of them are the rounded sum: of the whole payment the whole order. */
const REFUNDS_IN_PAISE = {
  $reduce: {
    input: ASKED_REFUNDS,
    initialValue: { sum: 0, refunds: [] },
    in: {
      $let: {
        vars: { sum: { $add: ['$$value.sum', '$$this.amount'] } },
        in: {
          sum: '$$sum',
          refunds: {
            $concatArrays: [
              '$$value.refunds',
              [
                {
                  requestedAt: '$$this.requestedAt',
                  paise: { $subtract: [inPaise('$$sum'), inPaise('$$value.sum')] },
                },
              ],
            ],
          },
        },
      },
    },
  },
};

/** What was sold: sums over orders that were not cancelled, in paise, by the day in India. */
@Injectable()
export class SalesRepository {
  constructor(@InjectModel('Order') private readonly orders: Model<Order>) {}

  ordered({ from, until }: Span): Promise<OrderedOn[]> {
    return this.orders.aggregate<OrderedOn>([
      { $match: { createdAt: { $gte: from, $lt: until }, ...NOT_CANCELLED } },
      {
        $group: {
          _id: dayOf('$createdAt'),
          orders: { $sum: 1 },
          pieces: { $sum: { $sum: '$lines.quantity' } },
          paise: { $sum: '$paise.total' },
        },
      },
      { $project: { _id: 0, day: '$_id', orders: 1, pieces: 1, paise: 1 } },
    ]);
  }

  /** By the day of the request, of orders of any day. */
  refunded({ from, until }: Span): Promise<RefundedOn[]> {
    const requestedAt = { $gte: from, $lt: until };
    return this.orders.aggregate<RefundedOn>([
      { $match: { refunds: { $elemMatch: { requestedAt } }, ...NOT_CANCELLED } },
      { $project: { _id: 0, in: REFUNDS_IN_PAISE } },
      { $unwind: '$in.refunds' },
      { $match: { 'in.refunds.requestedAt': requestedAt } },
      { $group: { _id: dayOf('$in.refunds.requestedAt'), paise: { $sum: '$in.refunds.paise' } } },
      { $project: { _id: 0, day: '$_id', paise: 1 } },
    ]);
  }

  /** The most first; of equal ones, the one with the smaller id. */
  best({ from, until }: Span, limit: number): Promise<BestPiece[]> {
    return this.orders.aggregate<BestPiece>([
      { $match: { createdAt: { $gte: from, $lt: until }, ...NOT_CANCELLED } },
      {
        $project: {
          createdAt: 1,
          lines: { productId: 1, quantity: 1, unitPaise: 1, product: { name: 1, productGroup: 1 } },
        },
      },
      { $unwind: '$lines' },
      {
        $group: {
          _id: '$lines.productId',
          newest: { $top: { sortBy: { createdAt: -1, _id: -1 }, output: '$lines.product' } },
          pieces: { $sum: '$lines.quantity' },
          paise: { $sum: { $multiply: ['$lines.unitPaise', '$lines.quantity'] } },
        },
      },
      { $sort: { paise: -1, _id: 1 } },
      { $limit: limit },
      {
        $project: {
          ...{ _id: 0, productId: '$_id', name: '$newest.name', productGroup: '$newest.productGroup' },
          ...{ pieces: 1, paise: 1 },
        },
      },
    ]);
  }
}
