import { Schema } from 'mongoose';
import type { ShowcaseEntry } from '../showcase/showcase.ts';

export interface Banner extends ShowcaseEntry {
  title: string;
}

export const bannerSchema = new Schema<Banner>(
  { image: { type: String, required: true }, title: { type: String, required: true } },
  { collection: 'banners', versionKey: false },
);
