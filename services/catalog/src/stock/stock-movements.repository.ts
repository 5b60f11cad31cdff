import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, QueryOf } from '@shop/contracts';
import { countMatching } from '@shop/service-kit';
import { type Model, Types } from 'mongoose';
import type { Hold } from './hold.schema.ts';
import type { StockMovement } from './stock-movement.schema.ts';

/** Reads movements; `StockLedger` writes them. */
@Injectable()
export class StockMovementsRepository {
  constructor(
    @InjectModel('StockMovement') private readonly movements: Model<StockMovement>,
    @InjectModel('Hold') private readonly holds: Model<Hold>,
  ) {}

  /** Newest first. */
  async page(
    productId: string,
    { by, page, limit }: QueryOf<typeof catalog.listStockMovements>,
  ): Promise<{ movements: StockMovement[]; totalCount: number }> {
    const filter = { productId: new Types.ObjectId(productId), ...(by && { holdId: null as never }) };
    const index = { productId: 1, ...(by && { holdId: 1 as const }), number: 1 } as const;
    const [movements, totalCount] = await Promise.all([
      this.movements
        .find(filter)
        .sort({ number: -1 })
        .hint(index)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<StockMovement[]>(),
      countMatching(this.movements, filter, index),
    ]);
    return { movements, totalCount };
  }

  /** By id; ended ones may have been removed. */
  async holdsOf(movements: readonly StockMovement[]): Promise<Map<string, Hold>> {
    const ids = [...new Set(movements.flatMap(({ holdId }) => holdId ?? []))];
    const holds = ids.length > 0 ? await this.holds.find({ _id: { $in: ids } }).lean<Hold[]>() : [];
    return new Map(holds.map((hold) => [hold._id, hold]));
  }
}
