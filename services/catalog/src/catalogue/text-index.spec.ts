import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type IndexedProduct, TextIndex } from './text-index.ts';

let ids = 0;
const aPiece = (fields: Partial<IndexedProduct>): IndexedProduct => ({
  _id: new Types.ObjectId((ids += 1).toString(16).padStart(24, '0')),
  name: 'Meera Ring',
  productGroup: `AR-${1000 + ids}`,
  position: 0,
  category: { main: 'ring', sub: 'band' },
  material: { tag: 'gold', sub: '18k' },
  metalTone: 'Yellow Gold',
  shortDescription: '',
  sold: 0,
  featured: 0,
  ...fields,
});

function indexOf(...pieces: Partial<IndexedProduct>[]) {
  const index = new TextIndex();
  for (const fields of pieces) index.put(aPiece(fields));
  index.putTaxonomy({
    categories: [
      { name: 'ring', sub: ['solitaire', 'band'] },
      { name: 'pendant', sub: ['solitaire'] },
    ],
    materials: [{ name: 'gold', sub: ['all', '18k'] }],
  });
  return index;
}
const found = (index: TextIndex, text: string) => index.group(index.hits(text));
const names = (index: TextIndex, text: string) => found(index, text).map(({ name }) => name);

describe('searching', () => {
  it('puts what begins with the text before what has the word, and that before what is only similar', () => {
    const index = indexOf(
      { name: 'Lotus Petal Pin' },
      { name: 'Golden Petals Ring' },
      { name: 'Petal Ring' },
      { name: 'Medal Petar Ring' },
    );
    expect(names(index, 'petal').slice(0, 3)).toEqual(['Petal Ring', 'Lotus Petal Pin', 'Golden Petals Ring']);
    expect(names(index, 'petal').at(-1)).toBe('Medal Petar Ring');
  });

  it('forgives a typo in words of five letters or more, and none in shorter ones', () => {
    const index = indexOf({ name: 'Tara Solitaire' }, { name: 'Kada Bold' });
    expect(names(index, 'solitiare')).toEqual(['Tara Solitaire']);
    expect(names(index, 'solitare')).toEqual(['Tara Solitaire']);
    expect(names(index, 'kaba')).toEqual([]);
  });

  it('forgives two letters that changed places, also in words of few, and while they are being typed', () => {
    const index = indexOf({ name: 'Noor Pendant' }, { name: 'Chandni', shortDescription: 'A diamond.' });
    for (const typed of ['pendnat', 'penadnt', 'epndant', 'penad', 'noor pendnat']) {
      expect(names(index, typed)).toEqual(['Noor Pendant']);
    }
    expect(names(index, 'dimaond')).toEqual(['Chandni']);
    expect(names(index, 'nooor spaceship')).toEqual(['Noor Pendant']);
  });

  it('puts what is spelled as typed before what has two letters changed', () => {
    const index = indexOf({ name: 'Band of Silver' }, { name: 'Sliver of Moon' });
    expect(names(index, 'sliver')).toEqual(['Sliver of Moon', 'Band of Silver']);
    expect(names(index, 'silver')).toEqual(['Band of Silver', 'Sliver of Moon']);
  });

  it('knows a group code without its hyphen, and takes none for another', () => {
    const index = indexOf({ name: 'One', productGroup: 'AR-7001' }, { name: 'Two', productGroup: 'AR-7010' });
    expect(names(index, 'ar7001')).toEqual(['One']);
    expect(names(index, 'ar7002')).toEqual([]);
  });

  it('looks into name, group code, category, tag and description', () => {
    const index = indexOf(
      { name: 'One', productGroup: 'AR-7001' },
      { name: 'Two', category: { main: 'bangle', sub: 'kada' } },
      { name: 'Three', material: { tag: 'platinum' } },
      { name: 'Four', shortDescription: 'A lattice of a palace window.' },
      { name: 'Five', metalTone: 'Oxidised Silver' },
    );
    expect(names(index, 'ar-7001')).toEqual(['One']);
    expect(names(index, 'kada')).toEqual(['Two']);
    expect(names(index, 'Platinum')).toEqual(['Three']);
    expect(names(index, 'palace')).toEqual(['Four']);
    expect(names(index, 'oxidised')).toEqual(['Five']);
  });

  it('wants all words, takes the plural for the singular, and does not mind small words', () => {
    const index = indexOf({ name: 'Noor Halo Ring' }, { name: 'Noor Halo Pendant', category: { main: 'pendant' } });
    expect(names(index, 'halo rings')).toEqual(['Noor Halo Ring']);
    expect(names(index, 'a halo for the pendant')).toEqual(['Noor Halo Pendant']);
  });

  it('finds what has some of the words when nothing has all', () => {
    expect(names(indexOf({ name: 'Noor Halo Ring' }), 'halo spaceship')).toEqual(['Noor Halo Ring']);
  });

  it('shows a group once, by the variant that fits best', () => {
    const rose = new Types.ObjectId();
    const index = indexOf(
      { name: 'Noor', productGroup: 'AR-1' },
      {
        _id: rose,
        name: 'Noor',
        productGroup: 'AR-1',
        metalTone: 'Rose Gold',
        material: { tag: 'rose-gold' },
        position: 1,
      },
    );
    expect(found(index, 'noor')).toHaveLength(1);
    expect(found(index, 'noor rose')).toMatchObject([{ productGroup: 'AR-1', productId: String(rose) }]);
  });

  it('shows the first variant of a group, as a listing does, where several have the same words', () => {
    const [first, second] = [new Types.ObjectId(), new Types.ObjectId()];
    const index = indexOf(
      { _id: second, productGroup: 'AR-1', metalTone: 'Silver', material: { tag: 'silver' }, position: 1, sold: 9 },
      {
        _id: first,
        productGroup: 'AR-1',
        metalTone: 'Yellow Gold Vermeil',
        shortDescription: 'A band that takes two turns about the finger before it ends.',
      },
    );
    expect(found(index, 'meera ring').map(({ productId }) => productId)).toEqual([String(first)]);
    expect(found(index, 'silver ring').map(({ productId }) => productId)).toEqual([String(second)]);
  });

  it('puts what sells before what does not, all else equal', () => {
    const index = indexOf(
      { name: 'Asha Band', productGroup: 'AR-1', sold: 1 },
      { name: 'Asha Band', productGroup: 'AR-2', sold: 8 },
    );
    expect(found(index, 'asha').map(({ productGroup }) => productGroup)).toEqual(['AR-2', 'AR-1']);
  });

  it.each(['', '   ', 'the', '%', '***'])('finds nothing for %p', (text) => {
    expect(found(indexOf({ name: 'Noor' }), text)).toEqual([]);
  });

  it('forgets what left the shop and knows what changed', () => {
    const piece = aPiece({ name: 'Noor' });
    const index = indexOf();
    index.put(piece);
    index.put({ ...piece, name: 'Roshni' });
    expect([names(index, 'noor'), names(index, 'roshni')]).toEqual([[], ['Roshni']]);
    index.remove(String(piece._id));
    expect(names(index, 'roshni')).toEqual([]);
  });
});

describe('suggesting', () => {
  it('has at most five products, three categories and three tags', () => {
    const pieces = Array.from({ length: 9 }, (_, count) => ({ name: `Gold Solitaire ${count}` }));
    const suggestions = indexOf(...pieces).suggest('gold');
    expect(suggestions.filter(({ type }) => type === 'product')).toHaveLength(5);
    expect(suggestions.filter(({ type }) => type === 'tags').map(({ text }) => text)).toEqual(['gold', '18k gold']);
    const categories = indexOf(...pieces)
      .suggest('solitaire')
      .filter(({ type }) => type === 'category');
    expect(categories.map(({ text }) => text).toSorted()).toEqual(['solitaire pendant', 'solitaire ring']);
  });

  it('names a piece once, however many variants it has', () => {
    const index = indexOf({ name: 'Noor', productGroup: 'AR-1' }, { name: 'Noor', productGroup: 'AR-1', position: 1 });
    expect(index.suggest('noor')).toEqual([{ type: 'product', text: 'Noor' }]);
  });
});
