import {
  type AnswerOf,
  type cartOrder,
  type CountryCode,
  type content,
  HOME_COUNTRY,
  type ShownTax,
  shownTaxOf,
} from '@shop/contracts/browser';
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
export type TaxAnswer = AnswerOf<typeof cartOrder.getTax>;

/** How prices are shown to visitors of a country. */
export const shownTaxIn = (country: CountryCode, answer: TaxAnswer | undefined): ShownTax | undefined =>
  answer && shownTaxOf(answer.tax, country !== HOME_COUNTRY);

/** The state of `useCurrency`; `rate` is null for the rupee and without a known rate. */
export function currencyOf(
  country: CountryCode,
  rates: CurrencyAnswers | undefined,
  taxAnswer: TaxAnswer | undefined,
): CurrencyState {
  const code = CURRENCY_OF[country];
  const perRupee = rates?.rates[code];
  const tax = shownTaxIn(country, taxAnswer);
  const rate = code === 'INR' || !perRupee || !rates?.at ? null : { perRupee, at: rates.at };
  return { country, code, rate, ...(tax && { tax }) };
}
