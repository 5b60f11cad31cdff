import { INDIAN_STATES } from '@shop/contracts/browser';

export interface CountryFormat {
  /** What the country calls its codes. */
  postalCode: string;
  isPostalCode?: RegExp;
  /** One that exists, for hint and message. */
  example?: string;
  region: string;
  /** To choose from; without them the region is a text. */
  regions?: readonly string[];
  dialCode?: string;
}

const FIVE_DIGITS = /^\d{5}$/;

/** The countries of the shop's picker, by name. */
const FORMATS: Readonly<Record<string, CountryFormat>> = {
  India: {
    postalCode: 'Pincode',
    isPostalCode: /^[1-9]\d{5}$/,
    example: '302001',
    region: 'State',
    regions: INDIAN_STATES,
    dialCode: '+91',
  },
  'United States': {
    postalCode: 'ZIP code',
    isPostalCode: /^\d{5}(-\d{4})?$/,
    example: '94103',
    region: 'State',
    regions: [
      ...['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware'],
      ...['District of Columbia', 'Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas'],
      ...['Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi'],
      ...['Missouri', 'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York'],
      ...['North Carolina', 'North Dakota', 'Ohio', 'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island'],
      ...['South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah', 'Vermont', 'Virginia', 'Washington'],
      ...['West Virginia', 'Wisconsin', 'Wyoming'],
    ],
    dialCode: '+1',
  },
  Canada: {
    postalCode: 'Postal code',
    isPostalCode: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
    example: 'M5V 3L9',
    region: 'Province',
    regions: [
      ...['Alberta', 'British Columbia', 'Manitoba', 'New Brunswick', 'Newfoundland and Labrador'],
      ...['Northwest Territories', 'Nova Scotia', 'Nunavut', 'Ontario', 'Prince Edward Island', 'Quebec'],
      ...['Saskatchewan', 'Yukon'],
    ],
    dialCode: '+1',
  },
  Australia: {
    postalCode: 'Postcode',
    isPostalCode: /^\d{4}$/,
    example: '2000',
    region: 'State',
    regions: [
      ...['Australian Capital Territory', 'New South Wales', 'Northern Territory', 'Queensland', 'South Australia'],
      ...['Tasmania', 'Victoria', 'Western Australia'],
    ],
    dialCode: '+61',
  },
  'United Kingdom': {
    postalCode: 'Postcode',
    isPostalCode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    example: 'SW1A 1AA',
    region: 'County',
    dialCode: '+44',
  },
  Japan: {
    postalCode: 'Postal code',
    isPostalCode: /^\d{3}-?\d{4}$/,
    example: '100-0001',
    region: 'Prefecture',
    dialCode: '+81',
  },
  Germany: {
    postalCode: 'Postal code',
    isPostalCode: /^(D-)?\d{5}$/,
    example: '80331',
    region: 'State',
    dialCode: '+49',
  },
  France: { postalCode: 'Postal code', isPostalCode: FIVE_DIGITS, example: '75001', region: 'Region', dialCode: '+33' },
  Italy: {
    postalCode: 'Postal code',
    isPostalCode: FIVE_DIGITS,
    example: '00184',
    region: 'Province',
    dialCode: '+39',
  },
  Spain: {
    postalCode: 'Postal code',
    isPostalCode: FIVE_DIGITS,
    example: '28013',
    region: 'Province',
    dialCode: '+34',
  },
};

const OTHERS: CountryFormat = { postalCode: 'Postal code', region: 'State or region' };

export const formatOf = (country: string): CountryFormat => FORMATS[country] ?? OTHERS;

const DIAL_CODES = new Set(Object.values(FORMATS).map(({ dialCode }) => dialCode));

/** Nothing was typed but a country's code. */
export const isDialCode = (phone: string): boolean => phone.trim() === '' || DIAL_CODES.has(phone.trim());
