import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { countryCode, currencyCode } from '../core/shapes.ts';

/** A country of the picker, sorted by code. */
export const country = z
  .object({
    cca2: countryCode,
    name: z.string(),
    flag: z.string(),
    currency: currencyCode,
    /** `₹`, `$`, `£` … */
    symbol: z.string(),
  })
  .meta({ id: 'Country' });
export type Country = z.infer<typeof country>;

export const listCountries = defineCall({
  id: 'content.list-countries',
  service: 'content',
  method: 'GET',
  path: '/countries',
  access: 'guest',
  summary: 'The ten countries of the picker with flag and currency',
  answer: z.object({ countries: z.array(country) }),
  errors: [],
  cache: { seconds: 600, staleSeconds: 86_400, tags: ['countries'] },
});

/** Rates of one rupee. Without a rate a price is shown in rupees. */
export const rates = z
  .object({
    base: z.literal('INR'),
    /** Units of the other currency for one rupee; a currency without a known rate is missing. */
    rates: z.partialRecord(currencyCode, z.number().positive()),
    /** When the rates were fetched; `null` while none are known. */
    at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Rates' });
export type Rates = z.infer<typeof rates>;

export const getRates = defineCall({
  id: 'content.get-rates',
  service: 'content',
  method: 'GET',
  path: '/rates',
  access: 'guest',
  summary: 'Currency rates, fetched by the server and shown with their time',
  answer: rates,
  errors: [],
  cache: { seconds: 60, staleSeconds: 600, tags: ['rates'] },
});
