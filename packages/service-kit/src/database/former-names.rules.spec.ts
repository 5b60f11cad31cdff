import { describe, expect, it } from '@jest/globals';
import { formerNamesAfter } from './former-names.rules.ts';

describe('former names', () => {
  it('are all that it had, without the one that it has', () => {
    expect(formerNamesAfter([], 'a', 'b')).toEqual(['a']);
    expect(formerNamesAfter(['a'], 'b', 'c')).toEqual(['a', 'b']);
    expect(formerNamesAfter(['a', 'b'], 'c', 'a')).toEqual(['b', 'c']);
    expect(formerNamesAfter(['a'], 'b', 'b')).toEqual(['a']);
  });

  it('are fifty at most, the latest', () => {
    const many = Array.from({ length: 50 }, (_, i) => `name ${i}`);
    expect(formerNamesAfter(many, 'last', 'now')).toEqual([...many.slice(1), 'last']);
  });
});
