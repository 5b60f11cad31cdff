import type { Visitor } from './visitor.ts';

export interface StaffProduct {
  _id: string;
  productGroup: string;
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

/** Through the staff API. */
export async function setStock(
  staff: Visitor,
  { _id, stock: stockBefore }: StaffProduct,
  stock: number,
): Promise<void> {
  const { status, code } = await staff.ask(`/admin/product/${_id}`, { method: 'PUT', body: { stock, stockBefore } });
  if (status !== 200) throw new Error(`The stock of ${_id} could not be set: ${status} ${code}`);
}
