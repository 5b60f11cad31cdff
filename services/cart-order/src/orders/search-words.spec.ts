import { describe, expect, it } from '@jest/globals';
import type { Order } from './order.schema.ts';
import { searchWordsOf, wordsSearched } from './search-words.ts';

const wordsOf = (name: string) => {
  const shippingInfo = { name: 'Asha', city: 'Pune', phone: '' } as Order['shippingInfo'];
  const lines = [{ product: { name, productGroup: 'AR-1' } }] as Order['lines'];
  const others = new Set(searchWordsOf({ _id: 'f'.repeat(24), shippingInfo, lines: [] }));
  return searchWordsOf({ _id: 'f'.repeat(24), shippingInfo, lines }).filter((word) => !others.has(word));
};
const searched = (q: string) => wordsSearched(q).map(({ word }) => word);

describe('the words of an order', () => {
  it.each([
    ['काली बाली', ['काली', 'बाली']],
    ['கம்மல்', ['கம்மல்']],
    ['José’s ring', ['joses', 'ring', 'jose', 's']],
  ])('have the marks of Indian scripts and no accents: %s', (name, words) => {
    expect(wordsOf(name).filter((word) => !/^ar?1?$|^1$/.test(word))).toEqual(words);
    expect(words).toEqual(expect.arrayContaining(searched(name)));
  });

  it('are others with other marks', () => {
    expect(searched('कली')).not.toEqual(searched('काली'));
  });
});
