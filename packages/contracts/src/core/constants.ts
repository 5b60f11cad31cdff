/** Constants of pages and services. Without zod, because the browser entry exports them. */

/** The ten countries of the picker, by ISO 3166-1 code. */
export const COUNTRIES = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'US'] as const;
export type CountryCode = (typeof COUNTRIES)[number];

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
