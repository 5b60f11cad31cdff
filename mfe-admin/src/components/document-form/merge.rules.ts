/** The values of a form: nested objects of fields. A list is one field. */
export type FormValues = Record<string, unknown>;

/** A field that both sides changed, to other values. */
export interface Conflict {
  /** `seller.gstin` */
  field: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merged<Values> {
  /** Of both sides; mine where there is a conflict. */
  values: Values;
  /** Fields that they changed, and I did not. */
  taken: string[];
  /** Fields that I changed, conflicts among them. */
  mine: string[];
  conflicts: Conflict[];
}

const isFields = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An input for a file without one. */
const isNoFile = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof FileList !== 'undefined' && value instanceof FileList && !value.length);

/** Whether two values of a field are the same. An empty number is NaN. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isNoFile(one) && isNoFile(other))) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

/**
 * Merges by field what two people made of the same values. A field that one side changed is that side's; both sides changed it to the same:
 * that; to different values: a conflict, which keeps mine until somebody chooses.
 */
export function merge<Values extends object>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const merged: Omit<Merged<Values>, 'values'> = { taken: [], mine: [], conflicts: [] };
  const values = mergeFields(base as FormValues, mine as FormValues, theirs as FormValues, '', merged);
  return { values: values as Values, ...merged };
}

function mergeFields(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
  path: string,
  merged: Omit<Merged<unknown>, 'values'>,
): FormValues {
  const names = new Set([base, mine, theirs].flatMap((side) => Object.keys(side)));
  return Object.fromEntries(
    [...names].map((name) => {
      const field = path + name;
      const [was, own, other] = [base[name], mine[name], theirs[name]];
      if (isFields(was) && isFields(own) && isFields(other)) {
        return [name, mergeFields(was, own, other, `${field}.`, merged)];
      }
      if (isSame(own, other)) return [name, own];
      if (isSame(was, own)) {
        merged.taken.push(field);
        return [name, other];
      }
      merged.mine.push(field);
      if (!isSame(was, other)) merged.conflicts.push({ field, mine: own, theirs: other });
      return [name, own];
    }),
  );
}

/** Who changed a field, by what was saved since: `Asha`, `Asha and Ravi`. `fieldOf`: the form's field for one of the document. */
export function whoChanged(
  field: string,
  saves: readonly { by: string; fields: readonly string[] }[],
  fieldOf: (path: string) => string,
): string {
  const top = (name: string) => name.split('.')[0];
  const within = (one: string, other: string) => `${one}.`.startsWith(`${other}.`);
  const saversOf = (isIt: (saved: string) => boolean) =>
    saves.filter(({ fields }) => fields.some((one) => isIt(fieldOf(one))));
  const near = saversOf((saved) => within(saved, field) || within(field, saved));
  const savers = near.length > 0 ? near : saversOf((saved) => top(saved) === top(field));
  // A field of the form may be a part of a field with another name: then it was one of those who saved.
  const names = [...new Set((savers.length > 0 ? savers : saves).map(({ by }) => by))];
  if (names.length === 0) return 'A colleague';
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
