import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = path.join(import.meta.dirname, '../..');
const sources = fs
  .globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !/\.spec\.tsx?$/.test(file) && !file.startsWith(path.join('components', 'number-field')));

/** A field whose label has one of `words`. */
const labelled = (words: string) =>
  new RegExp(`<(?:Field|NumberField|input)\\b[^<]*?\\blabel=(?:"[^"]*(?:${words})|\\{\`[^\`]*(?:${words}))`);

/** Ways to make a field for a number that are not this one. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  // Browsers empty it of all that is no number without a word, and complain of NaN; it groups nothing.
  [/\btype(=|: )["']number["']/, 'is NumberField'],
  [/\bvalueAsNumber\b/, 'is NumberField'],
  [/\binputMode(=|: )["']decimal["']/, 'is NumberField, with its decimals'],
  [labelled('₹|INR|currency|\\b[Pp]rice\\b|\\b[Aa]mount\\b|\\b[Cc]harge\\b|\\b[Cc]ost\\b'), 'is MoneyField'],
  [labelled('%|\\b[Pp]er ?cent\\b'), 'is PercentField'],
];

const complaintsOf = (text: string): string[] =>
  OTHERWISE.flatMap(([otherwise, remedy]) => {
    const [found] = otherwise.exec(text) ?? [];
    return found === undefined ? [] : [`${found.replaceAll(/\s+/g, ' ')} ${remedy}`];
  });

describe('a field for a number', () => {
  it('is made in one way in all forms', () => {
    const complaints = sources.flatMap((file) =>
      complaintsOf(fs.readFileSync(path.join(SOURCES, file), 'utf8')).map((complaint) => `${file}: ${complaint}`),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  it.each([
    '<Field label="Pieces" type="number" />',
    "const pieces = { type: 'number', min: '0' } as const;",
    "{...register('pieces', { valueAsNumber: true })}",
    '<Field label="Weight" inputMode="decimal" />',
    '<Field\n  autoComplete="off"\n  label="Charge"\n/>',
    '<Field label={`Amount in ${currency}`} />',
    '<NumberField control={control} name="price" label="Price" />',
    '<Field label="GST in %" />',
  ])('is refused as %s', (text) => {
    expect(complaintsOf(text)).not.toEqual([]);
  });
});
