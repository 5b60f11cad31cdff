// Loaded when a file is asked for.
import Papa from 'papaparse';
import type { Column } from './list.ts';

/** Rows of a file. */
export const MOST_ROWS = 10_000;

/** What spreadsheets take for a formula. The library's own pattern misses texts of several lines. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The file of a list: the shown columns, with numbers and dates that programs read. Cells begin no formula. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const told = columns.flatMap(({ header, csv }) => (csv ? [{ header, csv }] : []));
  const lines = rows.map((row) => told.map(({ csv }) => csv(row)));
  return Papa.unparse({ fields: told.map(({ header }) => header), data: lines }, { escapeFormulae: FORMULA });
}

/** Saves a text as a file. */
export function saveFile(name: string, text: string): void {
  // With the mark that Excel knows UTF-8 by.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
