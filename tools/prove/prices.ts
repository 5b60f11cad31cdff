import { parseArgs } from 'node:util';
import { COUNTRIES, type CountryCode, type CurrencyCode } from '@shop/contracts';
import { type Charges, DEFAULT_CHARGES } from '../../services/cart-order/src/charges/charges.schema.ts';
import {
  billOf,
  shippingOf,
  taxTo,
  totalsIn,
  totalsInPaise,
} from '../../services/cart-order/src/checkouts/totals.rules.ts';
import { complaintsAbout, type PricedCart } from './prices-checks.ts';
import { seededRandom } from './seeded.ts';

export const description =
  "Rows = total = the provider's amount: random carts to ten countries, from card to credit note (--carts N, --seed S)";

const CARTS = 100_000;
const SHOWN_FAILURES = 5;

/** Of each country, with about as many units per rupee as in 2026. */
const MONEY: Record<CountryCode, readonly [CurrencyCode, perRupee: number]> = {
  AU: ['AUD', 0.0172],
  CA: ['CAD', 0.0156],
  DE: ['EUR', 0.0096],
  ES: ['EUR', 0.0096],
  FR: ['EUR', 0.0096],
  GB: ['GBP', 0.0084],
  IN: ['INR', 1],
  IT: ['EUR', 0.0096],
  JP: ['JPY', 1.74],
  US: ['USD', 0.0112],
};
const RATES = [0, 0.0025, 0.03, 0.05, 0.18, 0.28];

/** @returns whether every cart adds up, everywhere and to the smallest unit. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { carts: { type: 'string' }, seed: { type: 'string' } } });
  const carts = values.carts === undefined ? CARTS : Number(values.carts);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  if (!Number.isInteger(carts) || carts < 1) throw new Error('--carts must be a positive integer');
  const next = seededRandom(seed);
  const counts = new Map<string, number>();
  let failures = 0;
  const startedAt = performance.now();
  for (let cart = 0; cart < carts; cart += 1) {
    const country = COUNTRIES[cart % COUNTRIES.length]!;
    const wrong = complaintsAbout(randomCart(country, next));
    const [currency] = MONEY[country];
    counts.set(`${country} ${currency}`, (counts.get(`${country} ${currency}`) ?? 0) + 1);
    if (wrong.length === 0) continue;
    failures += 1;
    if (failures <= SHOWN_FAILURES) console.log(`cart ${cart} to ${country}: ${wrong.join('; ')}`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log([...counts].map(([name, count]) => `${name} ${count}`).join(', '));
  console.log(`seed ${seed}: ${carts} carts in ${seconds} s, ${failures} that do not add up`);
  return failures === 0;
}

/** Priced by the shop's own rules. */
export function randomCart(country: CountryCode, next: () => number): PricedCart {
  const random = (below: number): number => Math.floor(next() * below);
  const charges: Charges = {
    ...DEFAULT_CHARGES,
    gstRate: RATES[random(RATES.length)]!,
    zeroRatedExports: random(4) === 0,
    domesticShippingPaise: random(5_000_00),
    engravingPaise: random(1_000_00),
    hallmarkingPaise: random(500_00),
    specialRequestPaise: random(2_000_00),
  };
  const lines = Array.from({ length: 1 + random(12) }, () => ({
    unitPaise: 1 + random(10 ** (2 + random(7))),
    quantity: random(20) === 0 ? 1 + random(1_000) : 1 + random(5),
    engraved: random(5) === 0,
  }));
  const extras = { hallmarking: random(2) === 0, specialRequest: random(2) === 0 };
  const [currency, perRupee] = MONEY[country];
  const rate = perRupee * (0.9 + next() * 0.2);
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
