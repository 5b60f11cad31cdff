import { HOME_COUNTRY } from './constants.ts';
import { COUNTRY_NAME_OF } from './country-names.ts';

/** An ISO 3166-1 code of two letters. */
export type IsoCountry = keyof typeof COUNTRY_NAME_OF;

/** Spellings that neither we nor ICU use. */
const ALIASES: Readonly<Partial<Record<IsoCountry, readonly string[]>>> = {
  AE: ['UAE'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  IN: ['Bharat', 'Republic of India'],
  KR: ['Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland', 'The Netherlands'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America'],
  VA: ['Holy See'],
};

/** Without case, accents, punctuation and the ways to write "and" and "saint". */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/\bst\b/g, 'saint')
    .replace(/[^\p{L}\p{N}]/gu, '');

let codes: ReadonlyMap<string, IsoCountry> | undefined;

/** Built on first use: ICU has to name every country. */
function codesByKey(): ReadonlyMap<string, IsoCountry> {
  if (codes) return codes;
  const known = new Map<string, IsoCountry>();
  const icu = (['long', 'short'] as const).map((style) => new Intl.DisplayNames('en', { type: 'region', style }));
  for (const [code, name] of Object.entries(COUNTRY_NAME_OF) as [IsoCountry, string][]) {
    for (const text of [code, name, ...icu.map((names) => names.of(code)!), ...(ALIASES[code] ?? [])]) {
      known.set(keyOf(text), code);
    }
  }
  codes = known;
  return known;
}

/** The code of a country that is given by code or English name. */
export const countryCodeOf = (text: string): IsoCountry | undefined => codesByKey().get(keyOf(text));

/** The English name of a country; a text that names none stays as it is. */
export function countryNameOf(text: string): string {
  const code = countryCodeOf(text);
  return code ? COUNTRY_NAME_OF[code] : text;
}

/** Whether both name the same country; texts from before countries were chosen may name none. */
export const isSameCountry = (one: string, other: string): boolean =>
  (countryCodeOf(one) ?? keyOf(one)) === (countryCodeOf(other) ?? keyOf(other));

export const isIndia = (text: string): boolean => countryCodeOf(text) === HOME_COUNTRY;

/**
 * An address with its country's name and code. One from before countries were chosen may spell it otherwise; one that names none
 * stays as it is. The name decides: a version without codes may have written it.
 */
export function withCountryCode<A extends { country: string; countryCode?: string | undefined }>(stored: A): A {
  const code = countryCodeOf(stored.country);
  return code ? { ...stored, country: COUNTRY_NAME_OF[code], countryCode: code } : stored;
}
