import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, insertPlain } from '@shop/service-kit';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import { CHANGED_NOW, type Product } from '../products/product.schema.ts';
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
    return this.#holds.findOne({ _id: id }, { ...(session && { session }) });
  }

  async createHold(hold: Pick<Hold, '_id' | 'state' | 'lines'>, session: ClientSession): Promise<void> {
    const now = this.clock.now();
    await insertPlain(this.holds, { ...hold, createdAt: now, updatedAt: now }, session);
  }

  /** Held → sold. Returns the hold; `null` when it is not held. */
  sellHold(id: string, session: ClientSession): Promise<Hold | null> {
    return this.#holds.findOneAndUpdate(
      { _id: id, state: 'held' },
      { $set: { state: 'sold', updatedAt: this.clock.now() } },
      { session },
    );
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
    return this.#count(productId, { stock: -quantity, held: quantity }, session, {
      status: 'published',
      stock: { $gte: quantity },
    });
  }

  /** Held → sold. */
  sell(productId: string, quantity: number, session: ClientSession): Promise<Product | null> {
    return this.#count(productId, { held: -quantity, sold: quantity }, session);
  }

  /** Held or sold → free, for archived products too, so that their counts stay right. */
  giveBack(
    productId: string,
    quantity: number,
    from: 'held' | 'sold',
    session: ClientSession,
  ): Promise<Product | null> {
    return this.#count(productId, { stock: quantity, [from]: -quantity }, session);
  }

  /** Free pieces of a published product; 0 for any other. */
  async free(productId: string, session: ClientSession): Promise<number> {
    const product = await this.products.findOne({ _id: productId, status: 'published' }).session(session).lean();
    return product?.stock ?? 0;
  }

  #count(
    productId: string,
    counts: Partial<Record<'stock' | 'held' | 'sold', number>>,
    session: ClientSession,
    condition: mongo.Filter<Product> = {},
  ): Promise<Product | null> {
    const products = this.products.collection as unknown as mongo.Collection<Product>;
    return products.findOneAndUpdate(
      { _id: new Types.ObjectId(productId), ...condition },
      { $inc: counts, ...CHANGED_NOW },
      { session, returnDocument: 'after' },
    );
  }

  /** By the driver: under load mongoose takes twice the CPU, and every purchase holds and sells. */
  get #holds() {
    return this.holds.collection as unknown as mongo.Collection<Hold>;
  }
}
