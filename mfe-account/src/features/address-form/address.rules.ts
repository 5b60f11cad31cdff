import { type BodyOf, HOME_COUNTRY_NAME, type identity, isHomeCountryName } from '@shop/contracts/browser';
import { formatOf } from './country-formats.ts';

/** The form chooses the country by name. */
export type Address = Omit<BodyOf<typeof identity.addAddress>['address'], 'countryCode'> & { country: string };

/** Empty except for common defaults. */
export const newAddress = (name = ''): Address => ({
  name,
  phone: '',
  street: '',
  city: '',
  state: '',
  pincode: '',
  country: HOME_COUNTRY_NAME,
});

/** Limits of the service. */
export const MAX_LENGTHS = { name: 100, phone: 20, street: 200, city: 100, state: 100, pincode: 12 } as const;

const NAMES = {
  name: 'Name',
  phone: 'Phone',
  street: 'Street address',
  city: 'City',
  country: 'Country',
} as const satisfies Partial<Record<keyof Address, string>>;

/** The label of a field, as the country calls it. */
export function labelOf(field: keyof Address, country: string): string {
  if (field === 'pincode') return formatOf(country).postalCode;
  return field === 'state' ? formatOf(country).region : NAMES[field];
}

/** The client-side error of a field, worded like the service's; the service has the final say. */
export function problemOf(field: keyof Address, typed: Address): string | undefined {
  const value = typed[field].trim();
  if (!value) return `${labelOf(field, typed.country)} is required`;
  if (field === 'phone' && !isPhone(value)) return 'This is not a phone number';
  const { postalCode, isPostalCode, example, regions } = formatOf(typed.country);
  const inIndia = isHomeCountryName(typed.country);
  if (field === 'pincode' && isPostalCode?.test(inIndia ? withoutSpaces(value) : value) === false) {
    return inIndia ? 'A pincode has six digits' : `${postalCode}s look like ${example}`;
  }
  if (field === 'state' && inIndia && !regions!.includes(value)) return 'Choose a state of India';
  return undefined;
}

/** Normalised before sending: trimmed, without line breaks, pincode without spaces. */
export const normalized = (typed: Address): Address => ({
  name: typed.name.trim(),
  phone: typed.phone.trim(),
  street: typed.street.trim().replace(/\s*\n\s*/g, ', '),
  city: typed.city.trim(),
  state: typed.state.trim(),
  pincode: isHomeCountryName(typed.country) ? withoutSpaces(typed.pincode) : typed.pincode.trim(),
  country: typed.country,
});

const isPhone = (text: string): boolean => /^\+?[\d\s()-]{6,20}$/.test(text) && text.replace(/\D/g, '').length >= 6;

export const withoutSpaces = (text: string): string => text.replace(/\s/g, '');
