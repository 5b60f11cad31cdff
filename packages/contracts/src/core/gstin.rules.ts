/** State code, PAN, number of the registration within the state, Z, check character. */
const GSTIN = /^(?:0[1-9]|[12]\d|3[0-8]|97)[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const NO_GSTIN = 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV';
export const WRONG_GSTIN = 'This is not a GSTIN: its last character does not fit the others';

/** As it is stored: in capitals, without spaces. */
export const bareGstin = (written: string): string => written.replaceAll(/\s/g, '').toUpperCase();

/** What is wrong with a GSTIN as `bareGstin` makes it. */
export function gstinProblem(gstin: string): string | undefined {
  if (!GSTIN.test(gstin)) return NO_GSTIN;
  return checkCharacterOf(gstin) === gstin.at(-1) ? undefined : WRONG_GSTIN;
}

/** Luhn's algorithm in base 36, over all characters but the last. */
function checkCharacterOf(gstin: string): string {
  const base = DIGITS.length;
  const sum = Array.from(gstin.slice(0, -1), (character, index) => {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return Math.floor(product / base) + (product % base);
  }).reduce((one, other) => one + other, 0);
  return DIGITS[(base - (sum % base)) % base]!;
}
