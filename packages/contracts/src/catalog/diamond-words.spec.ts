import { expect, it } from '@jest/globals';
import { misleadingDiamondWords } from './diamond-words.ts';

it.each([
  'Lab-Grown Diamond',
  'lab grown diamonds',
  'IGI, lab-created',
  'LGD studs',
  'Lab diamond bangle',
  'A cultured diamond',
  'Pure Diamond ring',
])('is not said of a diamond in India: %s', (text) => expect(misleadingDiamondWords(text)).toBeDefined());

it.each([
  'Laboratory-Grown Diamond',
  'a laboratory-created diamond',
  'Natural Diamond',
  'Cultured pearl',
  'Pure gold with diamonds',
  'Label',
])('may be said: %s', (text) => expect(misleadingDiamondWords(text)).toBeUndefined());
