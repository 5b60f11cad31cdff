import type { content } from '@shop/contracts';
import { Schema } from 'mongoose';

/** An image. Its name is never reused for other content. */
export interface Image {
  /** `3q2mVwK0bX8e1TjR5yNf4A.webp`, `demo/ring-solitaire-yellow-lab-round-front.svg`. */
  _id: string;
  type: string;
  bytes: Buffer;
  /** Pixels; of a drawing, its nominal width. */
  width: number;
  height: number;
  unusedSince?: Date;
}

export const imageSchema = new Schema<Image>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    bytes: { type: Buffer, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    unusedSince: Date,
  },
  { collection: 'images', versionKey: false },
);
imageSchema.index({ _id: 1, unusedSince: 1 });

/** An image in another width or format, encoded on first request. */
export interface ImageRendition {
  /** `<name> <width> <format>`. */
  _id: string;
  type: `image/${content.ImageFormat}`;
  bytes: Buffer;
}

export const imageRenditionSchema = new Schema<ImageRendition>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'image_forms', versionKey: false },
);
