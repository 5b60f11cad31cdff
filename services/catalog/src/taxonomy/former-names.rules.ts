import { MAX_FORMER_NAMES } from '@shop/service-kit/rules';

/** A subdivision's former name and the one that it has now. */
export interface FormerSub {
  from: string;
  to: string;
}

export interface FormerNames {
  /** Names that lead to it; no other entry of its kind has one of them. Absent in older data. */
  formerNames?: string[];
  formerSubs?: FormerSub[];
}

/** Each leads straight to the present name; a name that a subdivision has again, and one of a subdivision that is gone, leads nowhere. */
export function formerSubsAfter(
  former: readonly FormerSub[],
  subs: readonly string[],
  renamed?: FormerSub,
): FormerSub[] {
  const moved = renamed
    ? [...former.map(({ from, to }) => ({ from, to: to === renamed.from ? renamed.to : to })), renamed]
    : former;
  return moved.filter(({ from, to }) => !subs.includes(from) && subs.includes(to)).slice(-MAX_FORMER_NAMES);
}

/** As lists answer it: nothing where there is none. */
export const formerOf = ({ formerNames = [], formerSubs = [] }: FormerNames): FormerNames => ({
  ...(formerNames.length > 0 && { formerNames }),
  ...(formerSubs.length > 0 && { formerSubs: formerSubs.map(({ from, to }) => ({ from, to })) }),
});
