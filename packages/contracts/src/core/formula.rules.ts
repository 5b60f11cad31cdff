/** What spreadsheets take for a formula, or what such a text looks like once it is made harmless. A negative number is none. */
export const FORMULA = /^(?!-\d+(?:\.\d+)?$)'*[=+\-@\t\r\n＝＋－＠]/u;

/** The text of a cell that no spreadsheet computes: an apostrophe goes before it. */
export const neutral = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text before that. */
export const fromNeutral = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
