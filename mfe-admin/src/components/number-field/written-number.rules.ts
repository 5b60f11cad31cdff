/** What a field takes for a number. */
export interface NumberKind {
  /** At most so many. */
  decimals: number;
  /** Whether it may be below 0. */
  isSigned?: boolean;
  /** What people write beside it: `₹`, `Rs.`, `%`. */
  marks?: readonly string[];
  /** Whether lakhs or thousands are parted by commas, so that people write these too. */
  isGrouped?: boolean;
}

/** A text as a number: its plain figure, `-1234.5`; or why it is none, for people. `-`, `.` and `12,50` are figures that are not finished. */
export type Reading = { figure: string; wrong?: never } | { figure?: never; wrong: string };

/** As keyboards have it, and as mails do. */
const MINUS = /^[-−–]\s*/;
/** Groups of two or three digits before the last three: lakhs or thousands. */
const GROUPED = /^(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})?(?:\.\d*)?$/;
/** The beginning of one, whose last group is not finished. */
const BEGUN = /^\d{1,3}(?:,\d{2,3})*,\d{0,3}$/;
/** While digits are typed into a number its commas are not in their places. */
const IN_BETWEEN = /^[\d,\s]*(?:\.\d*)?$/;
/** A number has more exact digits than that. */
const MAX_DIGITS = 15;

/** As the contracts say it. */
const COUNTS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three' };

/** `text` without the marks at its beginning and end. */
function withoutMarks(text: string, marks: readonly string[]): string {
  const before = marks.find((mark) => text.toLowerCase().startsWith(mark.toLowerCase()))?.length ?? 0;
  const rest = text.slice(before);
  const after = marks.find((mark) => rest.toLowerCase().endsWith(mark.toLowerCase()))?.length ?? 0;
  return rest.slice(0, rest.length - after).trim();
}

/** Says that `text` is none, and how a fraction is written where its last comma was meant for one. */
export function notANumber(text: string, kind: NumberKind): string {
  const written = text.trim();
  const pointed = written.replace(/,(?=\d+$)/, '.');
  const isMeant = pointed !== written && readNumber(pointed, kind).figure !== undefined;
  return `“${written}” is not a number${isMeant ? `. A fraction has a point: ${pointed}` : ''}`;
}

/**
 * Reads `₹1,23,456.50`, `1 23 456`, `123456.5`. A comma stands where lakhs or thousands are grouped, never for decimals: `12,50` is no number, though it
 * may become one. `isBeingTyped`: the text is a number with one keystroke more, so that commas may stand anywhere.
 */
export function readNumber(text: string, kind: NumberKind, isBeingTyped = false): Reading {
  const { decimals, isSigned = false, marks = [], isGrouped = false } = kind;
  const written = text.trim();
  const unsigned = written.replace(MINUS, '');
  const bare = withoutMarks(unsigned, marks);
  // `₹ -5`
  const digits = unsigned === written ? bare.replace(MINUS, '') : bare;
  const isNegative = unsigned !== written || digits !== bare;
  const isNumber = (isBeingTyped ? IN_BETWEEN : GROUPED).test(digits);
  if (!isNumber && !(isGrouped && BEGUN.test(digits))) return { wrong: notANumber(text, kind) };
  if (isNegative && !isSigned) return { wrong: 'This cannot be negative' };
  const plain = digits.replaceAll(/[,\s]/g, '');
  if (plain.replaceAll(/^0+|\D/g, '').length > MAX_DIGITS) return { wrong: 'This is too much' };
  const [, fraction] = plain.split('.');
  if (fraction !== undefined && decimals === 0) return { wrong: 'A whole number, without decimals' };
  if (fraction !== undefined && fraction.length > decimals)
    return { wrong: `At most ${COUNTS[decimals] ?? decimals} decimals` };
  return { figure: `${isNegative ? '-' : ''}${isNumber ? plain : digits}` };
}

/** `by` more than what is written, nothing for 0; undefined where that may not be, and of what is no number. */
export function steppedFigure(text: string, by: number, kind: NumberKind): string | undefined {
  return readNumber(String(Number(readNumber(text, kind).figure) + by), kind).figure;
}

/** The number of a figure; NaN of none, and of one that is not finished. Exact: it is what the wire carries, and nothing is reckoned. */
export const numberOf = (figure: string): number => (/\d/.test(figure) ? Number(figure) : Number.NaN);

/**
 * A number as its field shows it, ungrouped: nothing for NaN. With `padded` a fraction has so many decimals, `1234.50`; what has more of them is
 * not cut.
 */
export function figureOf(value: number | null | undefined, padded = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const figure = String(value);
  const fraction = figure.split('.')[1];
  return fraction === undefined ? figure : figure.padEnd(figure.length - fraction.length + padded, '0');
}
