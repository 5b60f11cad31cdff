export interface Change {
  /** `price`, `detailsRef.weight`. */
  field: string;
  before: string;
  after: string;
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function text(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** An entry of a list in words: `question · Is it hallmarked? · Yes`. */
function words(value: unknown): string {
  if (typeof value !== 'object' || value === null) return text(value);
  const inner = Object.values(value).map((one: unknown) => words(one));
  return inner.filter((one) => one !== '' && one !== '–').join(' · ');
}

/** Of two lists of records (blocks of a page, items of a menu) the entries that differ, each in a line. */
function differingLines(before: readonly unknown[], after: readonly unknown[]): [string, string] {
  const [old, now] = [before.map(words), after.map(words)];
  const shorter = Math.min(old.length, now.length);
  let same = 0;
  while (same < shorter && old[same] === now[same]) same += 1;
  let last = 0;
  while (last < shorter - same && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const lines = (all: readonly string[]) => all.slice(same, all.length - last).join('\n') || '–';
  return [lines(old), lines(now)];
}

const hasRecords = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.some(isValues);

/** The differences by field; without `before` or `after`, all fields of the other. */
export function changesOf(before: Values | null, after: Values | null, within = ''): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]];
    const field = within + name;
    if (isValues(old) && isValues(now)) return changesOf(old, now, `${field}.`);
    if (text(old) !== text(now) && (hasRecords(old) || hasRecords(now))) {
      const list = (value: unknown) => (Array.isArray(value) ? value : []);
      const [was, is] = differingLines(list(old), list(now));
      return [{ field, before: was, after: is }];
    }
    return text(old) === text(now) ? [] : [{ field, before: text(old), after: text(now) }];
  });
}
