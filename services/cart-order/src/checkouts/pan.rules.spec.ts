import { describe, expect, it } from '@jest/globals';
import type { CurrencyCode } from '@shop/contracts';
import { boughtOnDay, type CountedOrder, isPanNeeded } from './pan.rules.ts';

const LAKH = 1_00_000_00;
const ABOVE = 2 * LAKH;
/** Half past one in the night of the 29th in India, and still the 28th in UTC. */
const NOW = new Date('2026-11-28T20:00:00.000Z');

const purchase = (total: number, { currency = 'INR' as CurrencyCode, country = 'India' } = {}) => ({
  ...{ currency, shippingInfo: { country }, paise: { total } },
});
const order = (total: number, more: Partial<CountedOrder> = {}): CountedOrder => ({
  ...{ ...purchase(total), createdAt: NOW, status: 'Processing', ...more },
});

describe('a PAN', () => {
  it.each([
    ['is needed above the sum', purchase(ABOVE + 1), true],
    ['is not needed at the sum', purchase(ABOVE), false],
    ['is not needed for an export', purchase(9 * LAKH, { country: 'Germany' }), false],
    ['is not needed by who pays in another currency', purchase(9 * LAKH, { currency: 'USD' }), false],
    ['is needed where India is written as its code', purchase(9 * LAKH, { country: 'IN' }), true],
  ])('%s', (_what, bought, isNeeded) => {
    expect(isPanNeeded(bought, 0, ABOVE)).toBe(isNeeded);
  });

  it.each([
    ['a basket that was split in two', [order(1.5 * LAKH)], [], 1.5 * LAKH],
    ['three parts', [order(LAKH), order(LAKH)], [], 2 * LAKH],
    ['parts of which one is being paid', [], [purchase(1.5 * LAKH)], 1.5 * LAKH],
    ['an order that has left', [order(LAKH, { status: 'Shipped' })], [], LAKH],
    ['no order that was cancelled', [order(LAKH, { status: 'Cancelled' })], [], 0],
    ['the first moment of the day in India', [order(LAKH, { createdAt: new Date('2026-11-28T18:30:00Z') })], [], LAKH],
    ['not the last of the day before', [order(LAKH, { createdAt: new Date('2026-11-28T18:29:59Z') })], [], 0],
    ['no order for another country', [order(LAKH, { shippingInfo: { country: 'France' } } as never)], [], 0],
    ['no order in another currency', [order(LAKH, { currency: 'EUR' })], [purchase(LAKH, { currency: 'EUR' })], 0],
  ])('counts %s', (_what, orders, underWay, sum) => {
    expect(boughtOnDay(orders, underWay, NOW)).toBe(sum);
  });

  it('is needed for the part that makes the sum too high', () => {
    const earlier = boughtOnDay([order(1.5 * LAKH)], [], NOW);
    expect(isPanNeeded(purchase(0.5 * LAKH), earlier, ABOVE)).toBe(false);
    expect(isPanNeeded(purchase(0.5 * LAKH + 1), earlier, ABOVE)).toBe(true);
    expect(isPanNeeded(purchase(9 * LAKH, { country: 'Germany' }), earlier, ABOVE)).toBe(false);
  });
});
