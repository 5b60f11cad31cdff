import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { asConflict } from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
import { HOLDING } from '../checkouts/checkout.machine.ts';
import { type Checkout, CHECKOUTS } from '../checkouts/checkout.schema.ts';
import { type Piece, PIECES } from '../pieces/piece.schema.ts';
import type { Cart, CartLine } from './cart.schema.ts';

/** A cart with what stands around it. */
export interface CartWithAround extends Cart {
  pieces: Piece[];
  live: Pick<Checkout, 'lines'>[];
}

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

  /**
   * The cart in one question with the pieces that it shows (or one other), and the pieces that its owner's live checkouts hold.
   * `undefined` where there is no cart yet.
   */
  async withAround(userId: string, productId?: string): Promise<CartWithAround | undefined> {
    const [found] = await this.carts.aggregate<CartWithAround>([
      { $match: { _id: userId } },
      { $set: { shown: productId === undefined ? '$lines.productId' : [productId] } },
      { $lookup: { from: PIECES, localField: 'shown', foreignField: '_id', as: 'pieces' } },
      {
        $lookup: {
          from: CHECKOUTS,
          localField: '_id',
          foreignField: 'userId',
          pipeline: [
            { $match: { state: { $in: HOLDING } } },
            { $project: { _id: 0, 'lines.productId': 1, 'lines.quantity': 1 } },
          ],
          as: 'live',
        },
      },
      { $unset: 'shown' },
    ]);
    return found;
  }

  /**
   * In a transaction. Answers false, and changes nothing, when the cart is not any more as it was read; where it was read in the
   * same transaction that is a conflict, and the transaction runs again.
   */
  async save({ _id, version }: Pick<Cart, '_id' | 'version'>, lines: CartLine[], session: ClientSession) {
    const upsert = version === 0 && lines.length > 0;
    try {
      // By the driver: mongoose would make documents of all lines first.
      const { matchedCount, upsertedCount } = await this.#collection.updateOne(
        { _id, version },
        { $set: { lines }, $inc: { version: 1 } },
        { session, upsert },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      throw asConflict(error);
    }
  }

  async remove(userId: string, session: ClientSession): Promise<void> {
    await this.carts.deleteOne({ _id: userId }, { session });
  }

  get #collection() {
    return this.carts.collection as unknown as mongo.Collection<Cart>;
  }
}
