import { describe, expect, it } from '@jest/globals';
import { shopDayOf } from '@shop/contracts/browser';
import { salesBeside, salesFrom } from '../../testing/sales.ts';
import { besideText, changeOf, daysText, periodIn, stepsOf, stepText } from './period.rules.ts';

const of = (address: string, today = '2026-11-25') => periodIn(new URLSearchParams(address), today);
const ones = (count: number) => Array.from({ length: count }, () => 1);

describe('the period of the sales', () => {
  it('ends today in India, and has 30 days unless the address says otherwise', () => {
    expect(shopDayOf(new Date('2026-11-24T18:29:59Z'))).toBe('2026-11-24');
    expect(shopDayOf(new Date('2026-11-24T18:30:00Z'))).toBe('2026-11-25');
    expect(of('')).toEqual({ name: '30-days', from: '2026-10-27', to: '2026-11-25', against: 'days' });
    expect(of('period=today')).toEqual({ name: 'today', from: '2026-11-25', to: '2026-11-25', against: 'days' });
    expect(of('period=7-days')).toEqual({ name: '7-days', from: '2026-11-19', to: '2026-11-25', against: 'days' });
    expect(of('period=for-ever')).toMatchObject({ name: '30-days' });
  });

  it('may be a month, held against the month before', () => {
    expect(of('period=this-month')).toMatchObject({ from: '2026-11-01', to: '2026-11-25', against: 'month' });
    expect(of('period=last-month')).toMatchObject({ from: '2026-10-01', to: '2026-10-31', against: 'month' });
    expect(of('period=last-month', '2027-01-03')).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
    expect(of('period=last-month', '2028-03-31')).toMatchObject({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('may be the financial year, from April to March, held against the year before', () => {
    const year = (today: string) => of('period=financial-year', today);
    expect(year('2026-11-25')).toMatchObject({ from: '2026-04-01', to: '2026-11-25', against: 'year' });
    expect(year('2027-03-31')).toMatchObject({ from: '2026-04-01', to: '2027-03-31' });
    expect(year('2027-04-01')).toMatchObject({ from: '2027-04-01', to: '2027-04-01' });
  });

  it('may have dates of its own, which win', () => {
    expect(of('period=7-days&from=2026-03-01&to=2026-03-09')).toEqual({
      ...{ name: 'own', from: '2026-03-01', to: '2026-03-09', against: 'days' },
    });
    expect(of('from=2026-03-01')).toMatchObject({ name: '30-days' });
  });

  it('is named by its days, that before with its year where it is another', () => {
    expect(daysText({ from: '2026-10-27', to: '2026-11-25' })).toBe('27 Oct – 25 Nov 2026');
    expect(daysText({ from: '2026-11-25', to: '2026-11-25' })).toBe('25 Nov 2026');
    const year = { from: '2026-04-01', to: '2026-11-25' };
    expect(besideText({ from: '2025-04-01', to: '2025-11-25' }, year)).toBe('1 Apr – 25 Nov 2025');
    expect(besideText({ from: '2026-10-01', to: '2026-10-31' }, year)).toBe('1–31 Oct');
  });
});

describe('the steps of a chart', () => {
  it('are days, each beside the one in its place before', () => {
    const { by, steps } = stepsOf(salesFrom('2026-11-19', [1, 0, 2], 4));
    expect([by, ...steps.map((step) => stepText(step, by))]).toEqual(['day', '19 Nov', '20 Nov', '21 Nov']);
    expect(steps.map(({ orders, net, before }) => [orders, net, before])).toEqual([
      [1, 1_000.5, { from: '2026-11-16', to: '2026-11-16', net: 4_092 }],
      [0, 0, { from: '2026-11-17', to: '2026-11-17', net: 4_092 }],
      [2, 2_031, { from: '2026-11-18', to: '2026-11-18', net: 4_092 }],
    ]);
  });

  it('of a month are beside the same dates; the last one has what is left of a longer month', () => {
    const november = stepsOf(salesBeside('2026-11-01', ones(30), '2026-10-01', ones(31), 'month')).steps;
    expect(november[0]!.before).toMatchObject({ from: '2026-10-01', to: '2026-10-01' });
    expect(november.at(-1)!.before).toEqual({ from: '2026-10-30', to: '2026-10-31', net: 2_001 });
    const march = stepsOf(salesBeside('2026-03-01', ones(31), '2026-02-01', ones(28), 'month')).steps;
    expect(march.slice(27).map(({ before }) => before?.from)).toEqual(['2026-02-28', undefined, undefined, undefined]);
  });

  it('of a year are months, beside those of the year before, leap years too', () => {
    const sales = salesBeside('2027-04-01', ones(366), '2026-04-01', ones(365), 'year');
    const { by, steps } = stepsOf(sales);
    expect([by, steps.length, stepText(steps[0]!, by), stepText(steps.at(-1)!, by)]).toEqual([
      ...['month', 12, 'Apr 2027', 'Mar 2028'],
    ]);
    expect(steps[10]).toMatchObject({ from: '2028-02-01', to: '2028-02-29', orders: 29 });
    expect(steps[10]!.before).toMatchObject({ from: '2027-02-01', to: '2027-02-28' });
    expect(steps[11]!.before).toMatchObject({ from: '2027-03-01', to: '2027-03-31' });
  });

  it.each([
    ['weeks from Monday', salesFrom('2026-03-01', [...ones(60), 5, 0, 3]), 'week', 10, ['1 Mar', '2–8 Mar']],
    ['months', salesFrom('2025-12-20', [...ones(180), 5, 0, 3, 4, 1]), 'month', 7, ['Dec 2025', 'Jan 2026']],
    [
      ...[
        'months of a year before with a leap day',
        salesBeside('2028-04-01', ones(334), '2027-04-01', ones(335), 'year'),
      ],
      ...['month', 11, ['Apr 2028', 'May 2028']],
    ],
  ] as const)('are %s in longer periods, and add up to the totals', (_, sales, unit, count, texts) => {
    const { by, steps } = stepsOf(sales);
    expect([by, steps.length, steps.slice(0, 2).map((step) => stepText(step, by))]).toEqual([unit, count, texts]);
    for (const figure of ['orders', 'pieces', 'gross', 'refunds', 'net'] as const) {
      const sum = steps.reduce((all, step) => all + step[figure], 0);
      expect([figure, Math.round(sum * 100)]).toEqual([figure, Math.round(sales.totals[figure] * 100)]);
    }
    const before = steps.reduce((all, step) => all + (step.before?.net ?? 0), 0);
    expect(Math.round(before * 100)).toBe(Math.round(sales.before.totals.net * 100));
  });
});

describe('a change', () => {
  const change = (now: number | null, before: number | null) =>
    changeOf(now, before, '1–31 Oct', (figure) => `₹${figure}`);

  it('is a share of what was before, in words, with the figure', () => {
    expect(change(112, 100)).toEqual({ text: '12 % more than 1–31 Oct: ₹100', isMore: true });
    expect(change(50, 100)).toEqual({ text: '50 % less than 1–31 Oct: ₹100', isMore: false });
    expect(change(-50, 100)).toMatchObject({ text: '150 % less than 1–31 Oct: ₹100' });
    expect(change(100_100, 100_000)).toMatchObject({ text: 'Less than 1 % more than 1–31 Oct: ₹100000' });
    expect(change(1_234_500, 100)).toMatchObject({ text: '12,34,400 % more than 1–31 Oct: ₹100' });
    expect(change(100, 100)).toEqual({ text: 'The same as 1–31 Oct' });
  });

  it('of nothing, of less than nothing, and without orders is no share', () => {
    expect(change(5, 0)).toEqual({ text: '1–31 Oct: none', isMore: true });
    expect(change(0, 0)).toEqual({ text: 'The same as 1–31 Oct' });
    expect(change(50, -100)).toEqual({ text: '1–31 Oct: ₹-100', isMore: true });
    expect(change(5, null)).toEqual({ text: '1–31 Oct: none' });
    expect(change(null, 5)).toEqual({ text: '1–31 Oct: ₹5' });
    expect(change(null, null)).toEqual({ text: '1–31 Oct: none' });
    expect(changeOf(1, 0, 'the end of 24 Nov', String).text).toBe('The end of 24 Nov: none');
  });
});
