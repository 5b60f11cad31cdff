import { catalog } from '@shop/contracts';
import { indexJobFields, jobFields, type JobFields } from '@shop/service-kit';
import { Schema, Types } from 'mongoose';
import type { Values } from './edited-fields.ts';
import type { Why } from './product-edit.rules.ts';

type Counts = Record<catalog.EditRowState, number>;

/** Who of the staff let it run, and when. */
interface Begun {
  userId: string;
  at: Date;
}

/** A change of several products (ADR 0083); an item of the job that carries it out. */
export interface ProductEdit extends JobFields {
  _id: string;
  state: catalog.EditState;
  userId: string;
  createdAt: Date;
  /** Fixed when it is chosen, in the order of the rows; removed when it is applied: rows have them then. */
  ids?: Types.ObjectId[];
  totalCount: number;
  changes?: catalog.ProductChanges;
  /** How many of its products the preview has seen. */
  seen: number;
  /** Counted up with each preview. Rows of another number are left over. */
  preview: number;
  counts: Counts;
  applied?: Begun;
  undone?: Begun;
  finishedAt?: Date;
  keepUntil: Date;
}

/** What an edit does to one product. */
export interface ProductEditRow {
  _id: Types.ObjectId;
  editId: string;
  preview: number;
  /** 1, 2, 3 … */
  number: number;
  productId: Types.ObjectId;
  name: string;
  productGroup: string;
  metalTone: string;
  state: catalog.EditRowState;
  /** Of the state, in the order in which rows are listed. */
  rank: number;
  before: Values;
  after: Values;
  why: Why[];
  /** Fields that were restored when it was undone; others of `after` were not. */
  restored?: catalog.EditedField[];
}

/** The state of a row, with its place in lists. */
export const inState = (state: catalog.EditRowState) => ({ state, rank: catalog.EDIT_ROW_STATES.indexOf(state) });

export const noCounts = (): Counts => Object.fromEntries(catalog.EDIT_ROW_STATES.map((state) => [state, 0])) as Counts;

const begun = { type: new Schema({ userId: String, at: Date }, { _id: false }) };

export const productEditSchema = new Schema<ProductEdit>(
  {
    _id: { type: String, required: true },
    state: { type: String, enum: catalog.EDIT_STATES, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    ids: { type: [Schema.Types.ObjectId], default: undefined },
    totalCount: { type: Number, required: true },
    changes: Schema.Types.Mixed,
    seen: { type: Number, required: true },
    preview: { type: Number, required: true },
    counts: { type: Schema.Types.Mixed, required: true },
    applied: begun,
    undone: begun,
    finishedAt: Date,
    keepUntil: { type: Date, required: true },
    ...jobFields,
  },
  { collection: 'product-edits', versionKey: false, strict: 'throw', minimize: false },
);
// Those that were applied, newest first.
productEditSchema.index({ 'applied.at': -1, _id: -1 }, { sparse: true });
productEditSchema.index({ keepUntil: 1 });
indexJobFields(productEditSchema);

export const productEditRowSchema = new Schema<ProductEditRow>(
  {
    editId: { type: String, required: true },
    preview: { type: Number, required: true },
    number: { type: Number, required: true },
    productId: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    productGroup: { type: String, required: true },
    metalTone: { type: String, required: true },
    state: { type: String, enum: catalog.EDIT_ROW_STATES, required: true },
    rank: { type: Number, required: true },
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    why: Schema.Types.Mixed,
    restored: { type: [String], default: undefined },
  },
  { collection: 'product-edit-rows', versionKey: false, strict: 'throw', minimize: false },
);
// One row per product and preview.
productEditRowSchema.index({ editId: 1, preview: 1, number: 1 }, { unique: true });
// Lists, and the rows whose turn is next.
productEditRowSchema.index({ editId: 1, preview: 1, rank: 1, number: 1 });
