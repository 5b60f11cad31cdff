import { SHOP_TIME_ZONE } from '@shop/contracts';

/** In the workshop's time zone. */
export const MINUTE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
});
/** Without the year, for days of the next weeks. */
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `between Friday 27 November and Tuesday 1 December`, of days without a time. */
export function between({ earliest, latest }: { earliest: string; latest: string }): string {
  const [first, last] = [earliest, latest].map((day) => SHORT_DAY.format(new Date(day)));
  return first === last ? `on ${first}` : `between ${first} and ${last}`;
}

export const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: SHOP_TIME_ZONE });
