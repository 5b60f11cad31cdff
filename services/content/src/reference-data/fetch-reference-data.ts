import { type content, COUNTRIES, CURRENCIES, type CurrencyCode } from '@shop/contracts';
import { z } from 'zod';

/** The part of the countries service's answer that is used; other countries are not validated. */
const countriesAnswer = z
  .array(z.looseObject({ cca2: z.string() }))
  .transform((all) => all.filter(({ cca2 }) => COUNTRIES.some((known) => known === cca2)))
  .pipe(
    z
      .array(
        z.object({
          cca2: z.enum(COUNTRIES),
          name: z.object({ common: z.string() }),
          flags: z.object({ png: z.url().optional(), svg: z.url().optional() }),
          currencies: z.record(z.string(), z.object({ symbol: z.string().optional(), name: z.string().optional() })),
        }),
      )
      .min(1),
  );

const rate = z.number().positive().optional();
/** The part of the rate service's answer that is used. */
const ratesAnswer = z.object({
  base: z.literal('INR'),
  time_last_updated: z.number(),
  rates: z
    .object(Object.fromEntries(CURRENCIES.filter((code) => code !== 'INR').map((code) => [code, rate])))
    .refine((rates) => Object.keys(rates).length > 0, 'None of the currencies of the shop'),
});

async function fetchJson(url: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}

/** The ten countries of the picker, by code. Rejects if the service does not answer in time or its answer is invalid. */
export async function fetchCountries(baseUrl: string, timeoutMs: number): Promise<content.Country[]> {
  const all = countriesAnswer.parse(
    await fetchJson(`${baseUrl}/v3.1/all?fields=cca2,name,flags,currencies`, timeoutMs),
  );
  return all
    .flatMap(({ cca2, name, flags, currencies }) => {
      const currency = CURRENCIES.find((known) => known in currencies) satisfies CurrencyCode | undefined;
      if (!currency) return [];
      const flag = flags.svg ?? flags.png ?? '';
      return [{ cca2, name: name.common, flag, currency, symbol: currencies[currency]?.symbol ?? currency }];
    })
    .sort((a, b) => (a.cca2 < b.cca2 ? -1 : 1));
}

/** The value of one rupee in each currency of the picker. Rejects like `fetchCountries`. */
export async function fetchRates(baseUrl: string, timeoutMs: number): Promise<content.Rates> {
  const { time_last_updated: seconds, rates } = ratesAnswer.parse(
    await fetchJson(`${baseUrl}/v4/latest/INR`, timeoutMs),
  );
  return { base: 'INR', rates, at: new Date(seconds * 1000).toISOString() };
}
