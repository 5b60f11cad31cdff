import type { catalog } from '@shop/contracts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';

/** As it is stored: prices in paise, of category and material the main name first, `null` for what is absent. */
export type StoredValue = number | string | string[] | null;
export type Values = Partial<Record<catalog.EditedField, StoredValue>>;

/** A product with its details, as far as edits look at them. */
export interface EditedPiece {
  product: Pick<
    Product,
    | 'pricePaise'
    | 'stock'
    | 'held'
    | 'lowStockAt'
    | 'status'
    | 'category'
    | 'material'
    | 'featured'
    | 'detailsModel'
    | 'metalTone'
    | 'productGroup'
  >;
  details: Partial<Pick<Details, 'occasion' | 'deliveryTime' | 'shippingNote' | 'careInstructions' | 'packaging'>>;
}

const names = (main: string, sub: string | undefined): string[] => (sub === undefined ? [main] : [main, sub]);

const READ: Record<catalog.EditedField, (piece: EditedPiece) => StoredValue | undefined> = {
  price: ({ product }) => product.pricePaise,
  stock: ({ product }) => product.stock,
  lowStockAt: ({ product }) => product.lowStockAt,
  status: ({ product }) => product.status,
  category: ({ product: { category } }) => names(category.main, category.sub),
  material: ({ product: { material } }) => names(material.tag, material.sub),
  featured: ({ product }) => product.featured,
  occasions: ({ details }) => details.occasion,
  deliveryTime: ({ details }) => details.deliveryTime,
  shippingNote: ({ details }) => details.shippingNote,
  careInstructions: ({ details }) => details.careInstructions,
  packaging: ({ details }) => details.packaging,
};

export const valueOf = (field: catalog.EditedField, piece: EditedPiece): StoredValue => READ[field](piece) ?? null;

export const isSame = (one: StoredValue, other: StoredValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Where a field is stored, but for `stock`, which the ledger changes. */
const PLACES: Record<Exclude<catalog.EditedField, 'stock'>, { of: 'product' | 'details'; path: string }> = {
  price: { of: 'product', path: 'pricePaise' },
  lowStockAt: { of: 'product', path: 'lowStockAt' },
  status: { of: 'product', path: 'status' },
  category: { of: 'product', path: 'category' },
  material: { of: 'product', path: 'material' },
  featured: { of: 'product', path: 'featured' },
  occasions: { of: 'details', path: 'occasion' },
  deliveryTime: { of: 'details', path: 'deliveryTime' },
  shippingNote: { of: 'details', path: 'shippingNote' },
  careInstructions: { of: 'details', path: 'careInstructions' },
  packaging: { of: 'details', path: 'packaging' },
};

/** A value as its document has it. */
function stored(field: catalog.EditedField, value: StoredValue): unknown {
  if (!Array.isArray(value)) return value;
  const [first, sub] = value;
  if (field === 'category') return { main: first, ...(sub !== undefined && { sub }) };
  if (field === 'material') return { tag: first, ...(sub !== undefined && { sub }) };
  return value;
}

/** What the values make of a product or its details; `null` removes a field. */
export const storedFieldsOf = (values: Values, of: 'product' | 'details'): Record<string, unknown> =>
  Object.fromEntries(
    (Object.entries(values) as [catalog.EditedField, StoredValue][]).flatMap(([name, value]) =>
      name === 'stock' || PLACES[name].of !== of
        ? []
        : [[PLACES[name].path, value === null ? undefined : stored(name, value)]],
    ),
  );
