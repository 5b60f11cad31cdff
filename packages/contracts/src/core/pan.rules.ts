/** Three letters, the kind of holder, the first letter of the name, four digits, a letter. Without zod, because the browser entry exports it. */
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/;

export const NO_PAN = 'This is not a PAN: one looks like ABCPE1234F';

/** As it is stored: in capitals, without spaces. */
export const barePan = (written: string): string => written.replaceAll(/\s/g, '').toUpperCase();

/** What is wrong with a PAN as `barePan` makes it. */
export const panProblem = (pan: string): string | undefined => (PAN.test(pan) ? undefined : NO_PAN);

/** That of a business is in its GSTIN, after the code of the state. */
export const panOfGstin = (gstin: string): string => gstin.slice(2, 12);

/** As its holder sees it: `XXXXX1234F`. */
export const maskedPan = (pan: string): string => `XXXXX${pan.slice(-5)}`;
