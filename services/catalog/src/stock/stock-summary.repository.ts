import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { NOT_ARCHIVED, type Product } from '../products/product.schema.ts';
import type { StockMovement } from './stock-movement.schema.ts';
import type { MovedSince, StockedProduct } from './stock-summary.rules.ts';

const SHOWN = { name: 1, metalTone: 1, productGroup: 1, status: 1, pricePaise: 1, stock: 1, createdAt: 1 } as const;

/** The first movement of a product that had pieces before there were movements: see `StockLedger`. */
const IS_OPENING = {
  $and: [{ $eq: ['$number', 1] }, { $eq: ['$kind', 'counted'] }, { $eq: [{ $type: '$userId' }, 'missing'] }],
};
const sumWhere = (condition: object) => ({ $sum: { $cond: [condition, '$delta', 0] } });

type Span = Record<'from' | 'untilPeriod' | 'untilBefore', Date>;

@Injectable()
export class StockSummaryRepository {
  constructor(
    @InjectModel('Product') private readonly all: Model<Product>,
    @InjectModel('StockMovement') private readonly movements: Model<StockMovement>,
  ) {}

  /** Both as of one moment, so that no piece is counted twice while it moves. */
  async read(span: Span): Promise<{ products: StockedProduct[]; moved: Map<string, MovedSince> }> {
    const session = await this.all.db.startSession({ snapshot: true });
    try {
      const products = await this.all.find(NOT_ARCHIVED, SHOWN, { session }).lean<StockedProduct[]>();
      return { products, moved: await this.#moved(span, session) };
    } finally {
      await session.endSession();
    }
  }

  /** By product; without those of which nothing moved. */
  async #moved({ from, untilPeriod, untilBefore }: Span, session: ClientSession): Promise<Map<string, MovedSince>> {
    const isTaken = {
      $and: [
        { $gte: ['$at', from] },
        { $lt: ['$at', untilPeriod] },
        { $in: ['$kind', ['sold', 'returned'] satisfies StockMovement['kind'][]] },
      ],
    };
    const rows = await this.movements.aggregate<MovedSince & { _id: Types.ObjectId }>(
      [
        { $match: { at: { $gte: from < untilBefore ? from : untilBefore } } },
        {
          $group: {
            _id: '$productId',
            afterPeriod: sumWhere({ $gte: ['$at', untilPeriod] }),
            afterBefore: sumWhere({ $gte: ['$at', untilBefore] }),
            given: sumWhere(isTaken),
            openedAt: { $max: { $cond: [IS_OPENING, '$at', null] } },
          },
        },
        { $project: { afterPeriod: 1, afterBefore: 1, openedAt: 1, taken: { $multiply: ['$given', -1] } } },
      ],
      { session },
    );
    return new Map(rows.map(({ _id, ...moved }) => [String(_id), moved]));
  }
}
