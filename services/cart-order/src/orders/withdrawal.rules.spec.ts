import { describe, expect, it } from '@jest/globals';
import type { Order } from './order.schema.ts';
import { linesWithdrawn, statusOnWithdrawing, withdrawalOf } from './withdrawal.rules.ts';

const DAY_MS = 24 * 3_600_000;
const within = 14 * DAY_MS;
const ADDRESS = { name: 'Asha', phone: '1', street: 'A', city: 'Munich', state: 'Bavaria', pincode: '80331' };
const READY = { customized: false, engraved: false } as Order['lines'][number];
const MADE = { ...READY, customized: true };
const ENGRAVED = { ...READY, engraved: true };

type Fields = Partial<Pick<Order, 'status' | 'lines' | 'withdrawals' | 'shipments' | 'deliveredAt'>> & {
  country?: string;
};
const anOrder = ({ country = 'Germany', ...fields }: Fields = {}) => ({
  ...{ status: 'Processing' as Order['status'], lines: [READY], shippingInfo: { ...ADDRESS, country } },
  ...fields,
});
const of = (fields: Fields = {}, now = '2026-11-28T10:00:00Z') =>
  withdrawalOf(anOrder(fields), { nowMs: Date.parse(now), withinMs: within });
const at = new Date('2026-11-28T10:00:00Z');

describe('what a buyer may withdraw from', () => {
  it('is all of an order that nothing was withdrawn from', () => {
    expect(linesWithdrawn({})).toEqual(new Set());
  });

  it.each([
    ...['Germany', 'DE', 'France', 'Italy', 'Spain', 'Ireland', 'Réunion'].map((country) => [country, true] as const),
    ...['India', 'United Kingdom', 'Switzerland', 'Norway', 'United States', 'Atlantis'].map(
      (country) => [country, false] as const,
    ),
  ])('of a parcel to %s: %p', (country, isPossible) => {
    expect(of({ country }) !== undefined).toBe(isPossible);
  });

  it.each<[string, Fields, number[] | undefined]>([
    ['all that is ready', { lines: [READY, READY] }, [0, 1]],
    ['what is ready beside what is made to order or engraved', { lines: [MADE, READY, ENGRAVED] }, [1]],
    ['nothing where all is made to order', { lines: [MADE, ENGRAVED] }, undefined],
    ['what it left the first time', { lines: [READY, READY], withdrawals: [{ at, lines: [0] }] }, [1]],
    ['nothing twice', { lines: [READY, MADE], withdrawals: [{ at, lines: [0] }] }, undefined],
    ['nothing of a cancelled order', { status: 'Cancelled' }, undefined],
    ['what has left', { status: 'Shipped' }, [0]],
  ])('is %s', (_, fields, lines) => {
    expect(of(fields)?.lines).toEqual(lines);
  });

  it('has no end before all of it is delivered', () => {
    expect(of({ status: 'Shipped' }, '2036-01-01T00:00:00Z')).toEqual({ lines: [0] });
  });

  // Fourteen days after the day of the delivery, as the country of the parcel counts its days.
  it.each([
    ['Germany', '2026-11-27T10:00:00Z', '2026-12-11T23:00:00.000Z', 'a Friday, whole'],
    ['Germany', '2026-11-27T22:59:59Z', '2026-12-11T23:00:00.000Z', 'the last moment of the day'],
    ['Germany', '2026-11-30T23:00:00Z', '2026-12-15T23:00:00.000Z', 'the next day there, not yet in UTC'],
    ['Germany', '2026-11-30T18:30:00Z', '2026-12-14T23:00:00.000Z', 'the next day in India alone'],
    ['Germany', '2026-11-28T10:00:00Z', '2026-12-14T23:00:00.000Z', 'a Saturday, so that it is Monday'],
    ['Germany', '2026-11-29T10:00:00Z', '2026-12-14T23:00:00.000Z', 'a Sunday, so that it is Monday'],
    ['Germany', '2026-03-16T10:00:00Z', '2026-03-30T22:00:00.000Z', 'a summer time that began'],
    ['Germany', '2026-10-12T10:00:00Z', '2026-10-26T23:00:00.000Z', 'a summer time that ended'],
    ['Spain', '2026-11-30T10:00:00Z', '2026-12-15T00:00:00.000Z', 'the Canary Islands, where days end last'],
    ['Portugal', '2026-11-30T10:00:00Z', '2026-12-15T01:00:00.000Z', 'the Azores'],
    ['Finland', '2026-11-30T10:00:00Z', '2026-12-14T22:00:00.000Z', 'two hours ahead'],
  ])('in %s, delivered %s, ends %s: %s', (country, deliveredAt, until) => {
    const delivered = { country, status: 'Delivered' as const, deliveredAt: new Date(deliveredAt) };
    expect(of(delivered, deliveredAt)!.until!.toISOString()).toBe(until);
    const end = Date.parse(until);
    expect(of(delivered, new Date(end - 1).toISOString())?.lines).toEqual([0]);
    expect(of(delivered, until)).toBeUndefined();
  });

  it('is counted in whole days, however the setting is written', () => {
    const order = { ...anOrder(), deliveredAt: new Date('2026-11-30T10:00:00Z') };
    const ends = (withinMs: number) => withdrawalOf(order, { nowMs: 0, withinMs })!.until!.toISOString();
    expect([ends(1), ends(DAY_MS), ends(DAY_MS + 1)]).toEqual([
      '2026-12-01T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
      '2026-12-02T23:00:00.000Z',
    ]);
  });
});

describe('an order of which nothing is left', () => {
  const both = {
    lines: [READY, READY],
    withdrawals: [
      { at, lines: [0] },
      { at, lines: [1] },
    ],
  };
  it('is one of which every line was withdrawn, at once or not', () => {
    expect([...linesWithdrawn(anOrder(both))]).toEqual([0, 1]);
    expect(statusOnWithdrawing(anOrder(both))).toBe('Cancelled');
    expect(statusOnWithdrawing(anOrder({ ...both, withdrawals: [{ at, lines: [0, 1] }] }))).toBe('Cancelled');
    expect(statusOnWithdrawing(anOrder({ ...both, withdrawals: [{ at, lines: [1] }] }))).toBeUndefined();
    expect(statusOnWithdrawing(anOrder())).toBeUndefined();
  });

  it('is done with the parcels that have left, where nothing else is left to be sent', () => {
    const parcel = { _id: 'p', courier: 'Swift', lines: [0], shippedAt: at };
    expect(statusOnWithdrawing(anOrder({ ...both, shipments: [parcel] }))).toBe('Shipped');
    expect(statusOnWithdrawing(anOrder({ ...both, shipments: [{ ...parcel, deliveredAt: at }] }))).toBe('Delivered');
    const first = { ...both, withdrawals: [{ at, lines: [0] }], shipments: [parcel] };
    expect(statusOnWithdrawing(anOrder(first))).toBeUndefined();
    expect(statusOnWithdrawing(anOrder({ ...both, status: 'Shipped' }))).toBeUndefined();
  });
});
