import { Schema, type Types } from 'mongoose';

/** Pieces are sorted in two ways: by what they are (categories), and by what they are made of (materials and their tags). */
export type BranchKind = 'category' | 'material';

/** A category or a material with what is below it: both are entries of the menu. */
export interface Branch {
  _id: Types.ObjectId;
  kind: BranchKind;
  name: string;
  sub: string[];
  /** Address of the picture that stands for it. */
  image?: string;
  /** Order in the menu. */
  position: number;
  /** Touched by every product that is put there, so that removing the branch in the same moment conflicts. */
  usedAt?: Date;
}

/** Where a product says to which branch it belongs. */
export const PRODUCT_FIELDS = {
  category: { name: 'category.main', sub: 'category.sub' },
  material: { name: 'material.tag', sub: 'material.sub' },
} as const;

export const branchSchema = new Schema<Branch>(
  {
    kind: { type: String, enum: ['category', 'material'], required: true },
    name: { type: String, required: true },
    sub: { type: [String], required: true },
    image: String,
    position: { type: Number, required: true },
    usedAt: Date,
  },
  { collection: 'branches', versionKey: false },
);
branchSchema.index({ kind: 1, name: 1 }, { unique: true });
branchSchema.index({ kind: 1, position: 1 });
