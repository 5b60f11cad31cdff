import { cartOrder } from '@shop/contracts';
import { CsvError, parse } from 'csv-parse/sync';

/** The file is no table of PIN codes: why, in words for staff. */
export class UnreadableAreas extends Error {
  override readonly name = 'UnreadableAreas';
}

const COLUMNS = ['pincode', 'city', 'state', 'fromDays', 'toDays'] as const;
const MAX_ROWS = 25_000;
const MAX_SHOWN_PROBLEMS = 5;

/**
 * The rows of a CSV file whose header has the columns of the export, in any order.
 * @throws UnreadableAreas
 */
export function areasFrom(csv: string): cartOrder.DeliveryArea[] {
  const records = recordsOf(csv);
  if (records.length === 0) throw new UnreadableAreas('The file has no rows');
  if (records.length > MAX_ROWS) throw new UnreadableAreas('A file has at most 25,000 rows');
  const problems: string[] = [];
  const seen = new Map<string, number>();
  const areas = records.flatMap(({ line, record }) => {
    const { data, error } = cartOrder.deliveryAreaToSave.safeParse({
      ...record,
      fromDays: numberOf(record.fromDays),
      toDays: numberOf(record.toDays),
    });
    if (!data) {
      problems.push(...error.issues.map(({ path, message }) => `Line ${line}, ${String(path[0])}: ${message}`));
      return [];
    }
    const before = seen.get(data.pincode);
    if (before !== undefined) problems.push(`Line ${line}, pincode: ${data.pincode} is in line ${before} already`);
    seen.set(data.pincode, line);
    return [data];
  });
  if (problems.length > 0) {
    const more = problems.length - MAX_SHOWN_PROBLEMS;
    throw new UnreadableAreas(
      [...problems.slice(0, MAX_SHOWN_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('. '),
    );
  }
  return areas;
}

type Cells = Record<(typeof COLUMNS)[number], string>;

function recordsOf(csv: string): { line: number; record: Cells }[] {
  try {
    const parsed = parse(csv, {
      bom: true,
      columns: (header: string[]) => {
        const names = header.map((name) => COLUMNS.find((column) => nameOf(column) === nameOf(name)));
        const missing = COLUMNS.filter((column) => !names.includes(column));
        if (missing.length > 0) throw new UnreadableAreas(`The header lacks ${missing.join(', ')}`);
        return names.map((name) => name ?? false);
      },
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: Cells; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ line: info.lines, record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableAreas(`This is not a CSV file: ${error.message}`);
  }
}

const nameOf = (header: string): string => header.toLowerCase().replaceAll(/[^a-z]/g, '');

/** `Number` makes 0 of an empty cell. */
const numberOf = (cell: string): number => (cell === '' ? Number.NaN : Number(cell));

const quoted = (cell: string | number): string => {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (areas: readonly cartOrder.DeliveryArea[]): string =>
  [COLUMNS, ...areas.map((area) => COLUMNS.map((column) => area[column]))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');
