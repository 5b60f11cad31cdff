import { describe, expect, it } from '@jest/globals';
import { barePan, maskedPan, NO_PAN, panOfGstin, panProblem } from './pan.rules.ts';

describe('a PAN', () => {
  it.each(['ABCPE1234F', 'AAPFU0939F', 'AAGCB7383J', 'ABCHE1234F', 'ABCTE1234F'])('is %s', (pan) => {
    expect(panProblem(pan)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['shorter', 'ABCPE1234'],
    ['longer', 'ABCPE1234FF'],
    ['longer at its beginning', 'XABCPE1234F'],
    ['of no kind of holder', 'ABCDE1234F'],
    ['a letter among the digits', 'ABCPE12E4F'],
    ['a digit among the letters', 'AB1PE1234F'],
    ['without its last letter', 'ABCPE12345'],
    ['in small letters', 'abcpe1234f'],
    ['a GSTIN', '27AAPFU0939F1ZV'],
  ])('is none that is %s', (_what, text) => {
    expect(panProblem(text)).toBe(NO_PAN);
  });

  it('is told what it looks like', () => {
    expect(NO_PAN).toBe('This is not a PAN: one looks like ABCPE1234F');
  });

  it.each(['A', 'B', 'C', 'F', 'G', 'H', 'J', 'L', 'P', 'T'])('may be of the kind %s', (kind) => {
    expect(panProblem(`ABC${kind}E1234F`)).toBeUndefined();
  });

  it('is read in small letters and with spaces', () => {
    expect(barePan(' abcpe 1234f ')).toBe('ABCPE1234F');
  });

  it('of a business is in its GSTIN', () => {
    expect(panOfGstin('27AAPFU0939F1ZV')).toBe('AAPFU0939F');
  });

  it('shows no more than its digits and its last letter', () => {
    expect(maskedPan('ABCPE1234F')).toBe('XXXXX1234F');
  });
});
