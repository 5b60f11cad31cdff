import type { content } from '@shop/contracts';
import { Schema } from 'mongoose';

/** A picture by its name, which never gets another content. */
export interface Image {
  /** `3q2mVwK0bX8e1TjR5yNf4A.webp`, `demo/ring-solitaire-yellow-lab-round-front.svg`. */
  _id: string;
  type: string;
  bytes: Buffer;
  /** Pixels; a drawing has the one that it was drawn in. */
  width: number;
  height: number;
}

export const imageSchema = new Schema<Image>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    bytes: { type: Buffer, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
  },
  { collection: 'images', versionKey: false },
);

/** A picture in another width or format: made when it was first asked for, and kept. */
export interface ImageForm {
  /** `<name> <width> <format>`. */
  _id: string;
  type: `image/${content.ImageFormat}`;
  bytes: Buffer;
}

export const imageFormSchema = new Schema<ImageForm>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'image_forms', versionKey: false },
);
