/** Without 0, O, 1, I and L. Their number is a prime, which the check character needs. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 10;

/**
 * A reference for a buyer to write into a transfer. `random(n)` returns an integer from 0 to n - 1. Its last character is a check: one wrong
 * character, or two that changed places, never make another valid reference.
 */
export function newReference(random: (below: number) => number): string {
  const chosen = Array.from({ length: REFERENCE_LENGTH - 1 }, () => random(ALPHABET.length));
  const check = (ALPHABET.length - (weighted(chosen) % ALPHABET.length)) % ALPHABET.length;
  return [...chosen, check].map((value) => ALPHABET[value]).join('');
}

export const isReference = (text: string): boolean => {
  const values = [...text].map((character) => ALPHABET.indexOf(character));
  return text.length === REFERENCE_LENGTH && !values.includes(-1) && weighted(values) % ALPHABET.length === 0;
};

/** Letters and digits of a text in upper case: banks cut, join and break what buyers write. */
export const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** All valid references in a bank's description, each once; most are chance. */
export function referencesIn(text: string): string[] {
  const letters = lettersOf(text);
  const windows = Array.from(letters, (_, start) => letters.slice(start, start + REFERENCE_LENGTH));
  return [...new Set(windows.filter(isReference))];
}

/** Positions count from the end: the check character has the weight 1. */
const weighted = (values: number[]): number =>
  values.reduce((sum, value, index) => sum + value * (REFERENCE_LENGTH - index), 0);
