import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromNeutral, neutral } from './formula.rules.ts';

describe('the text of a cell', () => {
  it.each(['=1+1', '+1', '-1+1', '-1-', '-a', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠a'])(
    'begins no formula: %j',
    (text) => {
      expect(neutral(text)).toBe(`'${text}`);
    },
  );

  it.each(['Ring', '1-2', 'a=1', "d'Or", "'Ring", '-1', '-1030.00', ''])(
    'stays as it is where it begins none: %j',
    (text) => {
      expect(neutral(text)).toBe(text);
    },
  );

  it('is taken back only where it was made harmless', () => {
    expect(['=1+1', "'Ring", "'=1+1"].map(fromNeutral)).toEqual(['=1+1', "'Ring", '=1+1']);
  });

  it('is taken back, also one that begins with apostrophes', () => {
    const start = fc.array(fc.constantFrom("'", '=', '+', '-', '-1', '@', ' ', '\n', 'a'), { maxLength: 4 });
    fc.assert(
      fc.property(start, fc.string(), (first, rest) => {
        const text = first.join('') + rest;
        expect(fromNeutral(neutral(text))).toBe(text);
      }),
    );
  });
});
