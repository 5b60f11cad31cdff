import { CsvError, parse } from 'csv-parse/sync';

/** The file is no statement: why, in words for staff. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
}

/** Money in. */
export interface Credit {
  /** `2025-04-30`. */
  arrivedOn: string;
  text: string;
  /** Paise. */
  amount: number;
  /** The bank's number of the transfer (UTR), if it looks like one. */
  bankReference: string | null;
}

/** A row below the header; `line` as a spreadsheet counts rows: what a cell has of several lines is one. */
export type StatementRow = { line: number; text: string } & (
  { kind: 'credit'; credit: Credit } | { kind: 'not-money-in' } | { kind: 'unreadable'; message: string }
);

/**
 * Headers of the columns as banks write them, in lower case without anything but letters, the better one first. A file has either `credit`, or
 * `amount` with `direction`.
 */
const COLUMNS = {
  date: ['date', 'txndate', 'transactiondate', 'trandate', 'postingdate', 'posteddate', 'valuedate', 'valuedt'],
  text: [
    'narration',
    'description',
    'transactionremarks',
    'particulars',
    'transactionparticulars',
    'transactiondescription',
    'transactiondetails',
    'details',
    'remarks',
  ],
  credit: ['depositamt', 'depositamount', 'deposit', 'deposits', 'creditamount', 'creditamt', 'credit', 'cr'],
  amount: ['amount', 'transactionamount'],
  direction: ['crdr', 'drcr', 'debitcredit', 'creditdebit', 'type', 'transactiontype'],
  bankReference: [
    'utr',
    'utrno',
    'utrnumber',
    'chqrefno',
    'refnochequeno',
    'refchequeno',
    'chequerefno',
    'refno',
    'referenceno',
    'referencenumber',
    'transactionid',
    'tranid',
    'chqno',
    'chequeno',
    'chequenumber',
  ],
} as const;
type Column = keyof typeof COLUMNS;

type Columns = { date: number; text: number; bankReference: number } & (
  { credit: number } | { amount: number; direction: number }
);

/**
 * Rows of a statement of an Indian bank: CSV separated by commas, semicolons or tabs, with lines above its header and totals below its rows.
 * @throws UnreadableStatement
 */
export function statementRows(csv: string): StatementRow[] {
  const records = recordsOf(csv);
  if (records.length > MAX_ROWS)
    throw new UnreadableStatement('A statement has at most 10,000 rows: import it in parts');
  const header = records.findIndex(({ cells }) => typeof columnsOf(cells) !== 'string');
  if (header === -1) throw new UnreadableStatement(whyNoHeader(records));
  const columns = columnsOf(records[header]!.cells) as Columns;
  return records.slice(header + 1).map(({ line, cells }) => rowOf(line, cells, columns));
}

interface CsvRecord {
  line: number;
  cells: string[];
}

function recordsOf(csv: string): CsvRecord[] {
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
    }) as unknown as string[][];
    return parsed.map((cells, index) => ({ line: index + 1, cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableStatement(`This is not a CSV file: ${error.message}`);
  }
}

/** The separator that splits some line into the most cells. */
function delimiterOf(csv: string): string {
  const lines = csv.split(/\r\n|\r|\n/);
  const widest = (delimiter: string) => lines.reduce((most, line) => Math.max(most, line.split(delimiter).length), 0);
  return [',', ';', '\t'].reduce((best, other) => (widest(other) > widest(best) ? other : best));
}

const nameOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/\b(inr|rs)\b.*/, '')
    .replaceAll(/[^a-z]/g, '');

/** The columns that a row names, or what it lacks to be a header. */
function columnsOf(cells: string[]): Columns | string {
  const names = cells.map(nameOf);
  const find = (column: Column) => {
    const known = COLUMNS[column].find((name) => names.includes(name));
    return known === undefined ? -1 : names.indexOf(known);
  };
  const [date, text, credit] = [find('date'), find('text'), find('credit')];
  const [amount, direction] = [find('amount'), find('direction')];
  const missing = [
    ...(date === -1 ? ['its date (“Date” or “Txn Date”)'] : []),
    ...(text === -1 ? ['its description (“Narration” or “Description”)'] : []),
    ...(credit === -1 && (amount === -1 || direction === -1) ? ['money in (“Deposit Amt.” or “Credit”)'] : []),
  ];
  if (missing.length > 0) return missing.join(', ');
  const common = { date, text, bankReference: find('bankReference') };
  return credit === -1 ? { ...common, amount, direction } : { ...common, credit };
}

/** What the row that is nearest to a header lacks. */
function whyNoHeader(records: CsvRecord[]): string {
  const missing = records
    .map(({ cells }) => columnsOf(cells) as string)
    .toSorted((one, other) => one.length - other.length);
  return `This is not a statement as the shop knows them: there is no column for ${missing[0] ?? 'anything'}`;
}

function rowOf(line: number, cells: string[], columns: Columns): StatementRow {
  const cell = (index: number) => (cells[index] ?? '').replaceAll(/\s+/g, ' ').trim();
  const text = cell(columns.text).slice(0, MAX_TEXT);
  const isDebit = 'direction' in columns && !/^c/i.test(cell(columns.direction));
  const written = cell('credit' in columns ? columns.credit : columns.amount);
  if (isDebit || isNothing(written)) return { line, text, kind: 'not-money-in' };
  const unreadable = (message: string): StatementRow => ({ line, text, kind: 'unreadable', message });
  const amount = paiseOf(written);
  if (amount === undefined) return unreadable(`“${written.slice(0, MAX_QUOTED)}” is not an amount`);
  if (amount === 0) return { line, text, kind: 'not-money-in' };
  const date = cell(columns.date);
  const arrivedOn = dayOf(date);
  if (arrivedOn === undefined) return unreadable(`“${date.slice(0, MAX_QUOTED)}” is not a date`);
  return {
    line,
    text,
    kind: 'credit',
    credit: { arrivedOn, text, amount, bankReference: bankReferenceOf(cell(columns.bankReference)) },
  };
}

const MAX_ROWS = 10_000;
const MAX_TEXT = 300;
const MAX_QUOTED = 30;
/** What the contracts' `amount` takes, in paise. */
const MAX_PAISE = 1_000_000_000_00;

const isNothing = (written: string): boolean => /^[-–—]$/.test(written) || /^0*(\.0*)?$/.test(written);

/** Paise of `1,23,456.00`, `₹ 500`, `500.5 Cr`; `undefined` if it is not an amount. Decimal commas are none: they are ambiguous. */
export function paiseOf(written: string): number | undefined {
  const bare = written
    .replace(/^(₹|inr|rs\.?)\s*/i, '')
    .replace(/^\+/, '')
    .replace(/\s*\(?cr\.?\)?$/i, '');
  const [, whole, fraction = ''] =
    /^(\d+|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?$/.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return paise <= MAX_PAISE ? paise : undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day of `30/04/25`, `30-04-2025`, `30-Apr-2025`, `2025-04-30`, with or without a time behind it; `undefined` if there is none such. */
export function dayOf(written: string): string | undefined {
  const bare = written.replace(/[ T,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?z?$/i, '').trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare) ?? [];
  const [, day, month = '', year = ''] =
    /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3})[a-z]*[-/. ,]+(\d{4}|\d{2})$/i.exec(bare) ?? [];
  if (isoYear !== undefined) return existing(Number(isoYear), Number(isoMonth), Number(isoDay));
  if (day === undefined) return undefined;
  const number = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1;
  return existing(Number(year.length === 2 ? `20${year}` : year), number, Number(day));
}

function existing(year: number, month: number, day: number): string | undefined {
  const iso = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/**
 * A number of a transfer, of which a bank has no second one: 10 to 22 letters and digits. Cheque numbers are shorter, and SBI writes “TRANSFER
 * FROM …” with its own account. Banks fill up with zeros.
 */
export function bankReferenceOf(written: string): string | null {
  const bare = written.toUpperCase().replace(/^0+/, '');
  return /^(?=.*\d{6})[A-Z0-9]{10,22}$/.test(bare) ? bare : null;
}
