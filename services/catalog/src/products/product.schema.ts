import { catalog } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';

/** One variant of a product group. Money in paise. */
export interface Product {
  _id: Types.ObjectId;
  name: string;
  productGroup: string;
  /** Groups that it was in: their codes lead to it while no piece has them. */
  formerGroups?: string[];
  /** Order within the group: the lowest represents it. */
  position: number;
  pricePaise: number;
  images: string[];
  /** Pictures that it had since some of it was ordered: orders show them as they were, cancelled ones too. */
  formerImages?: string[];
  /** What staff say of these pictures, in their order. */
  pictureNotes?: catalog.PictureNote[];
  video?: string;
  design?: catalog.PieceDesign;
  shortDescription: string;
  category: { main: string; sub?: string };
  material: { tag: string; sub?: string };
  /** First tone of the details, denormalized for swatches. */
  metalTone: string;
  detailsModel: catalog.DetailsModel;
  detailsRef: Types.ObjectId;
  status: (typeof catalog.PRODUCT_STATUSES)[number];
  featured: number;
  /** Free pieces. Changes through `StockLedger` only, in one update with `held` and `sold`, so that only staff change their sum. */
  stock: number;
  held: number;
  sold: number;
  /** The stock is low at this many free pieces; by default `LOW_STOCK_AT`. */
  lowStockAt?: number;
  /** How many movements its stock has, and what they add up to: only the ledger changes them, with `stock`. */
  movementCount?: number;
  movementSum?: number;
  rating: number;
  ratingCount: number;
  createdAt: Date;
  updatedAt: Date;
  /** Of any change, also of counts, by MongoDB's clock: the index in memory reads again what changed. */
  changedAt?: Date;
}

/** The highest price that the contracts let through, in paise. */
const MAX_PAISE = 100_000_000_000;

/** What visitors see and buy. Old data may have prices of 0, below 0 or none. */
export const FOR_SALE = { status: 'published', pricePaise: { $gt: 0, $lte: MAX_PAISE } } as const;

/** The same of a product that was read. */
export const isForSale = ({ status, pricePaise }: Pick<Product, 'status' | 'pricePaise'>): boolean =>
  status === 'published' && hasPrice({ pricePaise });

/** What staff work with. */
export const NOT_ARCHIVED = { status: { $in: ['draft', 'published'] as const } };

export const hasPrice = ({ pricePaise }: { pricePaise: unknown }): boolean =>
  typeof pricePaise === 'number' && pricePaise > 0 && pricePaise <= MAX_PAISE;

const place = (first: 'main' | 'tag') =>
  new Schema({ [first]: { type: String, required: true }, sub: String }, { _id: false });

const pictureNote = new Schema<catalog.PictureNote>(
  {
    image: { type: String, required: true },
    alt: String,
    focus: { type: new Schema({ x: Number, y: Number }, { _id: false }), default: undefined },
  },
  { _id: false },
);

const count = { type: Number, required: true, min: 0, default: 0 };

export const productSchema = new Schema<Product>(
  {
    name: { type: String, required: true },
    productGroup: { type: String, required: true },
    formerGroups: { type: [String], default: undefined },
    position: { type: Number, required: true, default: 0 },
    pricePaise: { type: Number, required: true, min: 1 },
    images: { type: [String], required: true },
    formerImages: { type: [String], default: undefined },
    pictureNotes: { type: [pictureNote], default: undefined },
    video: String,
    design: Schema.Types.Mixed,
    shortDescription: { type: String, default: '' },
    category: { type: place('main'), required: true },
    material: { type: place('tag'), required: true },
    metalTone: { type: String, required: true },
    detailsModel: { type: String, required: true },
    detailsRef: { type: Schema.Types.ObjectId, required: true },
    status: { type: String, enum: catalog.PRODUCT_STATUSES, required: true },
    featured: count,
    stock: count,
    held: count,
    sold: count,
    lowStockAt: { type: Number, min: 0 },
    movementCount: count,
    movementSum: count,
    rating: count,
    ratingCount: count,
    changedAt: { type: Date, default: () => new Date() },
  },
  { collection: 'products', timestamps: true },
);

/** In every update by the driver, which does not know the schema. */
export const CHANGED_NOW = { $currentDate: { changedAt: true } } as const;

/** What changes together with a movement. */
const OF_LEDGER = new Set(['stock', 'movementCount', 'movementSum']);
const ONLY_BY_LEDGER = 'Stock changes through StockLedger only, which writes its movement';

productSchema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
  const fields = Object.entries(this.getUpdate() ?? {}).flatMap(([key, value]) =>
    key.startsWith('$') ? Object.keys(value as object) : [key],
  );
  // Timestamps and defaults set nothing of it.
  if (fields.some((field) => OF_LEDGER.has(field))) throw new Error(ONLY_BY_LEDGER);
  this.setUpdate({ ...this.getUpdate(), ...CHANGED_NOW });
});

productSchema.pre('save', function () {
  if (this.isNew ? this.stock !== 0 : this.isModified('stock')) throw new Error(ONLY_BY_LEDGER);
});

// Listings: equality first, then groups with their variants in order: no sort in memory, and `$first` is the first variant
// that fits.
productSchema.index({ status: 1, productGroup: 1, position: 1, _id: 1 });
productSchema.index({ status: 1, 'category.main': 1, productGroup: 1, position: 1, _id: 1 });
productSchema.index({ status: 1, 'material.tag': 1, productGroup: 1, position: 1, _id: 1 });
// The list of staff in another order.
for (const field of ['stock', 'name', 'pricePaise', 'sold']) {
  productSchema.index({ status: 1, [field]: 1, productGroup: 1, position: 1, _id: 1 });
}
// What changed since, for the index in memory.
productSchema.index({ changedAt: 1, _id: 1 });
// The products of details, which name values of option lists.
productSchema.index({ detailsRef: 1 });
// Whether something shows a picture or video.
productSchema.index({ images: 1 });
productSchema.index({ video: 1 });
productSchema.index({ formerImages: 1 }, { sparse: true });
// Groups in any status: the staff list, and whether a code was used before.
productSchema.index({ productGroup: 1, position: 1, _id: 1 });
// Where a former group code leads.
productSchema.index({ formerGroups: 1, status: 1 });
// One product per group, tone and material, not counting archived ones.
productSchema.index(
  { productGroup: 1, metalTone: 1, 'material.tag': 1 },
  { unique: true, partialFilterExpression: NOT_ARCHIVED },
);

/** A unique piece of its group: archived ones do not count. */
export const variantOf = (productGroup: string, metalTone: string, tag: string): string =>
  [productGroup, metalTone, tag].join(' · ');
