import type { StaffEdit } from './purchases-steps.ts';
import type { Visitor } from './visitor.ts';

export interface StaffProduct {
  _id: string;
  productGroup: string;
  price: number;
  stock: number;
  detailsRef: Record<string, unknown>;
}

/** Options that must be chosen before a piece that offers them can be put into a cart. */
const SIZES = ['sizeOptions', 'sizes', 'earringSize', 'pendantSize', 'chainLength', 'chainLengths'];

/** Every published product, from the staff API. */
export async function allProducts(staff: Visitor): Promise<StaffProduct[]> {
  const all: StaffProduct[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await staff.ask(`/admin/products?status=published&limit=100&page=${page}`);
    if (status !== 200) throw new Error(`The list of products answered ${status}`);
    if (body.products.length === 0) return all;
    all.push(...(body.products as StaffProduct[]));
  }
}

/** Those that can be bought without choosing a size. */
export const withoutSizes = (products: readonly StaffProduct[]): StaffProduct[] =>
  products.filter(({ detailsRef }) =>
    SIZES.every((size) => !Array.isArray(detailsRef[size]) || detailsRef[size].length === 0),
  );

/**
 * Staff edit a piece while it may be in carts and checkouts: another price (in per cent), more stock, or withdrawn and
 * published again. @returns the statuses
 */
export async function editPiece(staff: Visitor, productId: string, edit: StaffEdit): Promise<string> {
  const put = (body: object) => staff.ask(`/admin/product/${productId}`, { method: 'PUT', body });
  const { body } = await staff.ask(`/admin/product/${productId}`);
  const product = body?.product as StaffProduct | undefined;
  if (!product) return 'not found';
  if ('price' in edit) {
    const { status } = await put({ price: Math.round(product.price * edit.price) / 100 });
    return String(status);
  }
  if ('withdraw' in edit) {
    const withdrawn = await put({ status: 'draft' });
    const published = await put({ status: 'published' });
    return `${withdrawn.status}, ${published.status}`;
  }
  // Refused when the stock has changed since it was read.
  const { status } = await put({ stock: product.stock + edit.stock, stockBefore: product.stock });
  return String(status);
}

/** Through the staff API. */
export async function setStock(
  staff: Visitor,
  { _id, stock: stockBefore }: StaffProduct,
  stock: number,
): Promise<void> {
  const { status, code } = await staff.ask(`/admin/product/${_id}`, { method: 'PUT', body: { stock, stockBefore } });
  if (status !== 200) throw new Error(`The stock of ${_id} could not be set: ${status} ${code}`);
}

/** In rupees, through the staff API. */
export async function setPrice(staff: Visitor, { _id }: StaffProduct, price: number): Promise<void> {
  const { status, code } = await staff.ask(`/admin/product/${_id}`, { method: 'PUT', body: { price } });
  if (status !== 200) throw new Error(`The price of ${_id} could not be set: ${status} ${code}`);
}
