import { describe, expect, it } from '@jest/globals';
import { type MovedSince, type StockedProduct, stockSummaryOf } from './stock-summary.rules.ts';

const CREATED = new Date('2026-09-01T10:00:00Z');
const NOTHING_MOVED: MovedSince = { afterPeriod: 0, afterBefore: 0, taken: 0, openedAt: null };

/** A published piece of ₹1,000 with one left, unless said otherwise. */
const piece = (id: string, fields: Partial<Omit<StockedProduct, '_id'>> = {}) =>
  ({
    ...{ _id: id, name: `Piece ${id}`, metalTone: 'Silver', productGroup: 'AR-2000', status: 'published' },
    ...{ pricePaise: 1_000_00, stock: 1, createdAt: CREATED },
    ...fields,
  }) as unknown as StockedProduct;
const moved = (fields: Partial<MovedSince>): MovedSince => ({ ...NOTHING_MOVED, ...fields });

// Days in India, which begin at 18:30 UTC of the day before.
const SPAN = {
  from: new Date('2026-11-09T18:30:00Z'),
  period: { day: '2026-11-19', until: new Date('2026-11-19T18:30:00Z') },
  before: { day: '2026-11-09', until: new Date('2026-11-09T18:30:00Z') },
};
const summaryOf = (products: readonly StockedProduct[], movements: Record<string, MovedSince> = {}) =>
  stockSummaryOf(products, new Map(Object.entries(movements)), SPAN);

describe('the pieces in stock and what they are worth', () => {
  it('are those of now, less what moved after the last day of each period', () => {
    const { now, before } = summaryOf([piece('a', { stock: 5 }), piece('b', { stock: 2, pricePaise: 49_99 })], {
      a: moved({ afterPeriod: 2, afterBefore: -4 }),
    });
    expect(now).toEqual({ day: '2026-11-19', pieces: 5, value: 3 * 1_000 + 2 * 49.99 });
    expect(before).toEqual({ day: '2026-11-09', pieces: 11, value: 9 * 1_000 + 2 * 49.99 });
  });

  it('are those of drafts too, and not of pieces without a price', () => {
    const { now } = summaryOf([piece('a', { status: 'draft' }), piece('b', { pricePaise: 0, stock: 9 })]);
    expect(now).toEqual({ day: '2026-11-19', pieces: 1, value: 1_000 });
  });

  it.each([
    ['within the period', '2026-11-12T06:00:00.000Z', { now: true, before: false, isSaid: true }],
    ['with its first moment', '2026-11-09T18:30:00.000Z', { now: true, before: false, isSaid: true }],
    ['before it', '2026-11-09T18:29:59.999Z', { now: true, before: true, isSaid: false }],
    ['with its last moment', '2026-11-19T18:29:59.999Z', { now: true, before: false, isSaid: true }],
    ['after it', '2026-11-19T18:30:00.000Z', { now: false, before: false, isSaid: true }],
  ])('are unknown of days before the movements began: %s', (_, at, known) => {
    const { now, before, knownSince } = summaryOf([piece('a')], { a: moved({ openedAt: new Date(at) }) });
    expect({ now: now !== null, before: before !== null }).toEqual({ now: known.now, before: known.before });
    expect(knownSince).toBe(known.isSaid ? at : null);
  });

  it('are known since the last piece was, whichever stands first', () => {
    const [early, late] = ['2026-11-11T06:00:00.000Z', '2026-11-12T06:00:00.000Z'];
    const opened = (one: string, other: string) =>
      summaryOf([piece('a'), piece('b'), piece('c')], {
        a: moved({ openedAt: new Date(one) }),
        b: moved({ openedAt: new Date(other) }),
      }).knownSince;
    expect([opened(early, late), opened(late, early)]).toEqual([late, late]);
  });
});

describe('the pieces that sell slowly', () => {
  const idsOf = (products: readonly StockedProduct[], movements: Record<string, MovedSince> = {}) =>
    summaryOf(products, movements).slow.map(({ productId }) => productId);

  it('are those of which least was taken, then those whose stock is worth most, then by their id', () => {
    const products = [
      piece('d', { stock: 2 }),
      piece('c', { stock: 2 }),
      piece('b', { stock: 3 }),
      piece('a', { stock: 9 }),
      piece('e', { stock: 1, pricePaise: 2_500_00 }),
    ];
    expect(idsOf(products, { a: moved({ taken: 1 }) })).toEqual(['b', 'e', 'c', 'd', 'a']);
    expect(idsOf(products.toReversed(), { a: moved({ taken: 1 }) })).toEqual(['b', 'e', 'c', 'd', 'a']);
  });

  it('are for sale and in stock', () => {
    const others = [piece('b', { status: 'draft' }), piece('c', { stock: 0 }), piece('d', { pricePaise: 0 })];
    expect(idsOf([piece('a'), ...others])).toEqual(['a']);
  });

  it('sold nothing where more was given back than taken', () => {
    const products = [piece('a', { stock: 2 }), piece('b', { stock: 3 })];
    const { slow } = summaryOf(products, { a: moved({ taken: -2 }), b: moved({ taken: 2 }) });
    expect(slow.map(({ productId, sold }) => [productId, sold])).toEqual([
      ['a', 0],
      ['b', 2],
    ]);
  });

  it('are ten at most', () => {
    const products = Array.from({ length: 12 }, (_, index) => piece(`p${index}`, { stock: 12 - index }));
    expect(idsOf(products)).toEqual(products.slice(0, 10).map(({ _id }) => String(_id)));
  });

  it('are told with what staff know them by', () => {
    expect(summaryOf([piece('a', { stock: 3, pricePaise: 1_250_50 })]).slow).toEqual([
      {
        ...{ productId: 'a', name: 'Piece a', metalTone: 'Silver', productGroup: 'AR-2000', stock: 3, sold: 0 },
        ...{ value: 3_751.5, createdAt: '2026-09-01T10:00:00.000Z' },
      },
    ]);
  });
});
