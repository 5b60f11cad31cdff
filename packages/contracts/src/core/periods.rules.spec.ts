import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  AGAINST,
  daysAfter,
  endOfShopDay,
  lengthOf,
  localOfShop,
  momentOfShop,
  periodBefore,
  SHOP_TIME_ZONE,
  shopDayOf,
  startOfShopDay,
} from './periods.rules.ts';

const before = (from: string, to: string, against: (typeof AGAINST)[number]) => {
  const earlier = periodBefore({ from, to }, against);
  return `${earlier.from} ${earlier.to}`;
};

describe('a time that is written in the zone of the shop', () => {
  it('is five and a half hours earlier in UTC, and no date where it is none', () => {
    expect(momentOfShop('2026-11-25T04:15').toISOString()).toBe('2026-11-24T22:45:00.000Z');
    expect(momentOfShop('2026-11-25T09:30:15').toISOString()).toBe('2026-11-25T04:00:15.000Z');
    expect(momentOfShop('').getTime()).toBeNaN();
  });

  it.each(['2026-11-25T04:15', '2026-11-25T00:00', '2026-11-25T09:30:15', '2026-11-25T10:00:15'])(
    'is written again as it was: %s',
    (local) => {
      expect(localOfShop(momentOfShop(local))).toBe(local);
    },
  );
});

describe('the day of the shop', () => {
  it.each(['2026-11-24T18:29:59.999Z', '2026-11-24T18:30:00.000Z', '2026-06-30T18:30:00.000Z'])(
    'is that of its time zone: %s',
    (at) => {
      const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short' });
      expect(shopDayOf(new Date(at))).toBe(inZone.format(new Date(at)));
    },
  );
});

describe('the period before', () => {
  it('has as many days, the last of them the day before', () => {
    expect(before('2026-11-25', '2026-11-25', 'days')).toBe('2026-11-24 2026-11-24');
    expect(before('2026-11-19', '2026-11-25', 'days')).toBe('2026-11-12 2026-11-18');
    expect(before('2028-02-01', '2028-02-29', 'days')).toBe('2028-01-03 2028-01-31');
  });

  it('of a month is the month before: of a whole one the whole, of a begun one the same days', () => {
    expect(before('2026-10-01', '2026-10-31', 'month')).toBe('2026-09-01 2026-09-30');
    expect(before('2026-11-01', '2026-11-30', 'month')).toBe('2026-10-01 2026-10-31');
    expect(before('2026-11-01', '2026-11-25', 'month')).toBe('2026-10-01 2026-10-25');
    expect(before('2026-03-01', '2026-03-30', 'month')).toBe('2026-02-01 2026-02-28');
    expect(before('2027-01-01', '2027-01-31', 'month')).toBe('2026-12-01 2026-12-31');
  });

  it('of a year has the same days of the year before', () => {
    expect(before('2026-04-01', '2026-11-25', 'year')).toBe('2025-04-01 2025-11-25');
    expect(before('2027-04-01', '2028-02-29', 'year')).toBe('2026-04-01 2027-02-28');
    expect(before('2028-04-01', '2029-02-28', 'year')).toBe('2027-04-01 2028-02-29');
  });

  it('never ends before it begins, and ends before the period where that is within one month or year', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((count) => daysAfter('2001-01-01', count));
    fc.assert(
      fc.property(day, fc.nat(364), fc.constantFrom(...AGAINST), (from, more, against) => {
        const to = daysAfter(from, more);
        const earlier = periodBefore({ from, to }, against);
        expect(lengthOf(earlier)).toBeGreaterThanOrEqual(1);
        const isOfMonths = against === 'month' && from.slice(0, 7) !== to.slice(0, 7);
        expect(isOfMonths || earlier.to < from).toBe(true);
      }),
    );
  });
});

it('a day of the shop begins and ends at midnight in India', () => {
  expect(startOfShopDay('2026-11-25').toISOString()).toBe('2026-11-24T18:30:00.000Z');
  expect(endOfShopDay('2026-11-25').toISOString()).toBe('2026-11-25T18:30:00.000Z');
  expect(shopDayOf(new Date('2026-11-24T18:29:59Z'))).toBe('2026-11-24');
  expect(shopDayOf(new Date('2026-11-24T18:30:00Z'))).toBe('2026-11-25');
});
