import { SHOP_TIME_ZONE } from '@shop/contracts/browser';

/** The order number shown to people: the end of its id. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

/** The workshop's, as in mails: the server, which renders orders too, does not know the visitor's. */
const timeZone = SHOP_TIME_ZONE;
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone });
const minute = new Intl.DateTimeFormat('en-IN', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone, timeZoneName: 'short' },
});

/** `21 November 2026`, in India. */
export const formatDay = (moment: string): string => day.format(new Date(moment));

/** `21 Nov 2026, 4:10 pm IST`. */
export const formatDateTime = (moment: string): string => minute.format(new Date(moment));

const shortDay = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `between Fri, 27 November and Tue, 1 December`, of days without a time. */
export function formatDays({ earliest, latest }: { earliest: string; latest: string }): string {
  const [first, last] = [earliest, latest].map((date) => shortDay.format(new Date(date)));
  return first === last ? `on ${first}` : `between ${first} and ${last}`;
}

/** `3 items`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
