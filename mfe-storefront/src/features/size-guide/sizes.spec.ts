import { describe, expect, it } from '@jest/globals';
import { guideOf } from './sizes.ts';

const row = (category: string, size: string) =>
  guideOf(category)!
    .tables.flatMap(({ rows }) => rows)
    .find(([first]) => first === size);

describe('the size guide', () => {
  it('knows rings by their inner circumference, in the steps of the trade', () => {
    expect(row('ring', '12')).toEqual(['12', '16.5 mm', '51.9 mm', '6']);
    expect(row('ring', '16')).toEqual(['16', '17.8 mm', '55.9 mm', '7.5']);
    expect(row('ring', '24')).toEqual(['24', '20.3 mm', '63.8 mm', '10.75']);
  });

  it('knows bangles by inches and sixteenths, with a half rounded up', () => {
    expect(['2.2', '2.4', '2.6', '2.8', '2.10'].map((size) => row('bangle', size)?.[1])).toEqual([
      '54.0 mm',
      '57.2 mm',
      '60.3 mm',
      '63.5 mm',
      '66.7 mm',
    ]);
    expect(row('bangle', '2.4')).toEqual(['2.4', '57.2 mm', '179.5 mm']);
    expect(row('bangle', '2.10')).toEqual(['2.10', '66.7 mm', '209.5 mm']);
  });

  it('knows bracelets and chains in centimetres', () => {
    expect(row('bracelet', '7.5 in')?.[1]).toBe('19.1 cm');
    expect(row('necklace', '16 in')?.[1]).toBe('40.6 cm');
  });

  it.each(['ring', 'bracelet', 'bangle', 'necklace', 'pendant', 'earring'])('is there for a %s', (category) => {
    expect(guideOf(category)!.steps.length).toBeGreaterThan(1);
  });

  it('is there for a category that was renamed to its plural', () => {
    expect(guideOf('rings')).toBe(guideOf('ring'));
  });

  it('is not there for anything else', () => {
    expect(guideOf('brooch')).toBeUndefined();
    expect(guideOf('constructor')).toBeUndefined();
  });
});
