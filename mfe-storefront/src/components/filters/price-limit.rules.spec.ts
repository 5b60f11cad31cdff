import { describe, expect, it } from '@jest/globals';
import { converted, CURRENCY_DECIMALS, paiseFrom } from '@shop/contracts';
import fc from 'fast-check';
import { rupeeLimit, shownLimit } from './price-limit.rules.ts';

const DOLLARS = { code: 'USD', perRupee: 1 / 88.5 } as const;
const YEN = { code: 'JPY', perRupee: 1 / 0.58 } as const;

describe('a price limit in another currency', () => {
  it('is shown again as it was typed', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(DOLLARS, YEN),
        fc.constantFrom('lowest', 'highest'),
        (units, shown, side) => {
          const typed = String(units / 10 ** CURRENCY_DECIMALS[shown.code]);
          expect(shownLimit(rupeeLimit(side, typed, shown), shown)).toBe(typed);
        },
      ),
    );
  });

  it('lets every piece through that is shown at the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(DOLLARS, YEN), (paise, shown) => {
        const unit = 10 ** CURRENCY_DECIMALS[shown.code];
        const price = paise * shown.perRupee * (unit / 100);
        // At the very edge of rounding the next limit is as good.
        fc.pre(Math.abs(price - Math.round(price)) < 0.44);
        const typed = String(converted(paise, shown.perRupee, shown.code) / unit);
        expect(paiseFrom(Number(rupeeLimit('lowest', typed, shown)))).toBeLessThanOrEqual(paise);
        expect(paiseFrom(Number(rupeeLimit('highest', typed, shown)))).toBeGreaterThanOrEqual(paise);
      }),
    );
  });

  it('that is none, or no number, stays what it is', () => {
    for (const text of ['', 'cheap', '1,000']) {
      expect([shownLimit(text, DOLLARS), rupeeLimit('lowest', text, DOLLARS)]).toEqual([text, text]);
    }
  });

  it('is never below nothing, unless it was typed so: then the shop says what is wrong', () => {
    expect(rupeeLimit('lowest', '0', DOLLARS)).toBe('0');
    expect(Number(rupeeLimit('lowest', '-5', DOLLARS))).toBeLessThan(0);
  });
});
