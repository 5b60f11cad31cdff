/** Names and limits of imports of tables by staff. Without zod, because the browser entry exports it. */

/** Rows of one file, without its heads. */
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_BYTES = 200_000_000;
/** A file is sent in parts of this size; the last one is what is left. */
export const IMPORT_PART_BYTES = 4_000_000;

/**
 * - `uploading`: parts of the file are missing
 * - `checking`, `checked`: what would become of each row; nothing is written
 * - `refused`: the file cannot be read, or has other columns
 * - `applying`, `applied`
 */
export const IMPORT_STATES = ['uploading', 'checking', 'checked', 'refused', 'applying', 'applied'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * Of one row, in the order in which rows are listed:
 * - `problem`: something of it is wrong, and nothing of it is taken
 * - `skipped`: what it changes was changed by somebody since the check, and stays as it is
 * - `new`, `planned`: what applying adds and changes
 * - `created`, `changed`
 * - `same`: there is nothing to change
 */
export const IMPORT_ROW_STATES = ['problem', 'skipped', 'new', 'planned', 'created', 'changed', 'same'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];
