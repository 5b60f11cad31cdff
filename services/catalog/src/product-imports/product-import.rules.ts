import { catalog, type ImportWhy } from '@shop/contracts';
import { readableErrorMap } from '@shop/contracts/schemas/core/error-map.ts';
import type { CellChange, Cells } from '@shop/service-kit';
import { variantOf } from '../products/product.schema.ts';
import {
  cellOf,
  columnOf,
  NEW_STOCK,
  PRODUCT_COLUMNS,
  type ProductColumn,
  readCell,
  type Saved,
  STOCK,
  valueAt,
  withValueAt,
} from './product-columns.ts';

const MAX_STOCK = 1_000_000;
const GROUP = columnOf('Group code')!;
const TONES = columnOf('Metal tones')!;
const MATERIAL = columnOf('Material')!;

/** What a row does to a piece of the shop, or as a new one. With a problem, nothing of it is done. */
export interface RowPlan {
  changes: CellChange[];
  problems: ImportWhy[];
  /** What staff have to know, and what hinders nothing. */
  notes: ImportWhy[];
  /** What is saved with it; meaningless with problems. */
  toSave: catalog.ProductToSave;
  /** Free pieces afterwards, where the row sets them. */
  stock?: number;
}

/** The piece that a row is about, if it names one: group, first tone and material. */
export function keyOf(cells: Cells): { productGroup: string; key: string } | undefined {
  const productGroup = textIn(cells, GROUP);
  const tag = textIn(cells, MATERIAL);
  const tones = readCell(TONES, cellIn(cells, TONES));
  const tone = 'wrong' in tones ? undefined : (tones.value as string[] | undefined)?.[0];
  if (productGroup === '' || tag === '' || !tone) return undefined;
  return { productGroup, key: variantOf(productGroup, tone, tag) };
}

/** For people: which piece a row is about, as far as it says so. */
export const labelOf = (cells: Cells): string =>
  [GROUP, TONES, MATERIAL]
    .map((column) => textIn(cells, column))
    .filter((part) => part !== '')
    .join(' · ');

/** What the row makes of a piece, or of none. */
export function planOf(cells: Cells, piece: Saved | undefined): RowPlan {
  const changes: CellChange[] = [];
  const problems: ImportWhy[] = [];
  let saved = piece ?? EMPTY;
  for (const [head, cell] of cells) {
    const column = columnOf(head)!;
    if (column.head === STOCK || column.head === NEW_STOCK) continue;
    const before = piece ? cellOf(column, piece) : '';
    if (cell === before) continue;
    const read = readCell(column, cell);
    if ('wrong' in read) problems.push({ column: column.head, message: read.wrong });
    else if (read.cell !== before) {
      changes.push({ column: column.head, before, after: read.cell });
      saved = withValueAt(saved, column.path, read.value);
    }
  }
  const { stock, change, ...told } = stockOf(cells, piece);
  if (change) changes.push(change);
  problems.push(...told.problems);
  const checked = check(saved, stock, changes, piece !== undefined, problems);
  return { changes, ...told, ...checked, ...(stock !== undefined && { stock }) };
}

/** What every new piece has, also in a file without these columns. */
const EMPTY = PRODUCT_COLUMNS.reduce<Saved>(
  (saved, { path, empty }) => (empty === undefined ? saved : withValueAt(saved, path, empty)),
  {},
);

interface StockPlan {
  stock?: number;
  change?: CellChange;
  problems: ImportWhy[];
  notes: ImportWhy[];
}

function stockOf(cells: Cells, piece: Saved | undefined): StockPlan {
  const problems: ImportWhy[] = [];
  const numberIn = (head: string): number | undefined => {
    const column = columnOf(head)!;
    const read = readCell(column, cellIn(cells, column));
    if ('wrong' in read) problems.push({ column: head, message: read.wrong });
    else if (typeof read.value === 'number' && read.value > MAX_STOCK) {
      problems.push({ column: head, message: `At most ${MAX_STOCK.toLocaleString('en')}` });
    } else return read.value as number | undefined;
    return undefined;
  };
  const [seen, wanted] = [numberIn(STOCK), numberIn(NEW_STOCK)];
  if (!piece) {
    const stock = wanted ?? seen ?? 0;
    const column = wanted === undefined ? STOCK : NEW_STOCK;
    return { stock, problems, notes: [], ...(stock > 0 && { change: { column, before: '', after: String(stock) } }) };
  }
  const now = piece['stock'] as number;
  if (wanted === undefined) {
    const message = `It is ${now} now and stays so: “${NEW_STOCK}” sets it`;
    return { problems, notes: seen === undefined || seen === now ? [] : [{ column: STOCK, message }] };
  }
  if (wanted === now) return { problems, notes: [] };
  if (seen !== undefined && seen !== now) {
    problems.push({ column: NEW_STOCK, message: `The stock is ${now} now, and was ${seen} in the file` });
  }
  return {
    stock: wanted,
    problems,
    notes: [],
    change: { column: NEW_STOCK, before: String(now), after: String(wanted) },
  };
}

/** Holds what is saved against the contract. What no change of the row touches may be as old data is. */
function check(
  saved: Saved,
  stock: number | undefined,
  changes: readonly CellChange[],
  exists: boolean,
  before: readonly ImportWhy[],
): Pick<RowPlan, 'toSave' | 'problems'> {
  const whole = { ...saved, stock: stock ?? valueAt(saved, 'stock'), detailsRef: withWholeParts(saved) };
  const parsed = catalog.createProduct.body!.safeParse(whole, { error: readableErrorMap });
  const toSave = (parsed.data ?? whole) as catalog.ProductToSave;
  const problems = [...before];
  if (exists && changes.some(({ column, after }) => column === 'Status' && after === '')) {
    problems.push({ column: 'Status', message: 'This is required' });
  }
  const changed = new Set(changes.map(({ column }) => column));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const columns = columnsAt(path.join('.'));
    const touched = exists ? columns.filter(({ head }) => changed.has(head)) : columns;
    // Of two that have to fit, the other one changed.
    const isOfModel =
      (path[0] === 'detailsModel' && changed.has('Category')) ||
      (path[0] === 'detailsRef' && changed.has('Kind of piece'));
    if (exists && touched.length === 0 && !isOfModel) continue;
    const { head: column } = touched[0] ?? columns[0] ?? {};
    if (problems.some((one) => one.column === column)) continue;
    problems.push({ ...(column !== undefined && { column }), message });
  }
  return { toSave, problems };
}

/** Lists of a centre stone that are empty are there with those that are not. */
function withWholeParts({ detailsRef = {} }: Saved): Saved {
  const details = detailsRef as Saved;
  const stone = details['centerStoneOptions'] as Saved | undefined;
  if (!stone) return details;
  const whole = { carats: [], shapes: [], qualities: [], ...stone };
  const isEmpty = Object.values(whole).every((part) => (part as unknown[]).length === 0);
  return withValueAt(details, 'centerStoneOptions', isEmpty ? undefined : whole);
}

const columnsAt = (path: string): ProductColumn[] =>
  PRODUCT_COLUMNS.filter(
    (column) => column.path === path || path.startsWith(`${column.path}.`) || column.path.startsWith(`${path}.`),
  );

function cellIn(cells: Cells, column: ProductColumn): string {
  const own = cells.get(column.head);
  if (own !== undefined) return own;
  for (const [head, cell] of cells) if (columnOf(head) === column) return cell;
  return '';
}

const textIn = (cells: Cells, column: ProductColumn): string => cellIn(cells, column).trim();

/** The cells that were going to change: of the tones only the first one says which piece it is, and somebody may have added others. */
export function changingCells(cells: Cells, changes: readonly CellChange[]): Cells {
  const columns = new Set(changes.map(({ column }) => column));
  return new Map([...cells].filter(([head]) => columns.has(columnOf(head)!.head)));
}

/** Why a row is skipped now: something that it changes is not as it was when it was checked. */
export function whySkipped(checked: readonly CellChange[], piece: Saved): ImportWhy[] {
  return checked.flatMap(({ column, before, after }) => {
    const now = column === NEW_STOCK ? String(piece['stock']) : cellOf(columnOf(column)!, piece);
    return now === before || now === after ? [] : [{ column, message: `It is ${shownCell(now)} now` }];
  });
}

const MOST_CHARACTERS = 60;
const shownCell = (cell: string): string =>
  cell === '' ? 'empty' : `“${cell.length > MOST_CHARACTERS ? `${cell.slice(0, MOST_CHARACTERS)}…` : cell}”`;
