import type { EditedField } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import type { BadgeTone } from '@shop/ui/badge.tsx';
import type { ProductEdit, ProductEditRow } from './api/product-edits.ts';
import type { Changes } from './api/edit-values.ts';

export const FIELD_NAMES: Record<EditedField, string> = {
  price: 'Price',
  stock: 'Free pieces',
  lowStockAt: 'Stock is low at',
  status: 'Status',
  category: 'Category',
  material: 'Material',
  featured: 'Featured',
  occasions: 'Occasions',
  deliveryTime: 'Delivery time',
  shippingNote: 'Shipping note',
  careInstructions: 'Care instructions',
  packaging: 'Packaging',
};

type Value = ProductEditRow['fields'][number]['before'];

/** A value as people read it. */
export function valueText(field: EditedField, value: Value): string {
  if (value === null || value === '') return field === 'lowStockAt' ? 'the default' : 'none';
  if (field === 'price' && typeof value === 'number') return formatMoney(value, 'INR');
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none';
  return String(value);
}

export const EDIT_STATE_NAMES: Record<ProductEdit['state'], string> = {
  chosen: 'begun',
  previewing: 'preview is made',
  previewed: 'preview',
  applying: 'is applied',
  applied: 'applied',
  undoing: 'is undone',
  undone: 'undone',
};

export const EDIT_STATE_TONES: Record<ProductEdit['state'], BadgeTone> = {
  chosen: 'plain',
  previewing: 'busy',
  previewed: 'plain',
  applying: 'busy',
  applied: 'good',
  undoing: 'busy',
  undone: 'plain',
};

export const ROW_STATE_NAMES: Record<ProductEditRow['state'], string> = {
  problem: 'Problem',
  skipped: 'Skipped',
  kept: 'Changed since',
  planned: 'To change',
  changed: 'Changed',
  restored: 'Restored',
  same: 'Nothing to change',
};

export const ROW_STATE_TONES: Record<ProductEditRow['state'], BadgeTone> = {
  problem: 'bad',
  skipped: 'bad',
  kept: 'bad',
  planned: 'busy',
  changed: 'good',
  restored: 'good',
  same: 'plain',
};

/** The states of rows in the order of the service: what stays as it is first. */
export const ROW_STATES = Object.keys(ROW_STATE_NAMES) as ProductEditRow['state'][];

const signed = (value: number, unit: (amount: number) => string): string =>
  `${value < 0 ? '−' : '+'}${unit(Math.abs(value))}`;

const KINDS = { received: 'received', 'written-off': 'written off', counted: 'counted' } as const;

function priceText({ by, value, step }: NonNullable<Changes['price']>): string {
  if (by === 'set') return `Price ${formatMoney(value, 'INR')}`;
  const change = by === 'percent' ? signed(value, (percent) => `${percent} %`) : signed(value, rupees);
  return `Price ${change}${step === '0.01' ? '' : `, to whole ₹${step ?? '1'}`}`;
}
const rupees = (amount: number): string => formatMoney(amount, 'INR');

/** What an edit does, a line each. */
export function changeTexts(changes: Changes): string[] {
  const { price, stock, category, material, occasions, ...others } = changes;
  return [
    ...(price ? [priceText(price)] : []),
    ...(stock
      ? [`${stock.pieces} ${stock.pieces === 1 ? 'piece' : 'pieces'} ${KINDS[stock.kind]}: ${stock.reason}`]
      : []),
    ...(category ? [`Category ${[category.main, category.sub].filter(Boolean).join(', ')}`] : []),
    ...(material ? [`Material ${[material.tag, material.sub].filter(Boolean).join(', ')}`] : []),
    ...(occasions?.add?.length ? [`Occasion ${occasions.add.join(', ')} added`] : []),
    ...(occasions?.remove?.length ? [`Occasion ${occasions.remove.join(', ')} taken away`] : []),
    ...Object.entries(others).flatMap(([field, value]) =>
      value === undefined ? [] : [`${FIELD_NAMES[field as EditedField]}: ${valueText(field as EditedField, value)}`],
    ),
  ];
}
