import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Cart, CartLine } from './cart.schema.ts';

@Injectable()
export class CartsRepository {
  constructor(@InjectModel('Cart') private readonly carts: Model<Cart>) {}

  async of(userId: string, session?: ClientSession): Promise<Cart> {
    const cart = await this.carts
      .findById(userId)
      .session(session ?? null)
      .lean<Cart>();
    return cart ?? { _id: userId, version: 0, lines: [] };
  }

  /** Makes sure that there is a document, so that two first additions conflict on it instead of both making one. */
  async ensure(userId: string): Promise<void> {
    try {
      await this.carts.updateOne({ _id: userId }, { $setOnInsert: { version: 0, lines: [] } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** In the transaction in which the cart was read: a change in between is a conflict, and the transaction runs again. */
  async save(userId: string, lines: CartLine[], session: ClientSession): Promise<void> {
    await this.carts.updateOne({ _id: userId }, { $set: { lines }, $inc: { version: 1 } }, { session });
  }

  async remove(userId: string, session: ClientSession): Promise<void> {
    await this.carts.deleteOne({ _id: userId }, { session });
  }
}
