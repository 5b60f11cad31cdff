import type { ImportWhy } from '@shop/contracts';
import type { ClientSession, Types } from 'mongoose';
import type { CellChange } from './import.schema.ts';

/** The cells of a row by the head of their column; a column that the file has not is absent. */
export type Cells = ReadonlyMap<string, string>;

/** What would become of a row. */
export interface CheckedRow {
  state: 'problem' | 'new' | 'planned' | 'same';
  /** Of the record that the row is about; two rows of a file cannot have the same. */
  key?: string | undefined;
  label: string;
  changes: CellChange[];
  why: ImportWhy[];
}

/** What became of it. */
export interface AppliedRow {
  state: 'created' | 'changed' | 'skipped' | 'same';
  why: ImportWhy[];
}

export interface RowToApply {
  id: Types.ObjectId;
  cells: Cells;
  isNew: boolean;
  /** As it was checked. */
  changes: readonly CellChange[];
}

/** Who lets rows be applied, and of which file. */
export interface ImportedBy {
  userId: string;
  importId: string;
  fileName: string;
}

/** A table that can be imported: its owner reads rows, and writes them. */
export interface ImportTarget {
  /** Unique in the service: `products`. */
  kind: string;
  /** Rows of one transaction that writes. */
  batch: number;
  /** What is wrong with the heads of a file, in words. */
  wrongHeads(heads: readonly string[]): string | undefined;
  /** Says what applying would do, and writes nothing. One answer for each row. */
  check(rows: readonly Cells[], session: ClientSession): Promise<CheckedRow[]>;
  /** Writes the rows in the transaction of `session`, those that still are as they were checked. One answer for each row. */
  apply(rows: readonly RowToApply[], by: ImportedBy, session: ClientSession): Promise<AppliedRow[]>;
}
