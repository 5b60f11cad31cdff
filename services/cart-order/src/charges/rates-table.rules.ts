import { cartOrder, countryCodeOf } from '@shop/contracts';
import type { Table } from '../table-csv.rules.ts';

/** What makes two rates the same one. */
export const rateKey = ({ country, courier }: Pick<cartOrder.InternationalRate, 'country' | 'courier'>): string =>
  `${countryCodeOf(country) ?? country} ${courier.trim().toLowerCase()}`;

/** Couriers' charges by country, as a file. */
export const RATES_TABLE: Table<cartOrder.InternationalRate> = {
  columns: ['country', 'courier', 'charge'],
  numbers: ['charge'],
  schema: cartOrder.internationalRateToSave,
  keyOf: rateKey,
  about: 'country',
  maxRows: cartOrder.MAX_RATES,
};
