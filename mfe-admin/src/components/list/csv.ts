// Loaded when a file is asked for.
import { FORMULA } from '@shop/contracts/browser';
import Papa from 'papaparse';
import type { Column } from './list.ts';

/** Rows of a file. */
export const MOST_ROWS = 10_000;

/** The file of a list: the shown columns, with numbers and dates that programs read. Cells begin no formula. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const told = columns.flatMap(({ header, csv }) => (csv ? [{ header, csv }] : []));
  const lines = rows.map((row) => told.map(({ csv }) => csv(row)));
  // The library's own pattern misses texts of several lines.
  return Papa.unparse({ fields: told.map(({ header }) => header), data: lines }, { escapeFormulae: FORMULA });
}
