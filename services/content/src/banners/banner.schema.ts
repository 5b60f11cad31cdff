import { Schema, type Types } from 'mongoose';

/** A banner of the home page; its id says when it was added. */
export interface Banner {
  _id: Types.ObjectId;
  /** Address of its picture. */
  image: string;
  title: string;
}

export const bannerSchema = new Schema<Banner>(
  { image: { type: String, required: true }, title: { type: String, required: true } },
  { collection: 'banners', versionKey: false },
);
