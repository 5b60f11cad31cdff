import { describe, expect, it } from '@jest/globals';
import { repricedLines } from './repriced-lines.rules.ts';

const line = (unitPaise: number, quantity: number, earlierPaise?: number) => ({ unitPaise, quantity, earlierPaise });

describe('the lines whose price changed', () => {
  it.each([
    ['the one that explains the sum', [line(100, 2, 90), line(50, 1, 60)], 260, [{ index: 1, was: 60 }]],
    [
      'all that explain it together',
      [line(100, 2, 90), line(50, 1, 65)],
      245,
      [
        { index: 0, was: 90 },
        { index: 1, was: 65 },
      ],
    ],
    ['none where prices do not explain it', [line(100, 2, 90), line(50, 1)], 1, []],
    ['the first of two that explain it alike', [line(100, 1, 90), line(50, 1, 40)], 140, [{ index: 0, was: 90 }]],
    ['none whose price did not change', [line(100, 1, 100), line(50, 1, 40)], 140, [{ index: 1, was: 40 }]],
    ['none without earlier prices', [line(100, 2), line(50, 1)], 200, []],
    ['the only one, whatever it was', [line(100, 2)], 180, [{ index: 0, was: 90 }]],
    ['not the only one where no price explains it', [line(100, 2)], 181, []],
  ])('are %s', (_, lines, seen, expected) => {
    expect(repricedLines(lines, seen)).toEqual(expected);
  });

  it('are looked for within bounds', () => {
    const many = Array.from({ length: 100 }, (_, index) => line(1_000_003 * (index + 1), 1, 7 ** (index % 15)));
    expect(repricedLines(many, 1)).toEqual([]);
  });

  it('are looked for in up to 10,000 sums besides that of an unchanged cart', () => {
    // 73 sums of the lines at 1 paisa more, times 137 of those at 73 paise more.
    const times = (count: number, unitPaise: number) => Array.from({ length: count }, () => line(unitPaise, 1, 1));
    const lines = [line(500, 1), ...times(72, 2), ...times(136, 74)];
    const earlier = 500 + 72 + 136;
    const changed = lines.slice(1).map((_, index) => ({ index: index + 1, was: 1 }));
    expect(repricedLines(lines, earlier)).toEqual(changed);
    expect(repricedLines([...lines, line(2, 1, 1)], earlier + 1)).toEqual([]);
  });
});
