import { expect, it } from '@jest/globals';
import { formatDateTime, formatDay } from './format.ts';

// The last second of a day in India and the first of the next: apart in no other time zone.
it('says days and minutes of India, wherever the page is made and read, and which they are', () => {
  expect(formatDay('2026-11-21T18:29:59Z')).toBe('21 November 2026');
  expect(formatDay('2026-11-21T18:30:00Z')).toBe('22 November 2026');
  expect(formatDateTime('2026-11-21T10:40:00Z')).toBe('21 Nov 2026, 4:10 pm IST');
});
