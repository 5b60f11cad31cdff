import { Schema } from 'mongoose';
import { type Original, originalSchema } from '../media/original.ts';
import { indexUploads, type Uploaded, uploadedFields } from '../media/uploaded.ts';

/** An image. Its name is never reused for other content. */
export interface Image extends Uploaded {
  /** `3q2mVwK0bX8e1TjR5yNf4A.webp`, `demo/ring-solitaire-yellow-lab-round-front.svg`. */
  _id: string;
  type: string;
  original?: Original;
  /** For the version before; the next one removes them. */
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
    original: originalSchema,
    bytes: { type: Buffer, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    unusedSince: Date,
    ...uploadedFields,
  },
  { collection: 'images', versionKey: false },
);
imageSchema.index({ _id: 1, unusedSince: 1 });
indexUploads(imageSchema);
