import { describe, expect, it } from '@jest/globals';
import { addBusinessDays, deliveryDates, mostPrecise, prefixesOf } from './delivery.rules.ts';

describe('business days', () => {
  it.each([
    ['2026-11-24', 0, '2026-11-24', 'a Tuesday is one'],
    ['2026-11-24', 3, '2026-11-27', 'the third after it'],
    ['2026-11-27', 1, '2026-11-30', 'from a Friday to the Monday'],
    ['2026-11-28', 0, '2026-11-30', 'a Saturday is none'],
    ['2026-11-29', 1, '2026-11-30', 'one after a Sunday is Monday'],
    ['2026-08-14', 1, '2026-08-17', 'Independence Day, on a Saturday'],
    ['2028-08-14', 1, '2028-08-16', 'Independence Day, on a Tuesday'],
    ['2026-10-01', 1, '2026-10-05', 'Gandhi Jayanti, on a Friday'],
    ['2027-01-25', 1, '2027-01-27', 'Republic Day'],
    ['2026-12-31', 1, '2027-01-01', 'over the end of a year'],
  ])('%s and %i are %s: %s', (day, count, expected) => {
    expect(addBusinessDays(day, count)).toBe(expected);
  });
});

describe('the dates of a delivery', () => {
  const dispatch = { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 };
  const travel = { fromDays: 2, toDays: 3 };

  it('are those of dispatch and travel together', () => {
    expect(deliveryDates('2026-11-24', travel, dispatch, false)).toEqual({
      earliest: '2026-11-27',
      latest: '2026-12-01',
    });
  });

  it('are later by the making of a piece that is made to order', () => {
    expect(deliveryDates('2026-11-24', travel, dispatch, true)).toEqual({
      earliest: '2026-12-17',
      latest: '2026-12-25',
    });
  });
});

describe('the row of a PIN code', () => {
  it('is the one with the most digits', () => {
    expect(prefixesOf('302001')).toEqual(['302001', '30200', '3020', '302', '30', '3']);
    expect(mostPrecise([{ _id: '30' }, { _id: '3020' }, { _id: '302' }])).toEqual({ _id: '3020' });
    expect(mostPrecise([])).toBeUndefined();
  });
});
