import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, insertPlain } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { ENDED, type HoldState } from './hold.rules.ts';
import type { Hold } from './hold.schema.ts';

/** Every change of stock is one conditional update of one product, so that there is no race between check and write. */
@Injectable()
export class StockRepository {
  constructor(
    @InjectModel('Hold') private readonly holds: Model<Hold>,
    @InjectModel('Product') private readonly products: Model<Product>,
    private readonly clock: Clock,
  ) {}

  hold(id: string, session?: ClientSession): Promise<Hold | null> {
    return this.holds
      .findById(id)
      .session(session ?? null)
      .lean<Hold>();
  }

  async createHold(hold: Pick<Hold, '_id' | 'state' | 'lines'>, session: ClientSession): Promise<void> {
    const now = this.clock.now();
    await insertPlain(this.holds, { ...hold, createdAt: now, updatedAt: now }, session);
  }

  /** Held → sold. Returns the hold; `null` when it is not held. */
  sellHold(id: string, session: ClientSession): Promise<Hold | null> {
    return this.holds
      .findOneAndUpdate({ _id: id, state: 'held' }, { state: 'sold', updatedAt: this.clock.now() }, { session })
      .lean<Hold>();
  }

  async moveHold(id: string, to: HoldState, session: ClientSession): Promise<void> {
    await this.holds.updateOne({ _id: id }, { state: to, updatedAt: this.clock.now() }, { session });
  }

  /** Removes holds that ended before `before`. */
  async removeEnded(before: Date): Promise<void> {
    await this.holds.deleteMany({ state: { $in: ENDED }, updatedAt: { $lt: before } });
  }

  /** Free → held. Returns the updated product; `null` when it is not published or has too few pieces. */
  take(productId: string, quantity: number, session: ClientSession): Promise<Product | null> {
    return this.#count({ _id: productId, status: 'published', stock: { $gte: quantity } }, session, {
      stock: -quantity,
      held: quantity,
    });
  }

  /** Held → sold. */
  sell(productId: string, quantity: number, session: ClientSession): Promise<Product | null> {
    return this.#count({ _id: productId }, session, { held: -quantity, sold: quantity });
  }

  /** Held or sold → free, for archived products too, so that their counts stay right. */
  giveBack(
    productId: string,
    quantity: number,
    from: 'held' | 'sold',
    session: ClientSession,
  ): Promise<Product | null> {
    return this.#count({ _id: productId }, session, { stock: quantity, [from]: -quantity });
  }

  /** Free pieces of a published product; 0 for any other. */
  async free(productId: string, session: ClientSession): Promise<number> {
    const product = await this.products.findOne({ _id: productId, status: 'published' }).session(session).lean();
    return product?.stock ?? 0;
  }

  #count(
    filter: Record<string, unknown>,
    session: ClientSession,
    counts: Partial<Record<'stock' | 'held' | 'sold', number>>,
  ): Promise<Product | null> {
    return this.products
      .findOneAndUpdate(filter, { $inc: counts }, { session, returnDocument: 'after', timestamps: false })
      .lean<Product>();
  }
}
