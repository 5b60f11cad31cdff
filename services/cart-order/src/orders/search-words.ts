import type { Order } from './order.schema.ts';

/** Of a phone number people tell the last digits, or leave out the code of the country; fewer of a number name any order. */
const FEWEST_DIGITS = 4;
/** Beginnings of words that are stored; a longer word that is searched for is compared with what they find. */
const LONGEST_BEGINNING = 6;

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

const charactersOf = (text: string, count: number): string => [...text].slice(0, count).join('');

/** The longest stored beginning of a word. */
export const beginningOf = (word: string): string => charactersOf(word, LONGEST_BEGINNING);

/** A word and its stored beginnings of at least `fewest` characters. */
function withBeginnings(word: string, fewest: number): string[] {
  const characters = [...word].slice(0, LONGEST_BEGINNING);
  return [word, ...characters.map((_, index) => characters.slice(0, index + 1).join('')).slice(fewest - 1)];
}

/** What an order is found by: its words, and their beginnings, so that a search is one place of an index. */
export function searchWordsOf({ _id, shippingInfo, lines }: Pick<Order, '_id' | 'shippingInfo' | 'lines'>): string[] {
  const texts = [
    shippingInfo.name,
    shippingInfo.city,
    ...lines.flatMap(({ product: { name, productGroup } }) => [name, productGroup]),
  ];
  const digits = shippingInfo.phone.replace(/\D/g, '');
  const named = texts.flatMap((text) => [
    ...text.split(/\s+/).map((chunk) => withoutPunctuation(plain(chunk))),
    ...partsOf(text),
  ]);
  const numbers = [
    _id,
    // The number that is shown.
    _id.slice(-6),
    ...Array.from({ length: Math.max(0, digits.length - FEWEST_DIGITS + 1) }, (_, index) => digits.slice(index)),
  ];
  return [
    ...new Set([
      ...named.flatMap((word) => withBeginnings(word, 1)),
      ...numbers.flatMap((word) => withBeginnings(word, FEWEST_DIGITS)),
    ]),
  ].filter((word) => word !== '');
}
