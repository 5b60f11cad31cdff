import { SHOP_TIME_ZONE } from '@shop/contracts/browser';

const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });
const shopMoment = new Intl.DateTimeFormat('en-IN', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: SHOP_TIME_ZONE },
});
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' });
const calendarDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026, 4:07 pm` in the reader's time zone. */
export const momentText = (at: string): string => moment.format(new Date(at));
/** The same in the shop's time zone, for what happens by its clock. */
export const shopMomentText = (at: string): string => shopMoment.format(new Date(at));
/** `4:07 pm` in the reader's time zone. */
export const timeText = (at: string): string => time.format(new Date(at));
/** `21 Nov 2026` in the reader's time zone. */
export const dayText = (at: string): string => day.format(new Date(at));

/** The same of a day without a time, `2026-11-21`: it is that day everywhere. */
export const calendarDayText = (on: string): string => calendarDay.format(new Date(on));

/** Whether `text` has the format of a document id. */
export const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** The order number that people see: the last six characters of the id. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

/** `wrong-amount` → `Wrong amount`. */
export const sentence = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
