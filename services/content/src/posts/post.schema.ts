import { Schema, type Types } from 'mongoose';

/** A post of the strip; its id says when it was added. */
export interface Post {
  _id: Types.ObjectId;
  /** Address of its picture. */
  image: string;
  url: string;
}

export const postSchema = new Schema<Post>(
  { image: { type: String, required: true }, url: { type: String, required: true } },
  { collection: 'posts', versionKey: false },
);
