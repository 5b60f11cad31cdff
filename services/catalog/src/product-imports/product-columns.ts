import { catalog, type TableColumn } from '@shop/contracts';
import {
  type CellKind,
  decimal,
  flag,
  list,
  pictureNotes,
  rupees,
  stones,
  text,
  whole,
  WrongCell,
} from './cell-kinds.rules.ts';

/** A product as the contract saves it, or parts of it. */
export type Saved = Record<string, unknown>;

export interface ProductColumn extends TableColumn {
  kind: CellKind;
  /** Where its value is in what is saved: `category.main`. `newStock` is no field: it becomes a movement. */
  path: string;
  /** What an empty cell says, where the field is there in any case. */
  empty?: '' | readonly [];
}

const LISTED = 'Several are parted by |';

interface Told {
  about: string;
  isRequired?: true;
  isKey?: true;
  empty?: '' | readonly [];
}

const column = (head: string, path: string, kind: CellKind, { isRequired, isKey, ...told }: Told): ProductColumn => ({
  ...{ head, path, kind, isRequired: isRequired ?? false, isKey: isKey ?? false },
  ...told,
});

/** Free pieces as they were exported: of pieces that the shop has they are not taken, because some may have sold since. */
export const STOCK = 'Stock';
/** What sets them. */
export const NEW_STOCK = 'New stock';

const MATERIAL = column('Material', 'material.tag', text, {
  about: 'The name of a material, such as gold',
  ...{ isRequired: true, isKey: true },
});

/** Kinds of which each field is one column. */
const KINDS: Partial<Record<catalog.DetailKind, CellKind>> = {
  list,
  ...{ choice: text, text, longText: text },
  ...{ number: decimal, flag, stones },
};

const ABOUT: Partial<Record<catalog.DetailKind, string>> = {
  list: LISTED,
  flag: 'yes or no',
  stones: 'type; shape; count; carat of all of them. Several are parted by |',
};

/** Heads of fields that two models call the same. */
const HEADS: Partial<Record<catalog.DetailFieldName, string>> = {
  ...{ chainLength: 'Chain lengths (pendant)', chainLengths: 'Chain lengths (necklace)' },
  ...{ engravingAvailable: 'Can be engraved', nameEngravingAvailable: 'Can be engraved (bracelet)' },
};

/** What a required field may be without a value. */
function emptyOf(field: catalog.DetailField): '' | readonly [] | undefined {
  if (field.optional) return undefined;
  if (field.kind === 'longText') return '';
  return field.kind === 'list' && field.nonEmpty === undefined ? [] : undefined;
}

function detailColumns(name: catalog.DetailFieldName): ProductColumn[] {
  const field: catalog.DetailField = catalog.DETAIL_FIELDS[name];
  const path = `detailsRef.${name}`;
  const empty = emptyOf(field);
  const isRequired = !field.optional && empty === undefined;
  if (field.kind === 'certification') {
    return [
      column('Hallmarked', `${path}.isHallmarked`, flag, { about: 'yes or no', isRequired: true }),
      column('Certified', `${path}.isCertified`, flag, { about: 'yes or no', isRequired: true }),
      column('Certificate', `${path}.certType`, text, { about: 'Who certifies, such as IGI' }),
    ];
  }
  if (field.kind === 'centreStone') {
    return (['carats', 'shapes', 'qualities'] as const).map((part) =>
      column(`Centre stone ${part}`, `${path}.${part}`, list, { about: `When made to order. ${LISTED}` }),
    );
  }
  const about = [
    ABOUT[field.kind] ?? (field.kind === 'number' ? `A number in ${field.unit}` : 'Text'),
    ...(field.models ? [`Of ${field.models.join(', ')} only`] : []),
  ].join('. ');
  const isKey = name === 'metalTone';
  const head = HEADS[name] ?? field.label;
  return [
    column(head, path, KINDS[field.kind]!, {
      about: isKey ? `${about}. The first one says which piece of the group it is` : about,
      ...(isRequired && { isRequired }),
      ...(empty !== undefined && { empty }),
      ...(isKey && { isKey }),
    }),
  ];
}

/** The columns of a file of products, in the order of an export. */
export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  column('Group code', 'productGroup', text, {
    about: 'Of the piece, such as AR-1042. With the first metal tone and the material it says which piece a row is',
    ...{ isRequired: true, isKey: true },
  }),
  ...detailColumns('metalTone'),
  MATERIAL,
  column('Name', 'name', text, { about: 'At most 120 characters', isRequired: true }),
  column('Price (rupees)', 'price', rupees, {
    about: 'Rupees with two decimals and no other signs, such as 42500.00',
    isRequired: true,
  }),
  column(STOCK, 'stock', whole, {
    about: `Free pieces when the file was made. Taken of new pieces only: a piece may have sold since. “${NEW_STOCK}” sets them`,
  }),
  column(NEW_STOCK, 'newStock', whole, {
    about: 'Free pieces as counted now, recorded as a stock movement. Empty: the stock stays',
  }),
  column('Low stock at', 'lowStockAt', whole, { about: 'The stock is low at so many pieces. Empty: the default' }),
  column('Status', 'status', text, { about: 'draft or published. Empty for a new piece: draft' }),
  column('Category', 'category.main', text, { about: 'The name of a category, such as ring', isRequired: true }),
  column('Sub-category', 'category.sub', text, { about: 'One of its subdivisions, or empty' }),
  column('Sub-material', 'material.sub', text, { about: 'A subdivision of the material, or empty' }),
  column('Kind of piece', 'detailsModel', text, {
    about: `One of ${catalog.DETAILS_MODELS.join(', ')}`,
    isRequired: true,
  }),
  column('Position', 'position', whole, {
    about: 'Order in its group: the lowest stands for it. Empty for a new piece: 0',
  }),
  column('Featured', 'featured', whole, { about: 'Highest first where featured sorts. Empty for a new piece: 0' }),
  column('Pictures', 'images', list, { about: `Addresses of pictures of this shop. ${LISTED}`, isRequired: true }),
  column('About the pictures', 'pictureNotes', pictureNotes, {
    about: `address of one of the pictures; alternative text; focal point in per cent from the left; from the top. ${LISTED}`,
  }),
  column('Video', 'video', text, { about: 'Address of a clip of this shop, or empty' }),
  column('Short description', 'shortDescription', text, { about: 'At most 2000 characters', empty: '' }),
  ...(Object.keys(catalog.DETAIL_FIELDS) as catalog.DetailFieldName[])
    .filter((name) => name !== 'metalTone')
    .flatMap(detailColumns),
];

/** Heads are compared without case and signs. */
const foldedHead = (head: string): string => head.toLowerCase().replaceAll(/[^a-z]/g, '');
const BY_HEAD = new Map(PRODUCT_COLUMNS.map((one) => [foldedHead(one.head), one]));

export const columnOf = (head: string): ProductColumn | undefined => BY_HEAD.get(foldedHead(head));

/** What is wrong with the heads of a file, in words. */
export function wrongHeads(heads: readonly string[]): string | undefined {
  const columns = heads.map(columnOf);
  const unknown = heads.filter((_, index) => !columns[index]);
  if (unknown.length > 0)
    return `There is no column ${unknown
      .map((head) => `“${head}”`)
      .slice(0, 5)
      .join(', ')}`;
  const twice = heads.find((_, index) => columns.indexOf(columns[index]) !== index);
  if (twice !== undefined) return `The column “${twice}” is there twice`;
  const missing = PRODUCT_COLUMNS.filter((one) => one.isKey && !columns.includes(one));
  if (missing.length > 0) return `The column “${missing[0]!.head}” is missing`;
  return undefined;
}

export function valueAt(saved: Saved, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Saved | undefined)?.[name], saved);
}

/** A copy with another value there; `undefined` removes it. */
export function withValueAt(saved: Saved, path: string, value: unknown): Saved {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const inner = rest.length === 0 ? value : withValueAt((saved[name] ?? {}) as Saved, rest.join('.'), value);
  const { [name]: _, ...others } = saved;
  return inner === undefined ? others : { ...others, [name]: inner };
}

/** The cell of a column as an export has it. */
export function cellOf({ kind, path }: ProductColumn, saved: Saved): string {
  const value = valueAt(saved, path);
  return value === undefined || value === null ? '' : kind.write(value).replaceAll('\r\n', '\n');
}

/** What a cell says, and how an export would write that; or what is wrong with it. */
export function readCell(
  { kind, empty }: ProductColumn,
  cell: string,
): { value: unknown; cell: string } | { wrong: string } {
  if (cell.trim() === '') return { value: empty, cell: '' };
  try {
    const value = kind.read(cell);
    return { value, cell: kind.write(value) };
  } catch (error) {
    if (error instanceof WrongCell) return { wrong: error.message };
    throw error;
  }
}
