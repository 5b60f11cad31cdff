import { LOW_STOCK_AT } from '@shop/contracts';
import type { Product } from '../products/product.schema.ts';

type Stocked = Pick<Product, 'status' | 'stock' | 'lowStockAt'>;

/** So many free pieces are few. */
export const lowStockAt = ({ lowStockAt: own }: Pick<Stocked, 'lowStockAt'>): number => own ?? LOW_STOCK_AT;

/** Of archived products none is low. */
export const isLow = (product: Stocked): boolean =>
  product.status !== 'archived' && product.stock <= lowStockAt(product);

/** Whether its stock is low, and was not with the free pieces of `before`: what was low before is not told again. */
export const ranLow = (product: Stocked, before: number): boolean => isLow(product) && before > lowStockAt(product);
