import {
  DETAIL_FIELDS,
  MAX_LINE,
  optionKindOf,
  type CompositeKind,
  type DetailFieldName,
  type DetailFieldOf,
  type DetailsModel,
} from '@shop/contracts/browser';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import type { ReactNode } from 'react';
import { get, useFormContext, useFormState, type FieldPath, type FieldValues } from 'react-hook-form';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { OptionChoice, OptionValues } from './option-fields.tsx';

/** Details of one value or list: the others have sections of their own. */
export type SimpleDetailName = Exclude<DetailFieldName, DetailFieldOf<CompositeKind>>;

/** The field of a declared detail, by its kind. `path`: where the form has it. */
export function DetailField<Values extends FieldValues>({
  name,
  path,
  model,
}: {
  name: SimpleDetailName;
  path: FieldPath<Values>;
  model: DetailsModel;
}): ReactNode {
  const { register, control } = useFormContext<Values>();
  const { errors } = useFormState({ control, name: path });
  const error = (get(errors, path) as { message?: string } | undefined)?.message;
  const declared = DETAIL_FIELDS[name];
  const { label } = declared;
  switch (declared.kind) {
    case 'list':
      return <OptionValues<Values> name={path as never} label={label} options={optionKindOf(model, declared)} />;
    case 'choice':
      return <OptionChoice<Values> name={path} label={label} options={optionKindOf(model, declared)} />;
    case 'number':
      return (
        <NumberField
          control={control}
          name={path as never}
          label={label}
          // As many as the scale has.
          decimals={Infinity}
          end={declared.unit}
          marks={[declared.unit]}
        />
      );
    case 'flag':
      return <Checkbox {...register(path)}>{label}</Checkbox>;
    case 'text':
      return <Field label={label} maxLength={MAX_LINE} error={error} {...register(path)} />;
    case 'longText':
      return (
        <TextArea
          label={label}
          hint={'hint' in declared ? declared.hint : undefined}
          maxLength={declared.max}
          error={error}
          {...register(path)}
        />
      );
  }
}
