import { choiceName } from '@shop/contracts/browser';
import type { Item } from './api/order.ts';

/** What was chosen for a piece, as people read it. */
export interface Chosen {
  name: string;
  value: string;
  /** What it added to the price of one piece, in rupees. */
  price: number;
}

/** `costomization` only says whether the piece is made to order, which the item itself says as well. */
export const chosenOf = ({ customizations, product }: Item): Chosen[] =>
  Object.entries(customizations)
    .filter(([key]) => key !== 'costomization')
    .map(([key, chosen]) => ({
      name: choiceName(key, product.category.main),
      value: typeof chosen === 'string' ? chosen : chosen.value,
      price: typeof chosen === 'string' ? 0 : chosen.price,
    }))
    .filter(({ value }) => value.trim() !== '');
