import { describe, expect, it } from '@jest/globals';
import { DEFAULT_TAX, mrpOf, rupeesFrom } from '@shop/contracts';
import { pieces } from '@shop/demo-data/catalogue.ts';
import { Types } from 'mongoose';
import { ASKED, hasFacts, KNOWN, MISSPELLED } from '../../test/search-corpus.ts';
import { productOf } from '../demo-data/products.ts';
import type { Details } from '../products/details.schema.ts';
import { type IndexedProduct, Indexes } from './indexes.ts';
import { filterOf, narrowed } from './listing-filter.rules.ts';
import { MenuIndex } from './menu-index.ts';
import { bestOf } from './variant-index.ts';

let ids = 0;
const aPiece = (fields: Partial<IndexedProduct>): IndexedProduct => ({
  _id: new Types.ObjectId((ids += 1).toString(16).padStart(24, '0')),
  name: 'Meera Ring',
  productGroup: `AR-${1000 + ids}`,
  position: 0,
  pricePaise: 10_000_00,
  category: { main: 'ring', sub: 'band' },
  material: { tag: 'gold', sub: '18k' },
  metalTone: 'Yellow Gold',
  shortDescription: '',
  stock: 1,
  sold: 0,
  featured: 0,
  rating: 0,
  ratingCount: 0,
  createdAt: new Date(0),
  detailsRef: new Types.ObjectId(),
  ...fields,
});

function indexOf(...all: (Partial<IndexedProduct> & { details?: Partial<Details> })[]) {
  const indexes = new Indexes();
  for (const { details, ...fields } of all) indexes.put(aPiece(fields), details as Details | undefined);
  return indexes;
}
/** As the search of the shop. */
function search(indexes: Indexes, text: string, limit = 48) {
  const { limits, matches } = indexes.ask(text);
  const filter = filterOf(narrowed({}, limits), DEFAULT_TAX);
  const { groups } = indexes.variants.find({ ...filter, ...(matches && { among: matches }) });
  return { total: groups.length, found: bestOf(groups, matches, { page: 1, limit }) };
}
const found = (indexes: Indexes, text: string) => search(indexes, text).found;
/** In lower case, as listings are sorted. */
const names = (indexes: Indexes, text: string) => found(indexes, text).map(({ name }) => name);

describe('searching', () => {
  it('puts what begins with the text before what has the word, and that before what is only similar', () => {
    const index = indexOf(
      { name: 'Lotus Petal Pin' },
      { name: 'Golden Petals Ring' },
      { name: 'Petal Ring' },
      { name: 'Medal Petar Ring' },
    );
    expect(names(index, 'petal').slice(0, 3)).toEqual(['petal ring', 'lotus petal pin', 'golden petals ring']);
    expect(names(index, 'petal').at(-1)).toBe('medal petar ring');
  });

  it('forgives a typo in words of four letters or more, two from eight, and none in shorter ones', () => {
    const index = indexOf({ name: 'Tara Solitaire' }, { name: 'Kada Bold' }, { name: 'Om Sky' });
    expect(names(index, 'solitiare')).toEqual(['tara solitaire']);
    expect(names(index, 'solitare')).toEqual(['tara solitaire']);
    expect(names(index, 'soilatire')).toEqual(['tara solitaire']);
    expect(names(index, 'kaba')).toEqual(['kada bold']);
    expect(names(index, 'kabe')).toEqual([]);
    expect(names(index, 'sk')).toEqual(['om sky']);
    expect(names(index, 'sxy')).toEqual([]);
  });

  it('forgives two letters that changed places, also in words of few, and while they are being typed', () => {
    const index = indexOf({ name: 'Noor Pendant' }, { name: 'Chandni', shortDescription: 'A diamond.' });
    for (const typed of ['pendnat', 'penadnt', 'epndant', 'penad', 'noor pendnat']) {
      expect(names(index, typed)).toEqual(['noor pendant']);
    }
    expect(names(index, 'dimaond')).toEqual(['chandni']);
    expect(names(index, 'nooor spaceship')).toEqual(['noor pendant']);
  });

  it('puts what is spelled as typed before what has two letters changed', () => {
    const index = indexOf({ name: 'Band of Silver' }, { name: 'Sliver of Moon' });
    expect(names(index, 'sliver')).toEqual(['sliver of moon', 'band of silver']);
    expect(names(index, 'silver')).toEqual(['band of silver', 'sliver of moon']);
  });

  it('knows a group code without its hyphen, and takes none for another', () => {
    const index = indexOf({ name: 'One', productGroup: 'AR-7001' }, { name: 'Two', productGroup: 'AR-7010' });
    expect(names(index, 'ar7001')).toEqual(['one']);
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
    expect(names(index, 'ar-7001')).toEqual(['one']);
    expect(names(index, 'kada')).toEqual(['two']);
    expect(names(index, 'Platinum')).toEqual(['three']);
    expect(names(index, 'palace')).toEqual(['four']);
    expect(names(index, 'oxidised')).toEqual(['five']);
  });

  it('wants all words, takes the plural for the singular, and does not mind small words', () => {
    const index = indexOf({ name: 'Noor Halo Ring' }, { name: 'Noor Halo Pendant', category: { main: 'pendant' } });
    expect(names(index, 'halo rings')).toEqual(['noor halo ring']);
    expect(names(index, 'a halo for the pendant')).toEqual(['noor halo pendant']);
  });

  it('finds what has some of the words when nothing has all', () => {
    expect(names(indexOf({ name: 'Noor Halo Ring' }), 'halo spaceship')).toEqual(['noor halo ring']);
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
    expect(found(index, 'noor rose')).toMatchObject([{ productGroup: 'AR-1', id: String(rose) }]);
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
    expect(found(index, 'meera ring').map(({ id }) => id)).toEqual([String(first)]);
    expect(found(index, 'silver ring').map(({ id }) => id)).toEqual([String(second)]);
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
    index.put(piece, undefined);
    index.put({ ...piece, name: 'Roshni' }, undefined);
    expect([names(index, 'noor'), names(index, 'roshni')]).toEqual([[], ['roshni']]);
    index.variants.remove(String(piece._id));
    expect(names(index, 'roshni')).toEqual([]);
  });
});

describe('values in a query', () => {
  const ruby = { type: 'Ruby', shape: 'Oval', count: 1, carat: 0.5 };
  const lab = { type: 'Laboratory-Grown Diamond', shape: 'Emerald', count: 1, carat: 0.5 };

  it('are a filter, whatever names and descriptions say', () => {
    const index = indexOf(
      { name: 'Ruby Red Ring', shortDescription: 'As red as a ruby.' },
      { name: 'Lalima', details: { stones: [ruby] } },
    );
    expect(names(index, 'ruby ring')).toEqual(['lalima']);
  });

  it('are meant by their last word alone, where they are a kind of it', () => {
    const index = indexOf(
      { name: 'One', details: { stones: [lab] } },
      { name: 'Two', metalTone: 'White Gold', details: { stones: [ruby] } },
      { name: 'Three', material: { tag: 'silver', sub: 'vermeil' }, metalTone: 'Yellow Gold Vermeil' },
    );
    expect(names(index, 'diamond')).toEqual(['one']);
    expect(names(index, 'gold')).toEqual(['one', 'two']);
    expect(names(index, 'white gold')).toEqual(['two']);
    expect(names(index, 'vermeil')).toEqual(['three']);
  });

  it('are known as shops write them', () => {
    const index = indexOf({ name: 'One', details: { metalPurity: ['22 KT'] } }, { name: 'Two' });
    for (const text of ['22k', '22kt', '22 KT gold', '22 carat gold rings', '22 karat']) {
      expect(names(index, text)).toEqual(['one']);
    }
  });

  it('are shapes as a cut, or where no stone is called so', () => {
    const emerald = { type: 'Emerald', shape: 'Oval', count: 1, carat: 0.5 };
    const index = indexOf(
      { name: 'Green', details: { stones: [emerald] } },
      { name: 'White', details: { stones: [lab] } },
    );
    expect(names(index, 'emerald')).toEqual(['green']);
    expect(names(index, 'emerald cut')).toEqual(['white']);
    expect(names(index, 'oval ring')).toEqual(['green']);
  });

  it('are found as a part of a name where no piece has them all', () => {
    const index = indexOf(
      { name: 'Anant Eternity Band', category: { main: 'ring', sub: 'eternity' } },
      { name: 'Sahaj Comfort Band' },
    );
    expect(names(index, 'eternity band')).toEqual(['anant eternity band']);
    expect(names(index, 'anant eternity band')).toEqual(['anant eternity band']);
  });

  it('count without the words that nothing has', () => {
    const index = indexOf({ name: 'One' }, { name: 'Two', category: { main: 'pendant' } });
    expect(names(index, 'gold ring spaceship')).toEqual(['one']);
  });
});

describe('limits of the price in a query', () => {
  const index = indexOf(
    { name: 'One', pricePaise: 5_000_00 },
    { name: 'Two', pricePaise: 15_000_00 },
    { name: 'Three', pricePaise: 2_50_000_00 },
  );
  it.each([
    ['ring under 20000', ['one', 'two']],
    ['rings below ₹20,000', ['one', 'two']],
    ['under 5,150', ['one']],
    ['under 5149', []],
    ['gold ring above 2 lakh', ['three']],
    ['between 10k and 20k', ['two']],
    ['10000-20000 gold', ['two']],
    ['from 6000 to 3 lakh', ['two', 'three']],
    ['over 6000 under 20000', ['two']],
  ])('mean the prices that shoppers see: %s', (text, expected) => {
    expect(names(index, text)).toEqual(expected);
  });
});

describe('the corpus', () => {
  const catalogue = pieces(2_000).map((piece, index) => {
    const { product, details } = productOf(piece, index);
    return { product, details, rupees: rupeesFrom(mrpOf(product.pricePaise, DEFAULT_TAX.gstRate)) };
  });
  const byId = new Map(catalogue.map((piece) => [String(piece.product._id), piece]));
  const indexes = new Indexes();
  for (const { product, details } of catalogue) indexes.put(product, details);

  it.each(ASKED.map(({ text, ...facts }) => [text, facts] as const))('is answered by facts: %s', (text, facts) => {
    const isRight = ({ product, details, rupees }: (typeof catalogue)[number]) =>
      hasFacts(product, details, rupees, facts);
    const { total, found: shown } = search(indexes, text);
    expect(shown.filter(({ id }) => !isRight(byId.get(id)!)).map(({ name }) => name)).toEqual([]);
    expect(total).toBe(new Set(catalogue.filter(isRight).map(({ product }) => product.productGroup)).size);
  });

  const groups = new Set(catalogue.map(({ product }) => product.productGroup));
  it.each([...KNOWN, ...MISSPELLED].filter(([, group]) => groups.has(group)))('knows the piece: %s', (text, group) => {
    expect(search(indexes, text, 3).found.map(({ productGroup }) => productGroup)).toContain(group);
  });
});

describe('the menu', () => {
  const menu = new MenuIndex({
    categories: [
      { name: 'ring', sub: ['solitaire', 'band'] },
      { name: 'pendant', sub: ['solitaire', 'halo', 'motif'] },
    ],
    materials: [{ name: 'gold', sub: ['all', '18k', '22k', '14k'] }],
  });

  it('suggests at most three categories and three tags, what begins with the text first', () => {
    expect(menu.suggest('gold')).toEqual([
      { type: 'tags', text: 'gold' },
      { type: 'tags', text: '18k gold' },
      { type: 'tags', text: '22k gold' },
    ]);
    expect(menu.suggest('solitaire').map(({ text }) => text)).toEqual(['solitaire ring', 'solitaire pendant']);
    expect(menu.suggest('pend')).toHaveLength(3);
    expect(menu.suggest('')).toEqual([]);
  });
});
