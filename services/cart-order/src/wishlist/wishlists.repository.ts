import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { asTransientConflict, isDuplicateKey } from '@shop/service-kit';
import type { ClientSession, Model, mongo } from 'mongoose';
import { newestFirst } from './wishlist.rules.ts';
import type { Wish, Wishlist, WishlistLink } from './wishlist.schema.ts';

@Injectable()
export class WishlistsRepository {
  constructor(
    @InjectModel('Wishlist') private readonly wishlists: Model<Wishlist>,
    @InjectModel('WishlistLink') private readonly links: Model<WishlistLink>,
  ) {}

  /** The newest piece first. */
  async of(userId: string, session?: ClientSession): Promise<Wishlist> {
    const list = await this.#collection.findOne({ _id: userId }, { ...(session && { session }) });
    return list ? { ...list, items: list.items.toSorted(newestFirst) } : { _id: userId, items: [] };
  }

  /** Adds a piece in one conditional write. False, and nothing is changed, where it is on the list already or the list is full. */
  async add(userId: string, wish: Wish, limit: number): Promise<boolean> {
    try {
      const { matchedCount, upsertedCount } = await this.#collection.updateOne(
        { _id: userId, 'items.productId': { $ne: wish.productId }, [`items.${limit - 1}`]: { $exists: false } },
        { $push: { items: wish } },
        { upsert: true },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      // The list is there, and the condition is not met.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async remove(userId: string, productId: string): Promise<void> {
    await this.#collection.updateOne({ _id: userId }, { $pull: { items: { productId } } });
  }

  /** For the transaction that read the list: a concurrent change is a conflict, and the transaction is retried. */
  async save(userId: string, set: Partial<Omit<Wishlist, '_id'>>, session: ClientSession): Promise<void> {
    try {
      await this.#collection.updateOne(
        { _id: userId },
        { $set: set, ...(!set.items && { $setOnInsert: { items: [] } }) },
        { session, upsert: true },
      );
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  async switchPriceDrops(userId: string, priceDrops: Wishlist['priceDrops']): Promise<void> {
    await this.#collection.updateOne(
      { _id: userId },
      { ...(priceDrops ? { $set: { priceDrops } } : { $unset: { priceDrops: true } }), $setOnInsert: { items: [] } },
      { upsert: true },
    );
  }

  link(token: string): Promise<WishlistLink | null> {
    return this.links.findById(token).lean<WishlistLink>();
  }

  async createLink(link: WishlistLink, session: ClientSession): Promise<void> {
    await this.links.create([link], { session });
  }

  /** Removes the link, and the list too where its owner is deleted. */
  async endLink(userId: string, session: ClientSession, { withList = false } = {}): Promise<void> {
    const { share } = await this.of(userId, session);
    if (share) await this.links.deleteOne({ _id: share.token }, { session });
    if (withList) await this.#collection.deleteOne({ _id: userId }, { session });
    else if (share) await this.#collection.updateOne({ _id: userId }, { $unset: { share: true } }, { session });
  }

  /** By the driver: mongoose would hydrate a document for each of 200 pieces. */
  get #collection() {
    return this.wishlists.collection as unknown as mongo.Collection<Wishlist>;
  }
}
