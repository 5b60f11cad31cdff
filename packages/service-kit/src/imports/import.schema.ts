import {
  IMPORT_ROW_STATES,
  IMPORT_STATES,
  type ImportRowState,
  type ImportState,
  type ImportWhy,
} from '@shop/contracts';
import { Schema, Types } from 'mongoose';
import { indexJobFields, type JobFields, jobFields } from '../jobs/index.ts';

type Counts = Record<ImportRowState, number>;

/** A table that staff import; an item of the job that checks and applies it. */
export interface TableImport extends JobFields {
  _id: string;
  /** Of the table: `products`. */
  kind: string;
  state: ImportState;
  userId: string;
  fileName: string;
  createdAt: Date;
  partCount: number;
  partsArrived: number;
  /** The first row of the file, once it was read. */
  heads?: string[];
  /** Rows that were checked. */
  seen: number;
  counts: Counts;
  problem?: string;
  applied?: { userId: string; at: Date };
  finishedAt?: Date;
  keepUntil: Date;
}

/** One row of the file with what becomes of it. */
export interface TableImportRow {
  _id: Types.ObjectId;
  importId: string;
  /** As a spreadsheet counts: the heads are row 1. */
  number: number;
  /** Of the record that the row is about; absent where it names none, or a row before has it. */
  key?: string;
  label: string;
  /** By the heads. */
  cells: string[];
  state: ImportRowState;
  /** Of the state, in the order in which rows are listed. */
  rank: number;
  changes: CellChange[];
  why: ImportWhy[];
}

/** A cell that is another one than now. */
export interface CellChange {
  column: string;
  before: string;
  after: string;
}

/** Bytes of the file, until all rows are read. */
export interface TableImportPart {
  _id: Types.ObjectId;
  importId: string;
  number: number;
  bytes: Buffer;
}

/** The state of a row, with its place in lists. */
export const inState = (state: ImportRowState) => ({ state, rank: IMPORT_ROW_STATES.indexOf(state) });

export const noCounts = (): Counts => Object.fromEntries(IMPORT_ROW_STATES.map((state) => [state, 0])) as Counts;

export const importSchema = new Schema<TableImport>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    state: { type: String, enum: IMPORT_STATES, required: true },
    userId: { type: String, required: true },
    fileName: { type: String, required: true },
    createdAt: { type: Date, required: true },
    partCount: { type: Number, required: true },
    partsArrived: { type: Number, required: true },
    heads: { type: [String], default: undefined },
    seen: { type: Number, required: true },
    counts: { type: Schema.Types.Mixed, required: true },
    problem: String,
    applied: { type: new Schema({ userId: String, at: Date }, { _id: false }) },
    finishedAt: Date,
    keepUntil: { type: Date, required: true },
    ...jobFields,
  },
  { collection: 'imports', versionKey: false, strict: 'throw', minimize: false },
);
importSchema.index({ kind: 1, createdAt: -1, _id: -1 });
importSchema.index({ keepUntil: 1 });
indexJobFields(importSchema);

export const importRowSchema = new Schema<TableImportRow>(
  {
    importId: { type: String, required: true },
    number: { type: Number, required: true },
    key: String,
    label: String,
    cells: { type: [String], required: true },
    state: { type: String, enum: IMPORT_ROW_STATES, required: true },
    rank: { type: Number, required: true },
    changes: Schema.Types.Mixed,
    why: Schema.Types.Mixed,
  },
  { collection: 'import-rows', versionKey: false, strict: 'throw', minimize: false },
);
importRowSchema.index({ importId: 1, number: 1 }, { unique: true });
// Lists, and the rows whose turn is next.
importRowSchema.index({ importId: 1, rank: 1, number: 1 });
// Whether a row before is about the same record.
importRowSchema.index({ importId: 1, key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } });

export const importPartSchema = new Schema<TableImportPart>(
  {
    importId: { type: String, required: true },
    number: { type: Number, required: true },
    bytes: { type: Buffer, required: true },
  },
  { collection: 'import-parts', versionKey: false, strict: 'throw' },
);
importPartSchema.index({ importId: 1, number: 1 }, { unique: true });
