import { describe, expect, it } from '@jest/globals';
import { formerSubsAfter } from './former-names.rules.ts';

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
