import type { AnswerOf, CountryCode, content } from '@shop/contracts/browser';
import type { CurrencyState } from '@shop/mfe-kit';

/** Constant, so that the first render needs no call: the list of countries is only fetched for the picker. */
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

/** The state of `useCurrency`; `rate` is null for the rupee and without a known rate. */
export function currencyOf(country: CountryCode, rates: CurrencyAnswers | undefined): CurrencyState {
  const code = CURRENCY_OF[country];
  const perRupee = rates?.rates[code];
  if (code === 'INR' || !perRupee || !rates?.at) return { country, code, rate: null };
  return { country, code, rate: { perRupee, at: rates.at } };
}
