import { Schema } from 'mongoose';
import type { ShowcaseEntry } from '../showcase/showcase.ts';

export interface Post extends ShowcaseEntry {
  url: string;
}

export const postSchema = new Schema<Post>(
  { image: { type: String, required: true }, url: { type: String, required: true } },
  { collection: 'posts', versionKey: false },
);
