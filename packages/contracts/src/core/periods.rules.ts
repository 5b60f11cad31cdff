/** Where a day of the shop begins and ends. */
export const SHOP_TIME_ZONE = 'Asia/Kolkata';
/** How far that zone is ahead of UTC, the whole year. */
const OFFSET_MS = 330 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Days of the shop's calendar as `2026-11-25`, both included. */
export interface Period {
  from: string;
  to: string;
}

/** What a period is held against: as many days before it, the same days of the month before, or of the year before. */
export const AGAINST = ['days', 'month', 'year'] as const;
export type Against = (typeof AGAINST)[number];

/** The day of the shop at a moment, which is not everywhere the reader's. */
export const shopDayOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10);

/** Of a date and a time that are written in the shop's zone, as `2026-11-25T09:30`; an invalid date for anything else. */
export const momentOfShop = (local: string): Date => new Date(Date.parse(`${local}Z`) - OFFSET_MS);

/** A moment as it is written in the shop's zone, for `momentOfShop`: with seconds only where there are some. */
export const localOfShop = (moment: Date): string =>
  new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replace(/:00$/, '');

export const startOfShopDay = (day: string): Date => new Date(Date.parse(day) - OFFSET_MS);

/** When it is over: the start of the next one. */
export const endOfShopDay = (day: string): Date => startOfShopDay(daysAfter(day, 1));

/** `count` days later, or earlier. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** How many days it has. */
export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export function periodBefore(period: Period, against: Against): Period {
  const { from, to } = period;
  if (against === 'days') return { from: daysAfter(from, -lengthOf(period)), to: daysAfter(from, -1) };
  const months = against === 'month' ? 1 : 12;
  return { from: monthsBefore(from, months), to: monthsBefore(to, months) };
}

/** The same day of an earlier month. The last day of a month is beside the last of that: a whole month beside a whole one. */
function monthsBefore(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastOf = (at: number) => new Date(Date.UTC(year, at, 0)).getUTCDate();
  const last = lastOf(month - count);
  const sameDate = date === lastOf(month) ? last : Math.min(date, last);
  return new Date(Date.UTC(year, month - 1 - count, sameDate)).toISOString().slice(0, 10);
}
