import { describe, expect, it } from '@jest/globals';
import { type Rule, type Sample, verdictOf } from './soak-judge.ts';

const SAMPLES = 100;
const run = (value: (index: number) => number): Sample[] =>
  Array.from({ length: SAMPLES }, (_, index) => ({ it: value(index) }));
const isFlat = (samples: Sample[], rule: Rule) => verdictOf('it', samples, rule).isFlat;

describe('a soak finds flat', () => {
  const memory: Rule = { compare: 'floor', factor: 1.1, plus: 10 };

  it('memory that rises and is collected', () => {
    expect(
      isFlat(
        run((index) => 150 + (index % 20) * 5),
        memory,
      ),
    ).toBe(true);
  });

  it('memory that grows in the first tenth only', () => {
    expect(
      isFlat(
        run((index) => 100 + Math.min(index, 10) * 10),
        memory,
      ),
    ).toBe(true);
  });

  it('a count that wavers around its level', () => {
    const rule: Rule = { compare: 'median', factor: 1.1, plus: 5 };
    expect(
      isFlat(
        run((index) => 40 + (index % 7)),
        rule,
      ),
    ).toBe(true);
  });

  it('records that grow steadily', () => {
    const rule: Rule = { compare: 'growth', factor: 1.2, plus: 0.5 };
    expect(
      isFlat(
        run((index) => 1_000 + index * 6),
        rule,
      ),
    ).toBe(true);
  });

  it('records that grow with the orders', () => {
    const samples = run((index) => index * index).map(({ it }) => ({ it: it! * 3, orders: it! }));
    expect(isFlat(samples, { compare: 'growth', factor: 1.2, plus: 0.5, pace: 'orders' })).toBe(true);
  });
});

describe('a soak finds not flat', () => {
  it('records that grow faster than the orders', () => {
    const samples = run((index) => index * index).map(({ it }, index) => ({ it: it!, orders: index }));
    expect(isFlat(samples, { compare: 'growth', factor: 1.2, plus: 0.5, pace: 'orders' })).toBe(false);
  });

  it('memory whose level after each collection rises', () => {
    const leaking = run((index) => 150 + index + (index % 20) * 5);
    expect(isFlat(leaking, { compare: 'floor', factor: 1.1, plus: 10 })).toBe(false);
  });

  it('handles that are not closed', () => {
    expect(
      isFlat(
        run((index) => 40 + index * 2),
        { compare: 'median', factor: 1.1, plus: 5 },
      ),
    ).toBe(false);
  });

  it('working documents that nobody removes', () => {
    expect(
      isFlat(
        run((index) => index * 6),
        { compare: 'median', factor: 1.1, plus: 50 },
      ),
    ).toBe(false);
  });

  it('records that grow faster and faster', () => {
    expect(
      isFlat(
        run((index) => index * index),
        { compare: 'growth', factor: 1.2, plus: 0.5 },
      ),
    ).toBe(false);
  });
});
