import type { AnswerOf, CountryCode, content } from '@shop/contracts/browser';
import type { CurrencyState } from '@shop/mfe-kit';

/** What the country's currency is, before anything was fetched: the list of countries is only for the picker. */
const CURRENCY_OF = {
  AU: 'AUD',
  CA: 'CAD',
  DE: 'EUR',
  ES: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  IN: 'INR',
  IT: 'EUR',
  JP: 'JPY',
  US: 'USD',
} as const satisfies Record<CountryCode, string>;

export type CurrencyAnswers = AnswerOf<typeof content.getRates>;

/** The state behind `useCurrency`: the country's currency, with a rate unless it is the rupee or no rate is known. */
export function currencyOf(country: CountryCode, rates: CurrencyAnswers | undefined): CurrencyState {
  const code = CURRENCY_OF[country];
  const perRupee = rates?.rates[code];
  if (code === 'INR' || !perRupee || !rates?.at) return { country, code, rate: null };
  return { country, code, rate: { perRupee, at: rates.at } };
}
