import type { Product } from '../products/product.schema.ts';
import type { PlannedChange } from './planned-change.schema.ts';

type Planned = Pick<PlannedChange, 'at' | 'until' | 'pricePaise' | 'status'>;

/**
 * Whether both would change the same field at the same time. A price that ends has all of its time: another one in between
 * would be lost at its end.
 */
export function isSameTime(one: Planned, other: Planned): boolean {
  if ((one.pricePaise === undefined) !== (other.pricePaise === undefined)) return false;
  return one.at <= (other.until ?? other.at) && other.at <= (one.until ?? one.at);
}

/** What is due of a change: fields of the product to set, or why there are none. */
export type Due = { set: Pick<Partial<Product>, 'pricePaise' | 'status'> } | { why: string; isImpossible: boolean };

export function dueOf(
  { state, pricePaise, status, formerPaise }: PlannedChange,
  product: Pick<Product, 'pricePaise' | 'status'> | undefined,
): Due {
  if (!product) return { why: 'The piece is not there any more', isImpossible: true };
  if (product.status === 'archived') return { why: 'The piece was archived', isImpossible: true };
  if (status !== undefined) return { set: { status } };
  if (state === 'planned') return { set: { pricePaise: pricePaise! } };
  if (product.pricePaise !== pricePaise)
    return { why: 'The price was changed in between, and stays', isImpossible: false };
  if (formerPaise === undefined) return { why: 'There was no price before: this one stays', isImpossible: false };
  return { set: { pricePaise: formerPaise } };
}
