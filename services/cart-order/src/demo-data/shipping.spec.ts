import { expect, it } from '@jest/globals';
import { COUNTRIES } from '@shop/contracts';
import { shippingOf } from '../checkouts/totals.rules.ts';
import { demoCharges } from './shipping.ts';

/** As the sandbox's bank answers. */
const RUPEES_PER_DOLLAR = 88.5;
const SUBTOTAL = 8_000_00;

it('costs 60 to 80 dollars to each of the nine other countries, as the shipping policy says, and nothing in India', () => {
  const dollarsTo = (country: string) =>
    shippingOf({ country, subtotalPaise: SUBTOTAL }, demoCharges)!.paise / 100 / RUPEES_PER_DOLLAR;
  expect(demoCharges.internationalShipping).toHaveLength(9);
  for (const country of COUNTRIES.filter((code) => code !== 'IN')) {
    expect([country, dollarsTo(country) >= 60 && dollarsTo(country) <= 80]).toEqual([country, true]);
  }
  expect(dollarsTo('IN')).toBe(0);
});
