import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type { Details } from '../products/details.schema.ts';
import { billedPurity, particularsOf } from './particulars.rules.ts';

describe('the purity on a bill', () => {
  it.each([
    ['9K', '9K · 375'],
    ['14 KT', '14K · 585'],
    ['18K', '18K · 750'],
    ['18 kt gold', '18K · 750'],
    ['20 carat', '20K · 833'],
    ['22 Karat Gold', '22K · 916'],
    ['23ct', '23K · 958'],
    ['22K916', '22K · 916'],
    ['18K · 750', '18K · 750'],
    ['18K (750)', '18K · 750'],
    ['750', '18K · 750'],
    ['24K 995', '24K · 995'],
    ['24 KT / 999', '24K · 999'],
    ['999', '24K · 999'],
  ])('of gold is carat and fineness: %s', (word, billed) => {
    expect(billedPurity(word, 'gold')).toBe(billed);
    expect(billedPurity(` ${word} `, 'rose-gold')).toBe(billed);
  });

  it.each([
    ['silver', '925', 'Silver 925'],
    ['Silver', '925 Sterling', 'Silver 925'],
    ['sterling-silver', 'Silver 999', 'Silver 999'],
    ['platinum', '950', 'Platinum 950'],
    ['platinum', 'PT950', 'Platinum 950'],
  ])('of %s is its name and fineness: %s', (material, word, billed) => {
    expect(billedPurity(word, material)).toBe(billed);
  });

  it.each([
    // There are two such alloys.
    ['24K', 'gold'],
    ['gold', 'gold'],
    ['18K 916', 'gold'],
    ['17K', 'gold'],
    ['14K gold filled', 'gold'],
    ['22.5K', 'gold'],
    ['1 8K', 'gold'],
    ['1/8K', 'gold'],
    ['Filled 18K', 'gold'],
    ['925', 'gold'],
    ['Sterling', 'silver'],
    ['18K', 'silver'],
    ['18K 925', 'silver'],
    ['750', 'silver'],
    ['92.5', 'silver'],
    ['Titanium grade 5', 'titanium'],
    ['750', 'diamond'],
  ])('stays as it is where it is not understood or contradicts itself: %s of %s', (word, material) => {
    expect(billedPurity(` ${word}`, material)).toBe(word);
  });

  it('takes a carat for gold where the material names no metal', () => {
    expect(billedPurity('18 KT', 'diamond')).toBe('18K · 750');
  });
});

const details: Details = {
  _id: new Types.ObjectId(),
  metalTone: ['Yellow Gold'],
  metalPurity: ['14K', '18K'],
  stoneType: ['Laboratory-Grown Diamond', 'Natural Diamond'],
  weight: 2.66,
  netWeight: 2.6,
  stones: [
    { type: 'Laboratory-grown diamond', shape: 'Round', count: 1, carat: 0.3 },
    { type: 'Ruby', count: 12, carat: 0.24 },
  ],
  careInstructions: '',
  packaging: '',
  hypoallergenic: true,
  certification: { isHallmarked: true, isCertified: true },
};
const READY = { costomization: 'no', metalPurity: { value: '14K', price: 0 }, stoneType: 'Laboratory-Grown Diamond' };

describe('what a bill says of a piece', () => {
  it('are purity, weights, stones and hallmark of the ready piece', () => {
    expect(particularsOf('gold', details, READY)).toEqual({
      purity: '14K · 585',
      weight: 2.66,
      netWeight: 2.6,
      stones: [
        { type: 'Laboratory-grown diamond', count: 1, carat: 0.3 },
        { type: 'Ruby', count: 12, carat: 0.24 },
      ],
      isHallmarked: true,
    });
  });

  it('are the purity and the stone that were chosen, which takes the place of its own kind alone', () => {
    const chosen = { costomization: 'yes', metalPurity: '18K', stoneType: { value: 'Natural Diamond', price: 28_200 } };
    expect(particularsOf('gold', details, chosen)).toMatchObject({
      purity: '18K · 750',
      stones: [
        { type: 'Natural Diamond', count: 1, carat: 0.3 },
        { type: 'Ruby', count: 12, carat: 0.24 },
      ],
    });
  });

  it('name the chosen stone first where the piece calls its own by another name', () => {
    const named = { ...details, stoneType: ['Diamond', 'Moissanite'] };
    const stones = (stoneType: string) =>
      particularsOf('gold', named, { ...READY, stoneType }).stones!.map(({ type }) => type);
    expect(stones('Moissanite')).toEqual(['Moissanite', 'Ruby']);
    expect(stones('Diamond')).toEqual(['Laboratory-grown diamond', 'Ruby']);
  });

  it('name the chosen stone where its own kind stands, not where the first one does', () => {
    const later = { ...details, stones: details.stones!.toReversed() };
    const { stones } = particularsOf('gold', later, { ...READY, stoneType: 'Natural Diamond' });
    expect(stones!.map(({ type }) => type)).toEqual(['Ruby', 'Natural Diamond']);
  });

  it('name the stones of a piece that says no kind of its own', () => {
    const { stoneType: _, ...unnamed } = details;
    const { stones } = particularsOf('gold', unnamed as Details, { costomization: 'no' });
    expect(stones!.map(({ type }) => type)).toEqual(['Laboratory-grown diamond', 'Ruby']);
  });

  it.each([
    ['0.50 ct', 0.5],
    ['1 carat', 1],
    ['0.7', 0.7],
    [' 12.5 ct ', 12.5],
    ['about half', undefined],
    ['about 0.50 ct', undefined],
    ['0.50 ct or more', undefined],
  ])('have the carat of the chosen centre stone: %s', (centerStoneCarat, carat) => {
    const { stones } = particularsOf('gold', details, { ...READY, centerStoneCarat });
    expect(stones!.map((stone) => stone.carat)).toEqual([carat, 0.24]);
  });

  it('have no carat for several stones of which one was chosen to be another', () => {
    const pair = { ...details, stones: [{ type: 'Ruby', count: 2, carat: 1 }] };
    const { stones } = particularsOf('gold', pair, { ...READY, centerStoneCarat: '0.50 ct' });
    expect(stones).toStrictEqual([{ type: 'Ruby', count: 2 }]);
  });

  it('leave out what is not known', () => {
    const { netWeight: _, stones: __, certification: ___, stoneType: ____, ...bare } = details;
    expect(particularsOf('gold', bare as Details, { costomization: 'no' })).toEqual({
      weight: 2.66,
      isHallmarked: false,
    });
    const { weight: _____, ...unweighed } = bare;
    expect(particularsOf('gold', unweighed as Details, READY)).toEqual({ purity: '14K · 585', isHallmarked: false });
  });
});
