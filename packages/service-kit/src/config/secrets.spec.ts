import { describe, expect, it } from '@jest/globals';
import { parseConfig } from './config.ts';
import { oneOf, secrets } from './secrets.ts';

const tokens = (TOKEN: string) => parseConfig({ TOKEN: secrets(8) }, { TOKEN }).TOKEN;

describe('a secret', () => {
  it('is a list, of which each is long enough', () => {
    expect(tokens('the-only-one')).toEqual(['the-only-one']);
    expect(tokens('the-next-one, the-last-one')).toEqual(['the-next-one', 'the-last-one']);
    expect(() => tokens('the-next-one,short')).toThrow('TOKEN: At least 8 characters');
    expect(() => tokens('the-next-one,')).toThrow('TOKEN: At least 8 characters');
  });

  it('is accepted when it is any of the list, whole', () => {
    const isKnown = oneOf(['the-next-one', 'the-last-one']);
    expect(
      ['the-next-one', 'the-last-one', 'the-next-one,the-last-one', 'the-next', '', undefined].map(isKnown),
    ).toEqual([true, true, false, false, false, false]);
  });
});

/** The steps of infra/README.md: at each, a part may still have the variable of the step before. */
it('rotates in three steps, between any two of which all parts understand each other', () => {
  const steps = ['the-last-one', 'the-last-one,the-next-one', 'the-next-one,the-last-one', 'the-next-one'].map(tokens);
  for (const [i, step] of steps.slice(1).entries()) {
    for (const caller of [steps[i]!, step]) {
      for (const receiver of [steps[i]!, step]) expect(oneOf(receiver)(caller[0])).toBe(true);
    }
  }
  // In one step they do not.
  expect(oneOf(steps[0]!)(steps[2]![0])).toBe(false);
});
