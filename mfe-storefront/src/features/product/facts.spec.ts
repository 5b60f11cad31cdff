import { describe, expect, it } from '@jest/globals';
import { DETAIL_FIELDS, DETAIL_ROWS, detailRows, type DetailField, type DetailKind } from '@shop/contracts/browser';
import { factsOf } from './facts.ts';

const details: Parameters<typeof factsOf>[0] = {
  _id: 'd'.repeat(24),
  metalPurity: ['18K', '22K'],
  metalTone: ['Rose Gold', 'Yellow Gold'],
  stoneType: ['Diamond'],
  weight: 3.2,
  netWeight: 3.1,
  stones: [
    { type: 'Diamond', shape: 'Round', count: 2, carat: 0.4 },
    { type: 'Ruby', count: 1, carat: 1 },
  ],
  finish: 'Matte',
  diamondSize: '2 mm',
  sizeOptions: ['10', '12'],
  chainLength: ['16 in'],
  backType: ['Screw'],
  certification: { isHallmarked: true, isCertified: true, certType: 'IGI' },
  hypoallergenic: true,
  occasion: ['Wedding', 'Gift'],
  careInstructions: 'Wipe it.',
  packaging: 'A box.',
};

const bare: typeof details = {
  ...details,
  ...{ stones: undefined, finish: undefined, diamondSize: undefined, sizeOptions: undefined, occasion: undefined },
  ...{ netWeight: undefined, chainLength: undefined, backType: undefined, hypoallergenic: false },
  certification: { isHallmarked: false, isCertified: true },
};

/** A value of each kind. */
const SAMPLES: Record<DetailKind, unknown> = {
  list: ['one', 'two'],
  choice: 'one',
  number: 2,
  flag: true,
  text: 'one',
  longText: 'one',
  stones: details.stones,
  certification: details.certification,
  centreStone: { carats: [], shapes: [], qualities: [] },
};
const inTable = Object.entries<DetailField>(DETAIL_FIELDS).filter(([, { row }]) => row !== null);

describe('the facts of a piece', () => {
  it('are those that the declaration of the fields puts into the table, in its order', () => {
    expect(factsOf(details)).toEqual([
      ['Metal', '18K Rose Gold'],
      ['Weight', '3.20 g'],
      ['Net weight', '3.10 g'],
      ['Stones', '2 × Round Diamond, 0.40 ct; 1 × Ruby, 1.00 ct'],
      ['Finish', 'Matte'],
      ['Diamond size', '2 mm'],
      ['Sizes', '10, 12'],
      ['Chain length', '16 in'],
      ['Back', 'Screw'],
      ['Certificates', 'BIS hallmark, IGI'],
      ['Hypoallergenic', 'Yes'],
      ['Occasion', 'Wedding, Gift'],
    ]);
    const rows = Object.values<DetailField>(DETAIL_FIELDS).flatMap(({ row }) => (row === null ? [] : [row]));
    expect(DETAIL_ROWS.map(({ heading }) => heading)).toEqual([...new Set(rows)]);
  });

  it.each(inTable)('have a row for %s', (name, { kind, row }) => {
    expect(factsOf({ ...bare, [name]: SAMPLES[kind] }).map(([heading]) => heading)).toContain(row);
  });

  it('leave out what the piece has not', () => {
    expect(factsOf(bare)).toEqual([
      ['Metal', '18K Rose Gold'],
      ['Weight', '3.20 g'],
      ['Certificates', 'Certified'],
    ]);
  });

  it('get a row as soon as a field with one is declared', () => {
    const madeUp: DetailField = { kind: 'flag', label: 'Made up', row: 'Made up', optional: true };
    expect(detailRows({ ...DETAIL_FIELDS, madeUp }).at(-1)).toEqual({
      heading: 'Made up',
      cells: [{ field: 'madeUp' }],
    });
  });
});
