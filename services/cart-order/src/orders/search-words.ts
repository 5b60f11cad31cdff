import type { Order } from './order.schema.ts';

/** Of a phone number people tell the last digits, or leave out the code of the country. */
const FEWEST_DIGITS = 4;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const withoutPunctuation = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const partsOf = (text: string): string[] => plain(text).split(/[^\p{L}\p{M}\p{N}]+/u);

/** The words of a search: `AR-1042`, `O’Neil` and a phone number are one word each. */
export function wordsSearched(q: string): { word: string; asWritten: string }[] {
  const chunks = /^[+\d\s()-]+$/.test(q) ? [q] : q.split(/\s+/);
  return chunks
    .map((chunk) => ({ word: withoutPunctuation(plain(chunk)), asWritten: chunk.toLowerCase() }))
    .filter(({ word }) => word !== '');
}

/** What an order is found by: a search names beginnings of these words. */
export function searchWordsOf({ _id, shippingInfo, lines }: Pick<Order, '_id' | 'shippingInfo' | 'lines'>): string[] {
  const texts = [
    shippingInfo.name,
    shippingInfo.city,
    ...lines.flatMap(({ product: { name, productGroup } }) => [name, productGroup]),
  ];
  const digits = shippingInfo.phone.replace(/\D/g, '');
  const words = [
    _id,
    // The number that is shown.
    _id.slice(-6),
    ...texts.flatMap((text) => [
      ...text.split(/\s+/).map((chunk) => withoutPunctuation(plain(chunk))),
      ...partsOf(text),
    ]),
    ...Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, index) => digits.slice(index)),
  ];
  return [...new Set(words)].filter((word) => word !== '');
}
