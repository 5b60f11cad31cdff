import { Schema } from 'mongoose';
import type { ShowcaseEntry } from '../showcase/showcase.ts';

export interface Banner extends ShowcaseEntry {
  title: string;
  /** Path of the shop. Without one, or empty: to all pieces. */
  link?: string;
}

export const bannerSchema = new Schema<Banner>(
  { image: { type: String, required: true }, title: { type: String, required: true }, link: String },
  { collection: 'banners', versionKey: false },
);
