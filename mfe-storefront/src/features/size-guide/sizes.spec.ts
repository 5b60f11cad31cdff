import { describe, expect, it } from '@jest/globals';
import { guideOf } from './sizes.ts';

const row = (category: string, size: string) =>
  guideOf(category)!
    .tables.flatMap(({ rows }) => rows)
    .find(([first]) => first === size);

describe('the size guide', () => {
  it('knows rings by their inner circumference', () => {
    expect(row('ring', '12')).toEqual(['12', '16.6 mm', '52.0 mm', '6']);
  });

  it('knows bangles by inches and sixteenths', () => {
    expect(row('bangle', '2.4')).toEqual(['2.4', '57.1 mm', '179.5 mm']);
    expect(row('bangle', '2.10')).toEqual(['2.10', '66.7 mm', '209.5 mm']);
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
