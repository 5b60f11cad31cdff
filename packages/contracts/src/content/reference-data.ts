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

/** Exchange rates of one rupee. Without a rate prices are shown in rupees. */
export const rates = z
  .object({
    base: z.literal('INR'),
    /** Units per rupee by currency; currencies without a known rate are absent. */
    rates: z.partialRecord(currencyCode, z.number().positive()),
    /** Time of the fetch; `null` without rates. */
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
  summary: 'Exchange rates and the time when the server fetched them',
  answer: rates,
  errors: [],
  cache: { seconds: 60, staleSeconds: 600, tags: ['rates'] },
});
