import { Schema } from 'mongoose';
import { type Original, originalSchema } from '../media/original.ts';
import { indexUploads, type Uploaded, uploadedFields } from '../media/uploaded.ts';

/** An MP4. Its name is never reused for other content. */
export interface Video extends Uploaded {
  /** `3q2mVwK0bX8e1TjR5yNf4A.mp4`, `demo/AR-1001-yellow-turn.3f2a91bc.mp4`. */
  _id: string;
  original?: Original;
  /** For the version before; the next one removes them. */
  bytes: Buffer;
  unusedSince?: Date;
  /** Pixels; of older ones not known. */
  width?: number;
  height?: number;
}

export const videoSchema = new Schema<Video>(
  {
    _id: { type: String, required: true },
    original: originalSchema,
    bytes: { type: Buffer, required: true },
    unusedSince: Date,
    width: Number,
    height: Number,
    ...uploadedFields,
  },
  { collection: 'videos', versionKey: false },
);
videoSchema.index({ _id: 1, unusedSince: 1 });
indexUploads(videoSchema);
