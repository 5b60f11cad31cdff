import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isReference, newReference, referencesIn } from './reference.rules.ts';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const reference = fc
  .array(fc.nat({ max: 1_000_000 }), { minLength: 9, maxLength: 9 })
  .map((numbers) => newReference((below) => numbers.shift()! % below));
const separator = fc.constantFrom('', ' ', '-', '/', '\n', '.');

describe('a reference', () => {
  it('is ten characters that nobody takes for another, and valid', () => {
    fc.assert(
      fc.property(reference, (made) => {
        expect(made).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
        expect(isReference(made)).toBe(true);
      }),
    );
  });

  it('with one wrong character is not the reference of somebody else', () => {
    fc.assert(
      fc.property(reference, fc.nat({ max: 9 }), fc.constantFrom(...ALPHABET), (made, at, typed) => {
        fc.pre(made[at] !== typed);
        expect(isReference(made.slice(0, at) + typed + made.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('with two characters that changed places is not the reference of somebody else', () => {
    fc.assert(
      fc.property(reference, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (made, one, other) => {
        fc.pre(made[one] !== made[other]);
        const characters = [...made];
        [characters[one], characters[other]] = [characters[other]!, characters[one]!];
        expect(isReference(characters.join(''))).toBe(false);
      }),
    );
  });

  it('is none with a character too many or too few, and no other text is one', () => {
    fc.assert(
      fc.property(reference, (made) => {
        expect([isReference(made.slice(1)), isReference(`${made}2`)]).toEqual([false, false]);
      }),
    );
    expect(['', 'ABCDEFGHI0', 'abcdefghij', '          '].map(isReference)).toEqual([false, false, false, false]);
  });
});

describe('a reference in a description of a bank', () => {
  it('is found however it is cut, in any case, with anything around it', () => {
    const cut = fc.tuple(reference, fc.array(separator, { minLength: 10, maxLength: 10 }), fc.boolean());
    fc.assert(
      fc.property(cut, fc.string(), fc.string(), ([made, separators, isLower], before, after) => {
        const written = [...made].map((character, index) => character + separators[index]!).join('');
        expect(referencesIn(`${before} ${isLower ? written.toLowerCase() : written} ${after}`)).toContain(made);
      }),
    );
  });

  it('is listed once where it stands twice, and beside another one', () => {
    const [one, other] = [newReference((below) => below - 1), newReference((below) => below - 3)];
    expect(referencesIn(`NEFT ${one} / ${one}-${other}`).filter((found) => [one, other].includes(found))).toEqual([
      one,
      other,
    ]);
    expect(referencesIn('UPI/ASHA RAO')).toEqual([]);
  });
});
