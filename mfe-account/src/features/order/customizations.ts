import { choiceName } from '@shop/contracts/browser';
import type { Item } from './api/order.ts';

/** A chosen option in display form. */
export interface ChosenOption {
  name: string;
  value: string;
  /** Its price per piece, in rupees. */
  price: number;
}

/** `costomization` only says whether the piece is made to order, which the item itself states too. */
export const chosenOptions = ({ customizations, product }: Item): ChosenOption[] =>
  Object.entries(customizations)
    .filter(([key]) => key !== 'costomization')
    .map(([key, chosen]) => ({
      name: choiceName(key, product.category.main),
      value: typeof chosen === 'string' ? chosen : chosen.value,
      price: typeof chosen === 'string' ? 0 : chosen.price,
    }))
    .filter(({ value }) => value.trim() !== '');
