import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { asTransientConflict, isDuplicateKey, type Outcomes } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { ClientSession, Model, mongo } from 'mongoose';
import { type Charges, CHARGES, CHARGES_PIPELINE } from '../charges/charges.schema.ts';
import { HOLDING } from '../checkouts/checkout.machine.ts';
import { type Checkout, CHECKOUTS } from '../checkouts/checkout.schema.ts';
import { type ProductSnapshot, PRODUCT_SNAPSHOTS } from '../product-snapshots/product-snapshot.schema.ts';
import type { Cart, CartLine } from './cart.schema.ts';

/** A cart with the snapshots of its products, its owner's live checkouts and the charges, if any are stored. */
export interface CartWithContext extends Cart {
  snapshots: ProductSnapshot[];
  live: Pick<Checkout, 'lines'>[];
  charges: Charges[];
}

const CACHE_SIZE = 1_000;

@Injectable()
export class CartsRepository {
  // Carts as last read or written by this process. May be stale, so only for writes that match on the version.
  readonly #cache = new LRUCache<string, Cart>({ max: CACHE_SIZE });

  constructor(@InjectModel('Cart') private readonly carts: Model<Cart>) {}

  async of(userId: string, session?: ClientSession): Promise<Cart> {
    const cart = await this.#collection.findOne({ _id: userId }, { ...(session && { session }) });
    return cart ?? { _id: userId, version: 0, lines: [] };
  }

  /** The cart to pass to `put`: from the cache, or with `fresh` from the database. */
  async forUpdate(userId: string, fresh: boolean): Promise<Cart> {
    const cached = fresh ? undefined : this.#cache.get(userId);
    if (cached) return cached;
    const cart = (await this.#collection.findOne({ _id: userId })) ?? { _id: userId, version: 0, lines: [] };
    this.#cache.set(userId, cart);
    return cart;
  }

  /** The cart and what it is shown with in one query; `undefined` when there is no cart yet. */
  async withContext(userId: string): Promise<CartWithContext | undefined> {
    // By the driver: every visit runs this query.
    const [found] = await this.#collection
      .aggregate<CartWithContext>([
        { $match: { _id: userId } },
        {
          $project: {
            version: 1,
            lines: 1,
            saved: 1,
            products: { $concatArrays: ['$lines.productId', { $ifNull: ['$saved.productId', []] }] },
          },
        },
        { $lookup: { from: PRODUCT_SNAPSHOTS, localField: 'products', foreignField: '_id', as: 'snapshots' } },
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
        { $lookup: { from: CHARGES, pipeline: CHARGES_PIPELINE, as: 'charges' } },
      ])
      .toArray();
    return found;
  }

  /**
   * Sets lines and outcomes. Returns false, and changes nothing, when the stored version is another one. With `w: 1`: nothing is
   * decided by a cart, and what a crash of the database takes from it goes together with its outcome.
   */
  async put(cart: Cart, lines: CartLine[], outcomes: Outcomes): Promise<boolean> {
    const { _id, version } = cart;
    const changed = await this.#change(cart, { lines, ...outcomes }, { writeConcern: { w: 1 } }).catch(
      (error: unknown) => {
        // Created concurrently.
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
    if (changed) this.#cache.set(_id, { _id, version: version + 1, lines, ...outcomes });
    else this.#cache.delete(_id);
    return changed;
  }

  /** For the transaction that read the cart: a concurrent change is a conflict, and the transaction is retried. */
  async save(
    cart: Pick<Cart, '_id' | 'version'>,
    lines: CartLine[],
    session: ClientSession,
    saved?: CartLine[],
  ): Promise<void> {
    this.#cache.delete(cart._id);
    try {
      await this.#change(cart, { lines, ...(saved && { saved }) }, { session });
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  /**
   * Serialises the transactions of one buyer that start, pay or close checkouts: two of them conflict, and one is retried.
   * Returns a number that grows with each.
   */
  async nextTurn(userId: string, session: ClientSession): Promise<number> {
    return (await this.forChange(userId, session)).turn;
  }

  /** The cart that a transaction changes, with its turn taken: what `put` writes beside the transaction is a conflict, and it is retried. */
  async forChange(userId: string, session: ClientSession): Promise<Cart & { turn: number }> {
    try {
      const cart = await this.#collection.findOneAndUpdate(
        { _id: userId },
        { $inc: { turn: 1 }, $setOnInsert: { version: 0, lines: [] } },
        { session, upsert: true, returnDocument: 'after' },
      );
      return cart as Cart & { turn: number };
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  async remove(userId: string, session: ClientSession): Promise<void> {
    this.#cache.delete(userId);
    await this.carts.deleteOne({ _id: userId }, { session });
  }

  /** By the driver: mongoose would first hydrate a document for each line. */
  async #change(
    { _id, version }: Pick<Cart, '_id' | 'version'>,
    set: Pick<Cart, 'lines' | 'saved'> & Outcomes,
    options: { session?: ClientSession; writeConcern?: { w: 1 } },
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
