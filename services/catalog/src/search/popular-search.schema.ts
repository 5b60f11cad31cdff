import { Schema } from 'mongoose';

/** A text and how often it was searched for; what is long ago counts less. */
export interface PopularSearch {
  _id: string;
  count: number;
}

export const popularSearchSchema = new Schema<PopularSearch>(
  { _id: { type: String, required: true }, count: { type: Number, required: true } },
  { collection: 'popular_searches', versionKey: false },
);
popularSearchSchema.index({ count: -1 });
