import { z } from 'zod';
import { defineErrors } from './error.ts';
import { documentVersion } from './shapes.ts';

export const wholeTableErrors = defineErrors({
  'table.changed': {
    status: 409,
    message: 'The table was changed since the file was checked. Please check it again',
  },
});

/** Wrong rows that an answer names. */
export const MAX_ROW_PROBLEMS = 100;

/** A table that is small enough to be sent and stored in one piece; larger ones are imports (`imports.ts`). */
export const wholeTable = z.object({
  csv: z.string().min(1, 'Choose a file').max(900_000, 'At most 900 kB'),
  /** Removes what the file does not have. */
  removeOthers: z.boolean().default(false),
  /** Stores nothing: says what would change, and which rows are wrong. */
  dryRun: z.boolean().default(false),
  /** `version` of the answer to a dry run: what was changed since is not overwritten. */
  checked: documentVersion.optional(),
});

const count = z.int().nonnegative();

export const wholeTableAnswer = z.object({
  /** Rows; of a dry run those that would be. */
  counts: z.object({ added: count, changed: count, removed: count, unchanged: count }),
  /** Of a dry run: the first `MAX_ROW_PROBLEMS` cells that are wrong. A file with one is not imported. */
  problems: z.array(
    z.object({
      /** As a spreadsheet counts: the heads are row 1. */
      row: z.int().positive(),
      column: z.string(),
      message: z.string(),
    }),
  ),
  problemCount: count,
  /** Of the table as it is now. */
  version: documentVersion,
});
export type WholeTableAnswer = z.infer<typeof wholeTableAnswer>;

/** The whole table, as its import reads it. */
export const wholeTableFile = z.object({ csv: z.string() });
