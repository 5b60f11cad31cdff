import type { Item } from './api/order.ts';

/** What was chosen for a piece, as people read it. */
export interface Chosen {
  name: string;
  value: string;
  /** What it added to the price of one piece, in rupees. */
  price: number;
}

const NAMES: Record<string, string> = {
  metalTone: 'Metal tone',
  metalPurity: 'Metal purity',
  stoneType: 'Stone type',
  finish: 'Finish',
  centerStoneCarat: 'Centre stone carat',
  centerStoneShape: 'Centre stone shape',
  centerStoneQuality: 'Centre stone quality',
  earringSize: 'Earring size',
  backType: 'Back type',
  pendantSize: 'Pendant size',
  chainLength: 'Chain length',
  chainLengths: 'Chain length',
  engraving: 'Engraving',
};

/** `costomization` only says whether the piece is made to order, which the item itself says as well. */
export const chosenOf = ({ customizations, product }: Item): Chosen[] =>
  Object.entries(customizations)
    .filter(([key]) => key !== 'costomization')
    .map(([key, chosen]) => ({
      name: nameOf(key, product.category.main),
      value: typeof chosen === 'string' ? chosen : chosen.value,
      price: typeof chosen === 'string' ? 0 : chosen.price,
    }))
    .filter(({ value }) => value.trim() !== '');

function nameOf(key: string, category: string): string {
  if (key === 'sizeOptions' || key === 'sizes') return capitalized(`${category} size`);
  return NAMES[key] ?? capitalized(key.replace(/([A-Z])/g, ' $1').toLowerCase());
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
