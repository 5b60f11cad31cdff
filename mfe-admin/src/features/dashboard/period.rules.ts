import { daysAfter, lengthOf, type Period } from '@shop/contracts/browser';
import type { Sales } from '../../api/orders.ts';

type Against = Sales['against'];
type Day = Sales['days'][number];

/** A chart of more days shows weeks, one of more than half a year months. */
const MOST_DAYS_SHOWN = 62;
const MOST_DAYS_IN_WEEKS = 184;

const firstOfMonth = (day: string, months = 0): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);
/** April to March. */
const firstOfFinancialYear = (day: string): string =>
  `${Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)}-04-01`;

const until = (count: number) => (today: string) => ({ from: daysAfter(today, 1 - count), to: today });

/** What the chooser offers, and what each is held against. */
export const PERIODS = {
  today: { label: 'Today', days: until(1), against: 'days' },
  '7-days': { label: '7 days', days: until(7), against: 'days' },
  '30-days': { label: '30 days', days: until(30), against: 'days' },
  'this-month': {
    label: 'This month',
    days: (today: string) => ({ from: firstOfMonth(today), to: today }),
    against: 'month',
  },
  'last-month': {
    label: 'Last month',
    days: (today: string) => ({ from: firstOfMonth(today, -1), to: daysAfter(firstOfMonth(today), -1) }),
    against: 'month',
  },
  'financial-year': {
    label: 'This financial year',
    days: (today: string) => ({ from: firstOfFinancialYear(today), to: today }),
    against: 'year',
  },
} as const satisfies Record<string, { label: string; days(today: string): Period; against: Against }>;
type PeriodName = keyof typeof PERIODS;
export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];
const USUAL: PeriodName = '30-days';

export interface ShownPeriod extends Period {
  /** `own`: by its dates. */
  name: PeriodName | 'own';
  against: Against;
}

/** Own dates are sent as they are: the service says what is wrong with them. */
export function periodIn(search: URLSearchParams, today: string): ShownPeriod {
  const [from, to] = [search.get('from'), search.get('to')];
  if (from && to) return { name: 'own', from, to, against: 'days' };
  const name = PERIOD_NAMES.find((one) => one === search.get('period')) ?? USUAL;
  const { days, against } = PERIODS[name];
  return { name, ...days(today), against };
}

/** What the address has of a period; the usual one needs nothing. */
export const periodInAddress = (name: PeriodName): Record<'period' | 'from' | 'to', string | undefined> => ({
  ...{ period: name === USUAL ? undefined : name, from: undefined, to: undefined },
});

/** A day, week or month of the period, and the days beside it. */
export interface Step extends Period, Omit<Day, 'day'> {
  /** `null`: the period before has no such days. */
  before: (Period & { net: number }) | null;
}
export type StepOf = 'day' | 'week' | 'month';

/** Days; where there are too many, weeks from Monday, or months. The first and the last may be shorter. All days before are in one of them. */
export function stepsOf(sales: Sales): { by: StepOf; steps: Step[] } {
  const { days, before } = sales;
  const by = days.length <= MOST_DAYS_SHOWN ? 'day' : days.length <= MOST_DAYS_IN_WEEKS ? 'week' : 'month';
  const beside = Map.groupBy(before.days, ({ day }) => twinOf(day, sales));
  const steps: Step[] = [];
  for (const { day, ...figures } of days) {
    const then = beside.get(day) ?? [];
    const last = steps.at(-1);
    const isNew = !last || isFirst(day, by);
    const step: Step = isNew ? { from: day, to: day, ...NOTHING, before: null } : last;
    const sum = {
      ...{ from: step.from, to: day, ...plus(step, figures) },
      before: then.reduce(
        (all: Step['before'], { day: other, net }) => ({
          ...{ from: all?.from ?? other, to: other, net: paise((all?.net ?? 0) + net) },
        }),
        step.before,
      ),
    };
    if (isNew) steps.push(sum);
    else steps[steps.length - 1] = sum;
  }
  return { by, steps };
}

const isFirst = (day: string, by: StepOf): boolean =>
  by === 'day' || (by === 'week' ? new Date(day).getUTCDay() === 1 : day.endsWith('-01'));

/** The day of the period that a day before it is beside: by its place, or by its date. */
function twinOf(day: string, { from, to, before, against }: Sales): string {
  const twin =
    against === 'days'
      ? daysAfter(from, lengthOf({ from: before.from, to: day }) - 1)
      : sameDate(day, against === 'month' ? 1 : 12);
  return twin < to ? twin : to;
}

/** The same date some months later, or the last of a shorter month. */
function sameDate(day: string, months: number): string {
  const first = firstOfMonth(day, months);
  const last = daysAfter(firstOfMonth(first, 1), -1);
  const date = `${first.slice(0, 8)}${day.slice(8)}`;
  return date < last ? date : last;
}

const NOTHING = { orders: 0, pieces: 0, gross: 0, refunds: 0, net: 0 };
type Figures = typeof NOTHING;

const plus = (one: Figures, other: Figures): Figures => ({
  orders: one.orders + other.orders,
  pieces: one.pieces + other.pieces,
  gross: paise(one.gross + other.gross),
  refunds: paise(one.refunds + other.refunds),
  net: paise(one.net + other.net),
});

/** Sums of rupees keep two decimals. */
const paise = (rupees: number): number => Math.round(rupees * 100) / 100;

const date = (shape: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-IN', { ...shape, timeZone: 'UTC' });
const withYear = date({ day: 'numeric', month: 'short', year: 'numeric' });
const withoutYear = date({ day: 'numeric', month: 'short' });
const month = date({ month: 'short', year: 'numeric' });

const range = (shape: Intl.DateTimeFormat, { from, to }: Period): string =>
  shape.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');

/** `1–25 Nov 2026` of days of the shop. */
export const daysText = (days: Period): string => range(withYear, days);
/** `1–25 Nov` */
export const shortDaysText = (days: Period): string => range(withoutYear, days);
/** `21 Nov`, `16–22 Nov` or `Nov 2026`. */
export const stepText = (step: Period, by: StepOf): string =>
  by === 'month' ? month.format(new Date(step.from)) : shortDaysText(step);

/** The days before as in a sentence: without the year where it is that of the period. */
export const besideText = (before: Period, { from }: Period): string =>
  before.from.slice(0, 4) === from.slice(0, 4) ? shortDaysText(before) : daysText(before);

export interface Change {
  text: string;
  /** Unknown where there is nothing to compare. */
  isMore?: boolean;
}

/** How a figure differs from that of the days before, which `beside` names; `show` writes a figure. */
export function changeOf(
  now: number | null,
  before: number | null,
  beside: string,
  show: (figure: number) => string,
): Change {
  const then = (figure: string) => `${beside.charAt(0).toUpperCase()}${beside.slice(1)}: ${figure}`;
  if (before === null) return { text: then('none') };
  if (now === null) return { text: then(show(before)) };
  if (now === before) return { text: `The same as ${beside}` };
  // A share of nothing, or of less than nothing, says nothing.
  if (before <= 0) return { text: then(before === 0 ? 'none' : show(before)), isMore: now > before };
  const share = Math.abs(now - before) / before;
  const isMore = now > before;
  const percent = share < 0.005 ? 'Less than 1' : Math.round(share * 100).toLocaleString('en-IN');
  return { text: `${percent} % ${isMore ? 'more' : 'less'} than ${beside}: ${show(before)}`, isMore };
}
