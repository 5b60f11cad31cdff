import type { Banner } from './banner.schema.ts';

type Times = Pick<Banner, 'from' | 'until'>;

export const stateOf = ({ from, until }: Times, now: Date): 'coming' | 'shown' | 'over' => {
  if (from && from > now) return 'coming';
  return until && until <= now ? 'over' : 'shown';
};

/** When it is shown or hidden next, if it ever is. */
export const nextTurn = ({ from, until }: Times, now: Date): Date | undefined =>
  [from, until].find((time): time is Date => time instanceof Date && time > now);
