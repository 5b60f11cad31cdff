import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { asConflict, isDuplicateKey, type Outcomes } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
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

/** The carts of so many people are remembered. */
const REMEMBERED = 1_000;

@Injectable()
export class CartsRepository {
  // As they were when this process read or wrote them last. Only for a write that says which version it is about.
  readonly #seen = new LRUCache<string, Cart>({ max: REMEMBERED });

  constructor(@InjectModel('Cart') private readonly carts: Model<Cart>) {}

  async of(userId: string, session?: ClientSession): Promise<Cart> {
    const cart = await this.carts
      .findById(userId)
      .session(session ?? null)
      .lean<Cart>();
    return cart ?? { _id: userId, version: 0, lines: [] };
  }

  /** The cart as it was when it was seen last, or with `anew` as it is: for `put`. */
  async seen(userId: string, anew: boolean): Promise<Cart> {
    const seen = anew ? undefined : this.#seen.get(userId);
    if (seen) return seen;
    const cart = (await this.#collection.findOne({ _id: userId })) ?? { _id: userId, version: 0, lines: [] };
    this.#seen.set(userId, cart);
    return cart;
  }

  /**
   * The cart in one question with the pieces that it shows, and those that its owner's live checkouts hold. `undefined` where there
   * is no cart yet.
   */
  async withAround(userId: string): Promise<CartWithAround | undefined> {
    // By the driver, as all that every visit asks.
    const [found] = await this.#collection
      .aggregate<CartWithAround>([
        { $match: { _id: userId } },
        { $project: { version: 1, lines: 1 } },
        { $lookup: { from: PIECES, localField: 'lines.productId', foreignField: '_id', as: 'pieces' } },
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
      ])
      .toArray();
    return found;
  }

  /** Sets lines and outcomes. Answers false, and changes nothing, when the cart is not any more as it was seen. */
  async put(seen: Cart, lines: CartLine[], outcomes: Outcomes): Promise<boolean> {
    const { _id, version } = seen;
    const changed = await this.#change(seen, { lines, ...outcomes }, {}).catch((error: unknown) => {
      // Somebody else made it.
      if (isDuplicateKey(error)) return false;
      throw error;
    });
    if (changed) this.#seen.set(_id, { _id, version: version + 1, lines, ...outcomes });
    else this.#seen.delete(_id);
    return changed;
  }

  /** In the transaction in which it was read: who changed it meanwhile is a conflict, and the transaction runs again. */
  async save(cart: Pick<Cart, '_id' | 'version'>, lines: CartLine[], session: ClientSession): Promise<void> {
    this.#seen.delete(cart._id);
    try {
      await this.#change(cart, { lines }, { session });
    } catch (error) {
      throw asConflict(error);
    }
  }

  async remove(userId: string, session: ClientSession): Promise<void> {
    this.#seen.delete(userId);
    await this.carts.deleteOne({ _id: userId }, { session });
  }

  /** By the driver: mongoose would make documents of all lines first. */
  async #change(
    { _id, version }: Pick<Cart, '_id' | 'version'>,
    set: Pick<Cart, 'lines'> & Outcomes,
    options: { session?: ClientSession },
  ): Promise<boolean> {
    const { matchedCount, upsertedCount } = await this.#collection.updateOne(
      { _id, version },
      { $set: set, $inc: { version: 1 } },
      { ...options, upsert: version === 0 && set.lines.length > 0 },
    );
    return matchedCount + upsertedCount > 0;
  }

  get #collection() {
    return this.carts.collection as unknown as mongo.Collection<Cart>;
  }
}
