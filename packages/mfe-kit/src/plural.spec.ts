import { expect, it } from '@jest/globals';
import { pluralOf } from './plural.ts';

it.each([
  ['ring', 'rings'],
  ['brooch', 'brooches'],
  ['pillbox', 'pillboxes'],
  ['accessory', 'accessories'],
  ['key', 'keys'],
  ['बाली', 'बाली'],
  ['கம்மல்', 'கம்மல்'],
])('more than one %s are %s', (one, many) => {
  expect(pluralOf(one)).toBe(many);
});
