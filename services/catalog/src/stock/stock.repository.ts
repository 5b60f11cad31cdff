import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Clock, insertPlain } from '@shop/service-kit';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import { CHANGED_NOW, type Product } from '../products/product.schema.ts';
import { ENDED, type HoldState } from './hold.rules.ts';
import type { Hold } from './hold.schema.ts';

/** Holds, and counts of products that change without their stock: that is the ledger's. */
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

  /** Held → sold, with its order. Returns the hold; `null` when it is not held. */
  sellHold(id: string, orderId: string, session: ClientSession): Promise<Hold | null> {
    return this.#holds.findOneAndUpdate(
      { _id: id, state: 'held' },
      { $set: { state: 'sold', orderId, updatedAt: this.clock.now() } },
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

  /** Held → sold: both are no longer free. */
  async sell(productId: string, quantity: number, session: ClientSession): Promise<void> {
    const products = this.products.collection as unknown as mongo.Collection<Product>;
    await products.updateOne(
      { _id: new Types.ObjectId(productId) },
      { $inc: { held: -quantity, sold: quantity }, ...CHANGED_NOW },
      { session },
    );
  }

  /** Free pieces of a published product; 0 for any other. */
  async free(productId: string, session: ClientSession): Promise<number> {
    const product = await this.products.findOne({ _id: productId, status: 'published' }).session(session).lean();
    return product?.stock ?? 0;
  }

  /** By the driver: under load mongoose takes twice the CPU, and every purchase holds and sells. */
  get #holds() {
    return this.holds.collection as unknown as mongo.Collection<Hold>;
  }
}
