import { Schema, type Types } from 'mongoose';

export interface Material {
  _id: Types.ObjectId;
  tag: string;
  sub: string[];
  /** Order in the menu. */
  position: number;
  /** Touched by every product that is put into it, so that removing it in the same moment conflicts. */
  usedAt?: Date;
}

export const materialSchema = new Schema<Material>(
  {
    tag: { type: String, required: true, unique: true },
    sub: { type: [String], required: true },
    position: { type: Number, required: true },
    usedAt: Date,
  },
  { collection: 'materials', versionKey: false },
);
