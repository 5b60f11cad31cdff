import { Schema } from 'mongoose';

/** One save of a document by a form. */
export interface Save {
  /** Versions before and after it. */
  from: string;
  to: string;
  userId: string;
  /** As the document's readers know them. */
  fields: string[];
}

/** Who saved a document lately. */
export interface DocumentEdits {
  /** `banner:6565…`. */
  _id: string;
  saves: Save[];
  at: Date;
}

export const EDITS = 'edits';

const save = new Schema<Save>({ from: String, to: String, userId: String, fields: [String] }, { _id: false });

export const editsSchema = new Schema<DocumentEdits>(
  { _id: { type: String, required: true }, saves: [save], at: { type: Date, required: true } },
  { collection: EDITS, versionKey: false },
);
// No form stays open for a month.
editsSchema.index({ at: 1 }, { expireAfterSeconds: 30 * 86_400 });
