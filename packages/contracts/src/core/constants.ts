/** Constants of pages and services. Without zod, because the browser entry exports them. */

/** The ten countries of the picker, by ISO 3166-1 code. */
export const COUNTRIES = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'US'] as const;
export type CountryCode = (typeof COUNTRIES)[number];

/** Where the shop is: what goes elsewhere is an export. */
export const HOME_COUNTRY = 'IN' satisfies CountryCode;
/** As addresses name it. */
export const HOME_COUNTRY_NAME = 'India';
/** Of a country as addresses name it; `isIndia` knows other spellings too, by a table that pages do not load. */
export const isHomeCountryName = (name: string): boolean => name === HOME_COUNTRY_NAME;

/** Their currencies, by ISO 4217 code. */
export const CURRENCIES = ['AUD', 'CAD', 'EUR', 'GBP', 'INR', 'JPY', 'USD'] as const;
export type CurrencyCode = (typeof CURRENCIES)[number];

/** Decimal places of each currency. */
export const CURRENCY_DECIMALS: Readonly<Record<CurrencyCode, 0 | 2>> = {
  AUD: 2,
  CAD: 2,
  EUR: 2,
  GBP: 2,
  INR: 2,
  JPY: 0,
  USD: 2,
};

/** The states and union territories of India, as spelled in addresses. */
export const INDIAN_STATES = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const;

/** Their codes in GST, as a GSTIN begins: bills name them beside the state. */
export const GST_STATE_CODES: Readonly<Record<(typeof INDIAN_STATES)[number], string>> = {
  'Andaman and Nicobar Islands': '35',
  'Andhra Pradesh': '37',
  'Arunachal Pradesh': '12',
  Assam: '18',
  Bihar: '10',
  Chandigarh: '04',
  Chhattisgarh: '22',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Delhi: '07',
  Goa: '30',
  Gujarat: '24',
  Haryana: '06',
  'Himachal Pradesh': '02',
  'Jammu and Kashmir': '01',
  Jharkhand: '20',
  Karnataka: '29',
  Kerala: '32',
  Ladakh: '38',
  Lakshadweep: '31',
  'Madhya Pradesh': '23',
  Maharashtra: '27',
  Manipur: '14',
  Meghalaya: '17',
  Mizoram: '15',
  Nagaland: '13',
  Odisha: '21',
  Puducherry: '34',
  Punjab: '03',
  Rajasthan: '08',
  Sikkim: '11',
  'Tamil Nadu': '33',
  Telangana: '36',
  Tripura: '16',
  'Uttar Pradesh': '09',
  Uttarakhand: '05',
  'West Bengal': '19',
};

/** Where the browser keeps what a guest saved; only storefront reads and writes what is in it. */
export const GUEST_WISHLIST = 'shop:wishlist';

/** Pictures that a review may have. */
export const MAX_REVIEW_PHOTOS = 4;

/** Maximum size of an uploaded picture or clip. */
export const UPLOAD_LIMIT_BYTES = 10_000_000;

/** Of a product. */
export const MAX_PICTURES = 12;

/** Free pieces at which the stock of a product is low that has no figure of its own. */
export const LOW_STOCK_AT = 2;
