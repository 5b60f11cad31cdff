import { z } from 'zod';
import { AGAINST, lengthOf, type Period } from './periods.rules.ts';

/** A leap year. */
const MOST_DAYS = 366;
const EARLIEST = '2000-01-01';
const LATEST = '2999-12-31';

/** A day of the shop's calendar, which is that of India. */
export const shopDay = z.iso.date('A day, as 2026-11-25').meta({ id: 'ShopDay', examples: ['2026-11-25'] });

const days = {
  from: shopDay.refine((from) => from >= EARLIEST, `Not before ${EARLIEST}`),
  /** Included. */
  to: shopDay.refine((to) => to <= LATEST, `Not after ${LATEST}`),
};
const ofAYear = <T extends z.ZodType<Period>>(period: T): T =>
  period
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'This is before the first day' })
    .refine((span) => lengthOf(span) <= MOST_DAYS, { path: ['to'], message: `At most ${MOST_DAYS} days` });

/** Days of at most a year. */
export const daysQuery = ofAYear(z.object(days));

/** Days that are looked at, and what they are held against. */
export const periodQuery = ofAYear(
  z.object({
    ...days,
    /** `days`: as many, which end the day before `from`. `month`, `year`: the same days of the one before. */
    against: z.enum(AGAINST, 'days, month or year').default('days'),
  }),
).refine(({ from, to, against }) => against !== 'month' || from.slice(0, 7) === to.slice(0, 7), {
  path: ['against'],
  message: 'These are not days of one month',
});
