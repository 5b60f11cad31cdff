const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' });

/** `21 Nov 2026, 4:07 pm` where the reader is. */
export const momentText = (at: string): string => moment.format(new Date(at));
/** `21 Nov 2026` where the reader is. */
export const dayText = (at: string): string => day.format(new Date(at));

/** Whether it is written as the id of a document is. */
export const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** As an order is called: the last six characters of its id. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
