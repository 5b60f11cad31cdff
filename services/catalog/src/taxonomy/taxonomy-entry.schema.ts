import { Schema, type Types } from 'mongoose';
import type { FormerNames, FormerSub } from './former-names.rules.ts';

/** Products are classified twice: by category, and by material with its tags. */
export type TaxonomyKind = 'category' | 'material';

/** A category or material with its subdivisions; an entry of the menu. */
export interface TaxonomyEntry extends FormerNames {
  _id: Types.ObjectId;
  kind: TaxonomyKind;
  name: string;
  sub: string[];
  /** Address of its picture. */
  image?: string;
  /** Of a material: pieces of it can be made to order. */
  madeToOrder?: boolean;
  /** Order in the menu. */
  position: number;
  /** Updated by every product that is assigned to it, so that a concurrent removal is a write conflict. */
  usedAt?: Date;
}

/** Names that products have of an entry, and of one of its subdivisions: more than one while a new name is carried to them. */
export interface NamesInProducts {
  names: readonly string[];
  subs?: readonly string[];
  /** What it is called now, where it was asked for by a former name. */
  movedTo?: { name: string; sub?: string };
}

/** Paths of the entry in a product. */
export const PRODUCT_FIELDS = {
  category: { name: 'category.main', sub: 'category.sub' },
  material: { name: 'material.tag', sub: 'material.sub' },
} as const;

export const taxonomyEntrySchema = new Schema<TaxonomyEntry>(
  {
    kind: { type: String, enum: ['category', 'material'], required: true },
    name: { type: String, required: true },
    sub: { type: [String], required: true },
    formerNames: { type: [String], default: undefined },
    formerSubs: {
      type: [new Schema<FormerSub>({ from: String, to: String }, { _id: false })],
      default: undefined,
    },
    image: String,
    madeToOrder: Boolean,
    position: { type: Number, required: true },
    usedAt: Date,
  },
  { collection: 'branches', versionKey: false },
);
taxonomyEntrySchema.index({ kind: 1, name: 1 }, { unique: true });
taxonomyEntrySchema.index({ kind: 1, formerNames: 1 });
taxonomyEntrySchema.index({ kind: 1, position: 1 });
taxonomyEntrySchema.index({ image: 1 });
