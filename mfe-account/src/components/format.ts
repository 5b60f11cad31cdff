/** The order number shown to people: the end of its id. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' });
const minute = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

/** `21 November 2026`, in local time. */
export const formatDay = (moment: string): string => day.format(new Date(moment));

/** `21 Nov 2026, 4:10 pm`, in local time. */
export const formatDateTime = (moment: string): string => minute.format(new Date(moment));

const shortDay = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `between Fri, 27 November and Tue, 1 December`, of days without a time. */
export function formatDays({ earliest, latest }: { earliest: string; latest: string }): string {
  const [first, last] = [earliest, latest].map((date) => shortDay.format(new Date(date)));
  return first === last ? `on ${first}` : `between ${first} and ${last}`;
}

/** `3 items`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
