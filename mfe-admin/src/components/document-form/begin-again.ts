import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { merge, type Merged } from './merge.rules.ts';

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'reset' | 'setValue' | 'getValues'>;

/** Makes `theirs` what the form compares with, and puts in what was taken of it; the rest stays as it is written. */
export function showMerged<Values extends FieldValues>(
  { reset, setValue }: Pick<Form<Values>, 'reset' | 'setValue'>,
  theirs: Values,
  { values, taken }: Merged<Values>,
): void {
  // First: lists of rows hear of it only while the form knows them.
  for (const field of taken) setValue(field as FieldPath<Values>, valueAt(values, field) as never);
  reset(theirs, { keepValues: true });
}

/**
 * After `sent` was saved, the form begins again with `saved`. What was written in the meantime stays and is not saved yet: answers whether
 * there is none.
 */
export function beginAgain<Values extends FieldValues>(form: Form<Values>, sent: Values, saved: Values): boolean {
  const since = merge(sent, form.getValues(), saved);
  const isAll = since.mine.length === 0;
  if (isAll) form.reset(saved);
  else showMerged(form, saved, since);
  return isAll;
}

/** The value of a field by its path: `seller.gstin`. */
export const valueAt = (values: object, field: string): unknown =>
  field.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], values);
