import { z } from 'zod';
import { defineErrors } from './error.ts';
import {
  IMPORT_PART_BYTES,
  IMPORT_ROW_STATES,
  IMPORT_STATES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from './import-names.ts';
import { filledLine, moment, objectId, pageQuery, staffLimit } from './shapes.ts';

export const importErrors = defineErrors({
  'import.not-found': { status: 404, message: 'This import does not exist, or is no longer kept' },
  /** `details.state`: what it is in now. */
  'import.other-state': { status: 409, message: 'This import has gone on. Please look at it again' },
});

const who = z.object({ userId: objectId, name: z.string().nullable() });
const counts = z.object(
  Object.fromEntries(IMPORT_ROW_STATES.map((state) => [state, z.int().nonnegative()])) as Record<
    (typeof IMPORT_ROW_STATES)[number],
    z.ZodInt
  >,
);

/** A table that staff import: sent in parts, checked, applied. */
export const tableImport = z
  .object({
    _id: objectId,
    state: z.enum(IMPORT_STATES),
    fileName: z.string(),
    by: who,
    createdAt: moment,
    /** Parts that it has, and those that have arrived. */
    partCount: z.int(),
    partsArrived: z.int(),
    /** Rows that were checked so far; all of them from `checked` on. */
    seen: z.int(),
    /** Rows by what became of them. */
    counts,
    /** Why the file is refused. */
    problem: z.string().optional(),
    applied: who.extend({ at: moment }).optional(),
    /** When all rows had their turn. */
    finishedAt: moment.optional(),
    /** Something went wrong, and it goes on by itself in a moment. */
    isDelayed: z.boolean(),
  })
  .meta({ id: 'TableImport' });
export type TableImport = z.infer<typeof tableImport>;

const why = z.object({ column: z.string().optional(), message: z.string() });
export type ImportWhy = z.infer<typeof why>;

export const tableImportRow = z
  .object({
    /** As a spreadsheet counts: the heads are row 1. */
    number: z.int(),
    /** What the row is about, as far as it says so. */
    label: z.string(),
    state: z.enum(IMPORT_ROW_STATES),
    /** Cells that are others than now, as files have them. */
    changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    why: z.array(why),
  })
  .meta({ id: 'TableImportRow' });
export type TableImportRow = z.infer<typeof tableImportRow>;

/** A column of the files of a table. */
export const tableColumn = z
  .object({
    head: z.string(),
    /** What its cells have. */
    about: z.string(),
    /** Whether a new row has to have it. */
    isRequired: z.boolean(),
    /** Whether every file has to have the column: it says which record a row is. */
    isKey: z.boolean(),
  })
  .meta({ id: 'TableColumn' });
export type TableColumn = z.infer<typeof tableColumn>;

/** What the calls of the imports of a service have in common. */
export const importId = z.object({ id: objectId });
export const importPartId = importId.extend({
  number: z.coerce
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'From 0')
    .max(Math.ceil(MAX_IMPORT_BYTES / IMPORT_PART_BYTES), 'There are not so many'),
});
export const importToBegin = z
  .object({
    fileName: filledLine('The name of the file', 200).refine((name) => /\.csv$/i.test(name), 'A CSV file ends in .csv'),
    bytes: z
      .int('A whole number')
      .min(1, 'The file is empty')
      .max(
        MAX_IMPORT_BYTES,
        `At most ${MAX_IMPORT_BYTES / 1_000_000} MB and ${MAX_IMPORT_ROWS.toLocaleString('en')} rows`,
      ),
  })
  .meta({ examples: [{ fileName: 'products.csv', bytes: 24_000 }] });
export const oneImport = z.object({ import: tableImport });
export const importsQuery = z.object({ page: pageQuery.shape.page, limit: staffLimit });
export const importsPage = z.object({ imports: z.array(tableImport), totalCount: z.int() });
export const importRowsQuery = importsQuery.extend({
  state: z.enum(IMPORT_ROW_STATES, 'Not a state of a row').optional(),
});
export const importRowsPage = z.object({ rows: z.array(tableImportRow), totalCount: z.int() });
export const csvFile = z.any().meta({ description: 'CSV in UTF-8 with a byte order mark and a row of heads' });
