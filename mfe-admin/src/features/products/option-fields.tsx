import type { OptionKind } from '@shop/contracts/browser';
import { Select } from '@shop/ui/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, type FieldPath, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { OPTION_LISTS, optionsQuery, type OptionList } from '../../api/option-lists.ts';
import { ListField } from '../../components/list-field.tsx';

const LISTS = new Map<string, OptionList>(Object.values(OPTION_LISTS).map((list) => [list.base, list]));

/** Several values of an option list, which it has to have: a slip makes no new word. */
export function OptionValues<Values extends FieldValues>({
  name,
  label,
  options,
}: {
  name: FieldPathByValue<Values, string[] | null | undefined>;
  label: string;
  options: OptionKind;
}) {
  const { control } = useFormContext<Values>();
  const { data } = useQuery(optionsQuery(LISTS.get(options)!));
  return (
    <ListField
      control={control}
      name={name as never}
      label={label}
      choices={data?.map(({ value }) => value) ?? []}
      {...(data?.length === 0 && { hint: 'Its option list is empty: fill it first, under Sizes or Features' })}
    />
  );
}

/** One value of an option list, or none. */
export function OptionChoice<Values extends FieldValues>({
  name,
  label,
  options,
}: {
  name: FieldPath<Values>;
  label: string;
  options: OptionKind;
}) {
  const { register, getValues } = useFormContext<Values>();
  const { data = [] } = useQuery(optionsQuery(LISTS.get(options)!));
  // The product keeps a value that was removed from the list.
  const values = new Set([getValues(name) as string, ...data.map(({ value }) => value)].filter(Boolean));
  return (
    <Select label={label} {...register(name)}>
      <option value="">None</option>
      {[...values].map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  );
}
