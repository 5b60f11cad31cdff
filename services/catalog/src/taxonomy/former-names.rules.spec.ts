import { describe, expect, it } from '@jest/globals';
import { formerNamesAfter, formerSubsAfter } from './former-names.rules.ts';

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

describe('former names of subdivisions', () => {
  it('lead straight to the present one', () => {
    const once = formerSubsAfter([], ['b'], { from: 'a', to: 'b' });
    expect(formerSubsAfter(once, ['c'], { from: 'b', to: 'c' })).toEqual([
      { from: 'a', to: 'c' },
      { from: 'b', to: 'c' },
    ]);
  });

  it('lead nowhere when one has the name again, or theirs is gone', () => {
    const former = [{ from: 'a', to: 'b' }];
    expect(formerSubsAfter(former, ['a', 'b'])).toEqual([]);
    expect(formerSubsAfter(former, ['c'])).toEqual([]);
    expect(formerSubsAfter(former, ['a'], { from: 'b', to: 'a' })).toEqual([{ from: 'b', to: 'a' }]);
    expect(formerSubsAfter(former, ['b', 'd'])).toEqual(former);
  });
});
