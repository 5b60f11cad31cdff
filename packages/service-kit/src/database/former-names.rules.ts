/** The latest ones; an older name is a 404. */
export const MAX_FORMER_NAMES = 50;

/** Former names, or addresses, of what was called `before` and is `now`. */
export const formerNamesAfter = (former: readonly string[], before: string, now: string): string[] =>
  before === now ? [...former] : [...former.filter((name) => name !== now), before].slice(-MAX_FORMER_NAMES);
