import { fromNeutral, MAX_ROW_PROBLEMS, type WholeTableAnswer } from '@shop/contracts';
import { csvLines, Failure } from '@shop/service-kit/rules';
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';

type Problem = WholeTableAnswer['problems'][number];

/** A table that staff keep, as a file. */
export interface Table<Row extends Record<string, string | number>> {
  /** Heads of the file, in the order of the export. */
  columns: readonly (keyof Row & string)[];
  /** Those that are numbers. */
  numbers: readonly (keyof Row & string)[];
  schema: z.ZodType<Row>;
  /** Two rows of a file cannot have the same. */
  keyOf(row: Row): string;
  /** The column that says what the row is about. */
  about: keyof Row & string;
  maxRows: number;
}

export interface ReadTable<Row> {
  /** Those without a problem. */
  rows: Row[];
  problems: Problem[];
}

/** How many of a file's problems its refusal names. */
const MAX_NAMED = 5;

/** @throws Failure `request.invalid` where the file is no such table */
export function readTable<Row extends Record<string, string | number>>(
  csv: string,
  { columns, numbers, schema, keyOf, about, maxRows }: Table<Row>,
): ReadTable<Row> {
  const records = recordsOf(csv, columns);
  if (records.length === 0) throw refusal('The file has no rows');
  if (records.length > maxRows) throw refusal(`A file has at most ${maxRows.toLocaleString('en')} rows`);
  const problems: Problem[] = [];
  const seen = new Map<string, number>();
  const rows = records.flatMap(({ row, cells }): Row[] => {
    const given = Object.fromEntries(
      columns.map((column) => [column, numbers.includes(column) ? numberOf(cells[column]!) : cells[column]!]),
    );
    const { data, error } = schema.safeParse(given);
    if (error) {
      // The first of a cell: others follow from it.
      const wrong = new Map(error.issues.toReversed().map(({ path, message }) => [String(path[0] ?? about), message]));
      problems.push(...columns.flatMap((column) => problemAt(row, column, wrong.get(column))));
      return [];
    }
    const before = seen.get(keyOf(data));
    if (before !== undefined) {
      problems.push({ row, column: about, message: `Row ${before} is about the same` });
      return [];
    }
    seen.set(keyOf(data), row);
    return [data];
  });
  return { rows, problems };
}

const problemAt = (row: number, column: string, message: string | undefined): Problem[] =>
  message === undefined ? [] : [{ row, column, message }];

/** A file with a wrong row changes nothing. @throws Failure `request.invalid` */
export function requireNoProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, MAX_NAMED).map(({ row, column, message }) => `Row ${row}, ${column}: ${message}`);
  const more = problems.length - MAX_NAMED;
  throw refusal([...named, ...(more > 0 ? [`and ${more} more`] : [])].join('. '));
}

export const problemsFor = (problems: readonly Problem[]) => ({
  problems: problems.slice(0, MAX_ROW_PROBLEMS),
  problemCount: problems.length,
});

export const csvOfTable = <Column extends string>(
  rows: readonly Readonly<Record<Column, string | number>>[],
  { columns }: { columns: readonly Column[] },
): string => csvLines([columns, ...rows.map((row) => columns.map((column) => String(row[column])))]);

type Read = { row: number; cells: Record<string, string> }[];

function recordsOf(csv: string, columns: readonly string[]): Read {
  try {
    const parsed = parse(csv, {
      bom: true,
      columns: (heads: string[]) => {
        const names = heads.map((head) => columns.find((column) => nameOf(column) === nameOf(head)));
        const missing = columns.filter((column) => !names.includes(column));
        if (missing.length > 0) throw refusal(`The header lacks ${missing.join(', ')}`);
        return names.map((name) => name ?? false);
      },
      cast: (cell) => fromNeutral(cell),
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: Record<string, string>; info: { records: number; empty_lines: number } }[];
    // As a spreadsheet counts them: the heads are row 1, a blank line is a row, and lines within a cell are none.
    return parsed.map(({ record, info }) => ({ row: info.records + info.empty_lines + 1, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusal(`This is not a CSV file: ${error.message}`);
  }
}

const refusal = (message: string): Failure => new Failure('request.invalid', { message, errors: { csv: message } });

const nameOf = (head: string): string => head.toLowerCase().replaceAll(/[^a-z]/g, '');

/** `Number` makes 0 of an empty cell. */
const numberOf = (cell: string): number => (cell === '' ? Number.NaN : Number(cell));
