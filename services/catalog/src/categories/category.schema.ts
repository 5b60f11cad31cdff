import { Schema, type Types } from 'mongoose';

export interface Category {
  _id: Types.ObjectId;
  main: string;
  sub: string[];
  /** Order in the menu. */
  position: number;
  /** Touched by every product that is put into it, so that removing it in the same moment conflicts. */
  usedAt?: Date;
}

export const categorySchema = new Schema<Category>(
  {
    main: { type: String, required: true, unique: true },
    sub: { type: [String], required: true },
    position: { type: Number, required: true },
    usedAt: Date,
  },
  { collection: 'categories', versionKey: false },
);
