import { describe, expect, it } from '@jest/globals';
import { presentValues } from './former-filters.rules.ts';

describe('the values of a filter', () => {
  const known = [
    { value: 'rose-gold', former: ['rose', 'pink'] },
    { value: 'gold', former: [] },
    { value: 'blush', former: ['pink', 'gold'] },
  ];

  it.each([
    ['one that was called so', ['rose'], ['rose-gold']],
    ['one beside others', ['silver', 'rose', 'gold'], ['gold', 'rose-gold', 'silver']],
    ['both that were called so', ['pink'], ['blush', 'rose-gold']],
    ['one that is chosen already', ['rose', 'rose-gold'], ['rose-gold']],
  ])('are followed: %s', (_, asked, present) => {
    expect(presentValues(asked, known)).toEqual(present);
  });

  it.each([
    ['what is called so now', ['gold']],
    ['what is not known', ['silver']],
    ['nothing', []],
  ])('stay as they are: %s', (_, asked) => {
    expect(presentValues(asked, known)).toBeUndefined();
  });
});
