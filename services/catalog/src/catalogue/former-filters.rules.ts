/** A value of a facet with those that it had, all as in addresses. */
export interface Value {
  value: string;
  former: readonly string[];
}

/** The values that are meant: what is called so now, or was. Nothing when all of them are present ones, or unknown. */
export function presentValues(asked: readonly string[], known: readonly Value[]): string[] | undefined {
  const present = new Set(known.map(({ value }) => value));
  const meant = asked.flatMap((one) => {
    const now = present.has(one) ? [] : known.filter(({ former }) => former.includes(one));
    return now.length > 0 ? now.map(({ value }) => value) : [one];
  });
  return meant.every((one, at) => one === asked[at]) ? undefined : [...new Set(meant)].sort();
}
