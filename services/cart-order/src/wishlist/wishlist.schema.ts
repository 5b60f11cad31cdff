import { Schema } from 'mongoose';

/** A saved piece: one variant of a group, because metals differ in price and stock. */
export interface Wish {
  productId: string;
  addedAt: Date;
  /** Without options, when it was saved. Only shown. */
  pricePaise?: number;
}

/** One per account, with its id. */
export interface Wishlist {
  _id: string;
  items: Wish[];
  /** Mails about everything on it that costs less, also what is saved later, were agreed to by this text. */
  priceDrops?: { text: string; at: Date };
  /** Its link: while it is here, and the `WishlistLink` with this token is too. */
  share?: { token: string; showName: boolean; createdAt: Date };
}

/** Leads from the token of a link to its owner. */
export interface WishlistLink {
  /** The token. */
  _id: string;
  userId: string;
}

const required = { type: String, required: true };

export const wishlistSchema = new Schema<Wishlist>(
  {
    _id: required,
    items: [new Schema<Wish>({ productId: required, addedAt: Date, pricePaise: Number }, { _id: false })],
    priceDrops: { type: new Schema({ text: String, at: Date }, { _id: false }) },
    share: { type: new Schema({ token: required, showName: Boolean, createdAt: Date }, { _id: false }) },
  },
  { collection: 'wishlists', versionKey: false },
);

export const wishlistLinkSchema = new Schema<WishlistLink>(
  { _id: required, userId: required },
  { collection: 'wishlist-links', versionKey: false },
);
