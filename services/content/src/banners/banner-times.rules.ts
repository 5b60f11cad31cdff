import type { content } from '@shop/contracts';
import type { Banner } from './banner.schema.ts';

type Times = Pick<Banner, 'from' | 'until'>;
type State = content.StaffBanner['state'];

export function stateAt({ from, until }: Times, now: Date): State {
  if (until && until <= now) return 'over';
  return from && from > now ? 'coming' : 'shown';
}

/** What the shop shows of it: as the job has stored it, which comes a moment after the time. */
export function stateOf({ until, isHidden }: Pick<Banner, 'until' | 'isHidden'>, now: Date): State {
  if (!isHidden) return 'shown';
  return until && until <= now ? 'over' : 'coming';
}

/** When it is to be shown or hidden next, if it ever is. */
export const nextTurn = ({ from, until }: Times, now: Date): Date | undefined =>
  [from, until].find((time): time is Date => time instanceof Date && time > now);
