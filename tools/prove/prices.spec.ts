import { describe, expect, it } from '@jest/globals';
import { COUNTRIES, CURRENCIES } from '@shop/contracts';
import { complaintsAbout, type PricedCart } from './prices-checks.ts';
import { choiceOf, randomCart } from './prices.ts';
import { seededRandom } from './seeded.ts';

const next = seededRandom(20_261_122);
const carts = (count: number) => Array.from({ length: count }, (_, index) => randomCart(choiceOf(index), next));

describe('the proof of the prices', () => {
  it('has carts to every country in every currency', () => {
    const pairs = COUNTRIES.length * CURRENCIES.length;
    const chosen = Array.from({ length: pairs }, (_, index) => Object.values(choiceOf(index)).join());
    expect(new Set(chosen).size).toBe(pairs);
  });

  it('has nothing to say about carts as the shop prices them', () => {
    expect(carts(300).flatMap(complaintsAbout)).toEqual([]);
  });

  it.each<[string, (cart: PricedCart) => void]>([
    ['GST that is not rounded half away from zero', ({ rupees }) => (rupees.gst += 1)],
    ['a total that is not the sum of its rows', ({ totals }) => (totals.total += 1)],
    ['a line whose GST is not its share', ({ bill }) => (bill.lines[0]!.gst += 1)],
    ['an extra that is not charged as set', ({ bill }) => (bill.charges.hallmarking.taxable += 1)],
    ['a row that takes something back', ({ bill }) => (bill.charges.shipping = { taxable: -1, gst: 1 })],
  ])('finds %s', (_, plant) => {
    for (const cart of carts(20)) {
      plant(cart);
      expect(complaintsAbout(cart)).not.toEqual([]);
    }
  });

  it('finds a single piece that costs more than its card says', () => {
    const single = carts(400).filter(({ lines: [line, ...others] }) => others.length === 0 && line!.quantity === 1);
    expect(single.length).toBeGreaterThan(5);
    for (const cart of single) {
      const { subtotal, total } = cart.totals;
      const [{ taxable, gst }] = cart.bill.lines as [{ taxable: number; gst: number }];
      // Adds up everywhere else.
      const dearer = {
        ...cart,
        totals: { ...cart.totals, subtotal: subtotal + 1, total: total + 1 },
        bill: { ...cart.bill, lines: [{ taxable: taxable + 1, gst }] },
      };
      expect(complaintsAbout(dearer)).toEqual([expect.stringMatching(/^the card/)]);
    }
  });
});
