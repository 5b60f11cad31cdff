import { parseArgs } from 'node:util';
import { COUNTRIES, type CountryCode, CURRENCIES, type CurrencyCode } from '@shop/contracts';
import { type Charges, DEFAULT_CHARGES } from '../../services/cart-order/src/charges/charges.schema.ts';
import {
  billOf,
  shippingOf,
  taxTo,
  totalsIn,
  totalsInPaise,
} from '../../services/cart-order/src/checkouts/totals.rules.ts';
import { complaintsAbout, type PricedCart } from './prices-checks.ts';
import { countOf, seededRandom, seedOf } from './seeded.ts';

export const description =
  "Rows = total = the provider's amount: random carts to ten countries in all currencies, from card to credit note (--carts N, --seed S)";

const CARTS = '100000';
const SHOWN_FAILURES = 5;

/**
 * Units per rupee, about as in 2026. The picker's ten countries have these seven currencies: four of them pay in euros. A buyer
 * may choose any of them, wherever the parcel goes.
 */
const UNITS_PER_RUPEE: Record<CurrencyCode, number> = {
  AUD: 0.0172,
  CAD: 0.0156,
  EUR: 0.0096,
  GBP: 0.0084,
  INR: 1,
  JPY: 1.74,
  USD: 0.0112,
};
const RATES = [0, 0.0025, 0.03, 0.05, 0.18, 0.28];

/** @returns whether every cart adds up, everywhere and to the smallest unit. */
export async function run(args: string[]): Promise<boolean> {
  const options = { carts: { type: 'string', default: CARTS }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const carts = countOf('--carts', values.carts);
  const seed = seedOf(values.seed);
  const next = seededRandom(seed);
  const counts = new Map<string, number>();
  let failures = 0;
  const startedAt = performance.now();
  for (let cart = 0; cart < carts; cart += 1) {
    const { country, currency } = choiceOf(cart);
    const wrong = complaintsAbout(randomCart({ country, currency }, next));
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
    if (wrong.length === 0) continue;
    failures += 1;
    if (failures <= SHOWN_FAILURES) console.log(`cart ${cart} to ${country} in ${currency}: ${wrong.join('; ')}`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`to ${COUNTRIES.length} countries: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  console.log(`seed ${seed}: ${carts} carts in ${seconds} s, ${failures} that do not add up`);
  return failures === 0;
}

interface Choice {
  country: CountryCode;
  currency: CurrencyCode;
}

/** One after the other all pairs of a country and a currency. */
export const choiceOf = (cart: number): Choice => ({
  country: COUNTRIES[cart % COUNTRIES.length]!,
  currency: CURRENCIES[Math.floor(cart / COUNTRIES.length) % CURRENCIES.length]!,
});

/** Priced by the shop's own rules. */
export function randomCart({ country, currency }: Choice, next: () => number): PricedCart {
  const random = (below: number): number => Math.floor(next() * below);
  const charges: Charges = {
    ...DEFAULT_CHARGES,
    gstRate: RATES[random(RATES.length)]!,
    zeroRatedExports: random(4) === 0,
    domesticShippingPaise: random(5_000_00),
    engravingPaise: random(1_000_00),
    hallmarkingPaise: random(500_00),
    specialRequestPaise: random(2_000_00),
    giftWrapPaise: random(500_00),
  };
  const lines = Array.from({ length: 1 + random(12) }, () => ({
    unitPaise: 1 + random(10 ** (2 + random(7))),
    quantity: random(20) === 0 ? 1 + random(1_000) : 1 + random(5),
    engraved: random(5) === 0,
  })).map((line) => ({ ...line, particulars: { isHallmarked: line.unitPaise % 2 === 0 } }));
  const extras = { hallmarking: random(2) === 0, specialRequest: random(2) === 0, giftWrap: random(2) === 0 };
  // Half to double: what adds up must not depend on the day's rate.
  const rate = currency === 'INR' ? 1 : UNITS_PER_RUPEE[currency] * 2 ** (2 * next() - 1);
  const { gstRate } = taxTo(country, charges);

  const subtotalPaise = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  const shipping = shippingOf({ country, subtotalPaise }, charges)!;
  const rupees = totalsInPaise(lines, extras, shipping.paise, gstRate, charges);
  const { units, totals } =
    currency === 'INR'
      ? { units: lines.map(({ unitPaise }) => unitPaise), totals: rupees }
      : totalsIn(currency, rate, lines, rupees);
  const lineAmounts = lines.map(({ quantity }, index) => units[index]! * quantity);
  const bill = billOf(totals, lineAmounts, gstRate);
  const refunds = [random(totals.total), random(totals.total)];
  return { currency, rate, gstRate, lines, rupees, totals, bill, refunds };
}
