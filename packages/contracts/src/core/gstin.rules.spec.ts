import { describe, expect, it } from '@jest/globals';
import { bareGstin, gstinProblem, NO_GSTIN, WRONG_GSTIN } from './gstin.rules.ts';

describe('a GSTIN', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '07AAGFF2194N1Z1'])('is %s', (gstin) => {
    expect(gstinProblem(gstin)).toBeUndefined();
  });

  it.each([
    '',
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVV',
    '127AAPFU0939F1ZV',
    '00AAPFU0939F1ZV',
    '39AAPFU0939F1ZV',
    '27AAPFU0939F0ZV',
    '27AAPFU0939F1YV',
  ])('is not %j, by its form', (gstin) => {
    expect(gstinProblem(gstin)).toBe(NO_GSTIN);
  });

  it('is told what it looks like, or that it was mistyped', () => {
    expect(NO_GSTIN).toBe('A GSTIN has 15 characters, like 27AAPFU0939F1ZV');
    expect(WRONG_GSTIN).toBe('This is not a GSTIN: its last character does not fit the others');
  });

  it('is none when a character was mistyped or two were swapped', () => {
    expect(gstinProblem('27AAPFU0939F1ZW')).toBe(WRONG_GSTIN);
    expect(gstinProblem('27AAPFU0938F1ZV')).toBe(WRONG_GSTIN);
    expect(gstinProblem('27AAPUF0939F1ZV')).toBe(WRONG_GSTIN);
    expect(gstinProblem('72AAPFU0939F1ZV')).toBe(NO_GSTIN);
  });

  it('is read in small letters and with spaces', () => {
    expect(bareGstin(' 27aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV');
  });
});
