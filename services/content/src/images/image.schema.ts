import { Schema } from 'mongoose';

/** A picture by its name, which never gets another content. */
export interface Image {
  /** `demo/ring-solitaire-yellow-lab-round-front.svg`. */
  _id: string;
  type: string;
  bytes: Buffer;
}

export const imageSchema = new Schema<Image>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'images', versionKey: false },
);
