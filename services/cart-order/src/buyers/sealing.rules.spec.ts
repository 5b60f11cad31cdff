import { describe, expect, it } from '@jest/globals';
import type { Order } from '../orders/order.schema.ts';
import { keepBillUntil, sealed, unfinishedCheckoutOf, unfinishedOf } from './sealing.rules.ts';

const HOME = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: 'India',
  countryCode: 'IN',
};
const line = (engraving?: string) => ({
  product: { name: 'Meera Ring', productGroup: 'AR-1001' },
  customizations: { costomization: 'no', ...(engraving && { engraving }) },
});
const order = (changes: object = {}): Order =>
  ({
    _id: '65f0c0ffee00000000abc123',
    status: 'Delivered',
    createdAt: new Date('2026-11-24T10:00:00Z'),
    invoice: { number: 'INV/26-27/000042', issuedAt: new Date('2026-11-24T10:00:01Z') },
    numbersDue: false,
    payment: { amount: 100_000 },
    refunds: [],
    lines: [line('Asha & Ravi'), line()],
    shippingInfo: HOME,
    specialRequest: 'Ring twice for Asha',
    ...changes,
  }) as unknown as Order;

describe('an order is finished', () => {
  it.each([
    ['while it is prepared', { status: 'Processing' }, 'order'],
    ['while it is on its way', { status: 'Shipped' }, 'order'],
    ['while money goes back', { refunds: [{ state: 'requested', amount: 1 }] }, 'refund'],
    ['while a refund waits for a dispute', { status: 'Cancelled', waitingRefund: { amount: 5, keep: 0 } }, 'refund'],
    ['while it is disputed', { disputes: [{ disputeId: 'd', status: 'under-review', amount: null }] }, 'dispute'],
    ['while its bill is written', { numbersDue: true }, 'order'],
  ])('not %s', (_when, changes, kind) => {
    expect(unfinishedOf(order(changes))).toBe(kind);
  });

  it('once it was delivered or cancelled, and all money is where it belongs', () => {
    expect(unfinishedOf(order())).toBeUndefined();
    const paidBack = { refunds: [{ state: 'completed', amount: 100_000 }], waitingRefund: { amount: 0, keep: 0 } };
    expect(unfinishedOf(order({ status: 'Cancelled', ...paidBack }))).toBeUndefined();
    expect(unfinishedOf(order({ disputes: [{ disputeId: 'd', status: 'lost', amount: null }] }))).toBeUndefined();
  });
});

describe('a checkout that is not finished', () => {
  it.each([
    ['capturing', 'payment'],
    ['retaking', 'payment'],
    ['frozen', 'checkout'],
    ['expired', 'checkout'],
  ] as const)('waits, while it is %s, for its %s', (state, kind) => {
    expect(unfinishedCheckoutOf(state)).toBe(kind);
  });
});

describe('a bill is kept', () => {
  it.each([
    ['2026-11-24T10:00:00Z', '2035-04-01T00:00:00+05:30'],
    // Still March in India, and already April.
    ['2027-03-31T18:29:59Z', '2035-04-01T00:00:00+05:30'],
    ['2027-03-31T18:30:00Z', '2036-04-01T00:00:00+05:30'],
  ])('of %s until %s: eight years after its financial year', (writtenAt, until) => {
    expect(keepBillUntil(new Date(writtenAt))).toEqual(new Date(until));
  });
});

describe('an order of a deleted account', () => {
  const now = new Date('2026-12-01T00:00:00Z');

  it('keeps nothing personal, and where its taxes were due', () => {
    const { fields } = sealed(order({ business: { name: 'Rao Traders' }, pan: 'ABCPE1234F' }), now);
    const left = JSON.stringify(fields);
    expect(left).not.toMatch(/Asha|98765|MG Road|Jaipur|302001|ABCPE/i);
    expect(fields.shippingInfo).toMatchObject({ state: 'Rajasthan', country: 'India', countryCode: 'IN' });
    expect(fields.specialRequest).toBeNull();
    expect(fields.words).toContain('meera');
  });

  it('has words in the place of what was personal, and all else as it was', () => {
    const { fields } = sealed(order(), now);
    expect(fields.shippingInfo).toEqual({
      ...{ ...HOME, name: 'Removed', phone: '000000', street: 'Removed', city: 'Removed', pincode: '000000' },
    });
    expect(fields.lines).toEqual([line('Removed'), line()]);
  });

  it('is kept from when its bill was written, or else from when it was placed', () => {
    const createdAt = new Date('2027-03-31T18:00:00Z');
    const keptUntil = (changes: object) => sealed(order({ createdAt, ...changes }), now).buyer.keepUntil;
    expect(keptUntil({ invoice: { issuedAt: new Date('2027-03-31T18:30:00Z') } })).toEqual(
      new Date('2036-04-01T00:00:00+05:30'),
    );
    expect(keptUntil({ invoice: undefined })).toEqual(new Date('2035-04-01T00:00:00+05:30'));
  });

  it('has whom its bill is made out to beside it, and no more', () => {
    const { buyer } = sealed(order({ business: { name: 'Rao Traders' }, pan: 'ABCPE1234F' }), now);
    expect(buyer).toEqual({
      _id: '65f0c0ffee00000000abc123',
      sealedAt: now,
      keepUntil: new Date('2035-04-01T00:00:00+05:30'),
      shippingInfo: HOME,
      business: { name: 'Rao Traders' },
      pan: 'ABCPE1234F',
    });
  });
});
