import { describe, expect, it } from '@jest/globals';
import type { Order } from './order.schema.ts';
import { beginningOf, searchWordsOf, wordsSearched } from './search-words.ts';

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
    expect(wordsOf(name)).toEqual(expect.arrayContaining(words));
    expect(words).toEqual(expect.arrayContaining(searched(name)));
  });

  it('are stored with their beginnings: up to six characters, of numbers from four on', () => {
    const shippingInfo = { name: 'Thiruvan', city: '', phone: '+91 98765' } as Order['shippingInfo'];
    const words = searchWordsOf({ _id: '0123456789abcdef01234567', shippingInfo, lines: [] });
    expect(words.toSorted()).toEqual(
      [
        ...['thiruvan', 't', 'th', 'thi', 'thir', 'thiru', 'thiruv'],
        ...['9198765', '9198', '91987', '919876', '198765', '1987', '19876', '98765', '9876', '8765'],
        ...['0123456789abcdef01234567', '0123', '01234', '012345', '234567', '2345', '23456'],
      ].toSorted(),
    );
    expect(['thiruvan', 'thiru', '98765', '987'].map(beginningOf)).toEqual(['thiruv', 'thiru', '98765', '987']);
  });

  it('are others with other marks', () => {
    expect(searched('कली')).not.toEqual(searched('काली'));
  });
});
