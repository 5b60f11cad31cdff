import { describe, expect, it } from '@jest/globals';
import {
  COUNTRY_NAME_OF,
  countryCodeOf,
  isIndia,
  isSameCountry,
  writtenAddress,
  writtenCountry,
} from '../src/index.ts';

const HOME = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
};
const MUNICH = { ...HOME, state: 'Bavaria', pincode: '80331' };

const errorsOf = (address: object): Record<string, string> =>
  Object.fromEntries(
    (writtenAddress.safeParse(address).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

describe('a country', () => {
  it('is every code of ICU, except what is no country of its own in ISO 3166-1', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const regions = letters
      .flatMap((one) => letters.map((other) => one + other))
      .filter((code) => names.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
    const reserved = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'XK', 'ZZ'];
    expect(regions.filter((code) => !reserved.includes(code))).toEqual(Object.keys(COUNTRY_NAME_OF).sort());
  });

  it.each(Object.entries(COUNTRY_NAME_OF))('is understood by its code %s and its name %s', (code, name) => {
    const spellings = [code, code.toLowerCase(), name, name.toUpperCase(), ` ${name.toLowerCase()} `];
    expect(spellings.map(countryCodeOf)).toEqual(spellings.map(() => code));
  });

  it.each([
    ['USA', 'US'],
    ['u.s.a.', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['UAE', 'AE'],
    ['Turkey', 'TR'],
    ['Cote d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['Czech Republic', 'CZ'],
    ['Hong Kong SAR China', 'HK'],
    ['Bharat', 'IN'],
    ['Republic of India', 'IN'],
  ])('is understood where people write %s', (text, code) => {
    expect(countryCodeOf(text)).toBe(code);
  });

  it.each(['XX', 'Indian', 'Atlantis', '__proto__', 'constructor', '🇮🇳', '-'])('is not %p', (text) => {
    expect(countryCodeOf(text)).toBeUndefined();
    expect(writtenCountry.safeParse(text).error?.issues).toMatchObject([{ message: 'This is not a country' }]);
  });

  it('is the same by code and by name; a text that names none is only the same as itself', () => {
    expect([isIndia('INDIA'), isIndia('in'), isIndia('Indonesia')]).toEqual([true, true, false]);
    expect([isSameCountry('DE', 'germany'), isSameCountry('Europe', ' europe'), isSameCountry('Europe', 'DE')]).toEqual(
      [true, true, false],
    );
  });
});

describe('an address that is entered', () => {
  it.each([
    { country: 'India' },
    { country: 'INDIA' },
    { country: 'india' },
    { country: 'IN' },
    { countryCode: 'IN' },
    { countryCode: 'in' },
    { country: ' India ', countryCode: 'IN' },
    {},
  ])('has name and code of its country from %p, and the rules of India', (country) => {
    expect(writtenAddress.parse({ ...HOME, ...country })).toEqual({ ...HOME, country: 'India', countryCode: 'IN' });
    expect(errorsOf({ ...MUNICH, ...country })).toEqual({
      pincode: 'A pincode has six digits',
      state: 'Choose a state of India',
    });
  });

  it.each([{ country: 'germany' }, { country: 'DE' }, { countryCode: 'DE' }])(
    'elsewhere, from %p, has the rules of no state and pincode',
    (country) => {
      const { country: name, countryCode } = writtenAddress.parse({ ...MUNICH, ...country });
      expect([name, countryCode]).toEqual(['Germany', 'DE']);
    },
  );

  it('names the field of a country that there is not, and of a code that contradicts the name', () => {
    expect(errorsOf({ ...HOME, country: 'Atlantis' })).toEqual({ country: 'This is not a country' });
    expect(errorsOf({ ...HOME, countryCode: 'XX' })).toEqual({ countryCode: 'This is not a country' });
    expect(errorsOf({ ...HOME, country: 'Germany', countryCode: 'IN' })).toEqual({
      countryCode: 'This is the code of another country',
    });
  });

  it('names everything at once', () => {
    expect(Object.keys(errorsOf({ ...MUNICH, name: ' ', phone: 'no' })).sort()).toEqual([
      'name',
      'phone',
      'pincode',
      'state',
    ]);
  });
});
