import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceOf, Spelling } from './spelling.ts';

/** The whole table, as it is in books. */
function editsBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const changed = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(changed, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
      }
    }
  }
  return rows[one.length]![other.length]!;
}
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

describe('spelling', () => {
  it('counts edits as books do, up to the limit', () => {
    fc.assert(
      fc.property(words, words, fc.constantFrom(1, 2), (one, other, limit) => {
        expect(distanceOf(one, other, limit)).toBe(Math.min(editsBetween(one, other), limit + 1));
      }),
      { numRuns: 5_000 },
    );
  });

  it('knows other words, the nearest first, and those that were added since', () => {
    const spelling = new Spelling();
    for (const word of ['necklace', 'necklet', 'bangle', 'om', '22k']) spelling.add(word);
    expect(spelling.similar('neckalce')).toEqual([{ word: 'necklace', distance: 1 }]);
    expect(spelling.similar('bangel')).toEqual([{ word: 'bangle', distance: 1 }]);
    expect(spelling.similar('bangle')).toEqual([]);
    expect(spelling.similar('im')).toEqual([]);
    expect(spelling.similar('23k')).toEqual([]);
    spelling.add('bagel');
    expect(spelling.similar('bangel').map(({ word }) => word)).toEqual(expect.arrayContaining(['bagel', 'bangle']));
    expect(spelling.begun('nekcl').map(({ word }) => word)).toEqual(['necklet', 'necklace']);
  });
});
