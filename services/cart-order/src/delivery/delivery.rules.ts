import type { Charges } from '../charges/charges.schema.ts';

/** Republic Day, Independence Day and Gandhi's birthday: couriers rest everywhere in India. */
const NATIONAL_HOLIDAYS = ['01-26', '08-15', '10-02'];

const DAY_MS = 86_400_000;

const isBusinessDay = (day: Date): boolean =>
  day.getUTCDay() % 6 !== 0 && !NATIONAL_HOLIDAYS.includes(day.toISOString().slice(5, 10));

/** The business day that is `count` of them after `day`; with 0 the day itself, or the next one if it is none. */
export function addBusinessDays(day: string, count: number): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  for (let left = count; left > 0 || !isBusinessDay(new Date(at));) {
    at += DAY_MS;
    if (isBusinessDay(new Date(at))) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

interface Days {
  fromDays: number;
  toDays: number;
}

/** First and last day on which a piece ordered on `today` arrives: until its dispatch, and from there. */
export function deliveryDates(today: string, travel: Days, dispatch: Charges['dispatch'], isMadeToOrder: boolean) {
  const [from, to] = isMadeToOrder
    ? [dispatch.madeToOrderFrom, dispatch.madeToOrderTo]
    : [dispatch.readyFrom, dispatch.readyTo];
  return {
    earliest: addBusinessDays(today, from + travel.fromDays),
    latest: addBusinessDays(today, to + travel.toDays),
  };
}

/** `302001`, `30200`, … `3`: what the rows of a PIN code can be stored under. */
export const prefixesOf = (pincode: string): string[] =>
  Array.from(pincode, (_, index) => pincode.slice(0, pincode.length - index));

/** The row with the most digits. */
export const mostPrecise = <Row extends { _id: string }>(rows: readonly Row[]): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (best && best._id.length >= row._id.length ? best : row), undefined);
