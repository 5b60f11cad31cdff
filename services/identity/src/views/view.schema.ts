import { Schema } from 'mongoose';

/** A named state of a list of the staff area. */
export interface View {
  _id: string;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  makerId: string;
  /** Accounts that the list opens with this view for. */
  defaultOf: string[];
}

export const viewSchema = new Schema<View>(
  {
    _id: { type: String, required: true },
    list: { type: String, required: true },
    name: { type: String, required: true },
    // Empty: all rows.
    query: { type: String, default: '' },
    shared: { type: Boolean, required: true },
    makerId: { type: String, required: true },
    defaultOf: { type: [String], default: [] },
  },
  { collection: 'views', timestamps: true },
);
viewSchema.index({ list: 1, name: 1 });
viewSchema.index({ makerId: 1 });
viewSchema.index({ defaultOf: 1 });
