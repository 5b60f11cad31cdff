import { expect, it } from '@jest/globals';
import { choiceName } from '../src/index.ts';

it('calls a choice as people do, and a size by what it is of where that is known', () => {
  expect(
    ['metalTone', 'engraving', 'chainLengths', 'centerStoneCarat', 'earringSize'].map((one) => choiceName(one)),
  ).toEqual(['Metal tone', 'Engraving', 'Chain length', 'Centre stone carat', 'Earring size']);
  expect([choiceName('sizes'), choiceName('sizeOptions', 'ring')]).toEqual(['Size', 'Ring size']);
});
