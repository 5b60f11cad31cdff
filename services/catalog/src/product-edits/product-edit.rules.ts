import { catalog, moneyText } from '@shop/contracts';
import { recordingOf } from '../stock/recording.rules.ts';
import { type EditedPiece, isSame, type StoredValue, valueOf, type Values } from './edited-fields.ts';
import { MAX_PAISE, MIN_PAISE, newPrice } from './new-price.rules.ts';

const MAX_STOCK = 1_000_000;

export interface Why {
  field?: catalog.EditedField;
  message: string;
}

/** What an edit does to one product: only fields that differ. With a reason why not, nothing of it is done. */
export interface Plan {
  before: Values;
  after: Values;
  why: Why[];
}

/** What becomes of a row: by its plan, or when its turn comes. */
export const stateOf = ({ after, why }: Plan): 'problem' | 'same' | 'planned' =>
  why.length > 0 ? 'problem' : Object.keys(after).length === 0 ? 'same' : 'planned';

const ARCHIVED: Why = { field: 'status', message: 'It is archived' };

const isPrice = (paise: unknown): paise is number => typeof paise === 'number' && Number.isInteger(paise) && paise > 0;

function priceAfter({ product }: EditedPiece, change: catalog.PriceChange): number | Why {
  const { pricePaise } = product;
  if (change.by !== 'set' && !isPrice(pricePaise)) return { field: 'price', message: 'It has no price to change' };
  const paise = newPrice(pricePaise, change);
  if (paise < MIN_PAISE) return { field: 'price', message: `It would be ${rupeesText(paise)}: a price is at least ₹1` };
  if (paise > MAX_PAISE) return { field: 'price', message: `It would be ${rupeesText(paise)}, which is too much` };
  return paise;
}

function stockAfter({ product }: EditedPiece, change: NonNullable<catalog.ProductChanges['stock']>): number | Why {
  const recording = recordingOf(change, product);
  if ('errors' in recording) {
    return { field: 'stock', message: recording.errors.pieces ?? recording.errors.reason ?? 'It cannot be so many' };
  }
  const stock = product.stock + recording.delta;
  return stock > MAX_STOCK ? { field: 'stock', message: `It would be ${stock}, which is too many` } : stock;
}

function occasionsAfter(
  { details }: EditedPiece,
  { add, remove }: NonNullable<catalog.ProductChanges['occasions']>,
): StoredValue {
  const had = details.occasion ?? [];
  const left = [...new Set([...had.filter((one) => !remove.includes(one)), ...add])];
  // A piece that names none stays without the field.
  return left.length === 0 && details.occasion === undefined ? null : left;
}

/** Values of the changed fields, or why one cannot have its value. */
function valuesAfter(
  piece: EditedPiece,
  changes: catalog.ProductChanges,
): Record<string, StoredValue | Why | undefined> {
  const { category, material, price, stock, occasions, ...others } = changes;
  return {
    price: price && priceAfter(piece, price),
    stock: stock && stockAfter(piece, stock),
    category: category && (category.sub === undefined ? [category.main] : [category.main, category.sub]),
    material: material && (material.sub === undefined ? [material.tag] : [material.tag, material.sub]),
    occasions: occasions && occasionsAfter(piece, occasions),
    ...others,
  };
}

const isWhy = (value: StoredValue | Why): value is Why =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What the changes make of a product. */
export function planOf(piece: EditedPiece, changes: catalog.ProductChanges): Plan {
  const plan: Plan = { before: {}, after: {}, why: [] };
  if (piece.product.status === 'archived') plan.why.push(ARCHIVED);
  const values = valuesAfter(piece, changes);
  for (const field of catalog.EDITED_FIELDS) {
    const value = values[field];
    if (value === undefined) continue;
    const now = valueOf(field, piece);
    if (isWhy(value)) plan.why.push(value);
    else if (!isSame(now, value)) {
      plan.before[field] = now;
      plan.after[field] = value;
    }
  }
  plan.why.push(...wrongPlace(piece, plan.after));
  return plan;
}

function wrongPlace({ product }: EditedPiece, { category }: Values): Why[] {
  const wrong = Array.isArray(category) ? catalog.wrongModel(category[0]!, product.detailsModel) : undefined;
  return wrong ? [{ field: 'category', message: `${wrong}; this piece has ${product.detailsModel}` }] : [];
}

/** Why a previewed product is skipped now: something that the edit changes is not as it was, or does not fit any more. */
export function whySkipped(piece: EditedPiece, { before, after }: Pick<Plan, 'before' | 'after'>): Why[] {
  if (piece.product.status === 'archived') return [ARCHIVED];
  return [
    ...fieldsOf(after).flatMap((field) => {
      const now = valueOf(field, piece);
      return isSame(now, before[field]!) ? [] : [{ field, message: `It is ${valueText(field, now)} now` }];
    }),
    ...wrongPlace(piece, after),
  ];
}

/** Fields that still have the value of the edit, with what they had before, and why others are not restored. */
export interface Undo {
  restore: Values;
  why: (Why & { field: catalog.EditedField })[];
}

/** Of each field of the edit either the value before it, or why that is not restored. */
export function undoOf(piece: EditedPiece, { before, after }: Pick<Plan, 'before' | 'after'>): Undo {
  const undo: Undo = { restore: {}, why: [] };
  for (const field of fieldsOf(after)) {
    const now = valueOf(field, piece);
    if (piece.product.status === 'archived') undo.why.push({ ...ARCHIVED, field });
    else if (isSame(now, after[field]!)) undo.restore[field] = before[field]!;
    else undo.why.push({ field, message: `It is ${valueText(field, now)} now` });
  }
  return undo;
}

export const fieldsOf = (values: Values): catalog.EditedField[] =>
  catalog.EDITED_FIELDS.filter((field) => values[field] !== undefined);

const MOST_CHARACTERS = 60;

const rupeesText = (paise: number): string => (paise < 0 ? `−${moneyText(-paise, 'INR')}` : moneyText(paise, 'INR'));

/** For people. */
export function valueText(field: catalog.EditedField, value: StoredValue): string {
  if (value === null || value === '') return 'empty';
  if (field === 'price') return rupeesText(value as number);
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ');
  const text = String(value);
  return text.length > MOST_CHARACTERS ? `“${text.slice(0, MOST_CHARACTERS)}…”` : text;
}
