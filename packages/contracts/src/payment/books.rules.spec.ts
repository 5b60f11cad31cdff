import { expect, it } from '@jest/globals';
import { booksHourAt } from './books.rules.ts';

it.each([
  ['2026-04-01T18:15:00.000Z', '2026-04-01T17:00:00.000Z'],
  ['2026-04-01T18:59:59.999Z', '2026-04-01T17:00:00.000Z'],
  ['2026-04-01T18:14:59.999Z', '2026-04-01T16:00:00.000Z'],
  ['2026-04-01T00:10:00.000Z', '2026-03-31T22:00:00.000Z'],
])('at %s the hour from %s is counted', (now, from) => {
  const until = new Date(Date.parse(from) + 3_600_000);
  expect(booksHourAt(new Date(now))).toEqual({ from: new Date(from), until });
});
