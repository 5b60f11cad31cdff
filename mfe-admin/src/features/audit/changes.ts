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

/** The differences by field; without `before` or `after`, all fields of the other. */
export function changesOf(before: Values | null, after: Values | null, within = ''): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]];
    const field = within + name;
    if (isValues(old) && isValues(now)) return changesOf(old, now, `${field}.`);
    return text(old) === text(now) ? [] : [{ field, before: text(old), after: text(now) }];
  });
}
