import { catalog } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import { OPTION_LISTS, optionsQuery, type OptionList } from '../../api/option-lists.ts';
import { changedFields } from '../../components/changed-fields.ts';
import form from '../../components/form.module.css';
import { useUnsaved } from '../../components/unsaved.ts';
import type { Customization, CustomizationToSave } from './api/customizations.ts';

interface Values {
  productGroup: string;
  metalPurity: { value: string; price: string }[];
  stoneType: { value: string; price: string }[];
}
type RowsName = 'metalPurity' | 'stoneType';

const written = (rows: Customization['metalPurity'] = []) =>
  rows.map(({ value, price }) => ({ value, price: String(price) }));
const valuesOf = (customization?: CustomizationToSave): Values => ({
  productGroup: customization?.productGroup ?? '',
  metalPurity: written(customization?.metalPurity),
  stoneType: written(customization?.stoneType),
});

/** A price that is not a number counts as none. */
const priceOf = (text: string): number => {
  const price = Number.parseFloat(text);
  return Number.isFinite(price) ? Number(price.toFixed(2)) : 0;
};
const read = (rows: Values['metalPurity']) =>
  rows.map(({ value, price }) => ({ value: value.trim(), price: priceOf(price) }));
const toSave = ({ productGroup, metalPurity, stoneType }: Values) => ({
  productGroup: productGroup.trim().toUpperCase(),
  metalPurity: read(metalPurity),
  stoneType: read(stoneType),
});

interface Props {
  /** The one to change; a new one without. */
  customization: Customization | undefined;
  /** The form is what was asked for, and is led to. */
  focus: boolean;
  onNew(): void;
  onSaved(customization: CustomizationToSave): Promise<void>;
}

export function CustomizationForm({ customization, focus, onNew, onSaved }: Props) {
  const methods = useForm<Values>({
    defaultValues: valuesOf(customization),
  });
  const { register, handleSubmit, formState, reset, setError } = methods;
  const { isDirty, isSubmitting, defaultValues } = formState;
  useUnsaved(isDirty);
  const save = async (values: Values): Promise<void> => {
    const body = toSave(values);
    try {
      const answer = customization
        ? await call(catalog.changeCustomization, {
            params: { id: customization._id },
            body: changedFields(body, toSave(defaultValues as Values)),
          })
        : await call(catalog.createCustomization, { body });
      toast.success(customization ? 'Customization updated successfully' : 'Customization created successfully');
      reset(customization && valuesOf(answer.customization));
      await onSaved(answer.customization);
    } catch (error) {
      const fields = ['productGroup', ...rowFields('metalPurity', values), ...rowFields('stoneType', values)];
      if (applyProblem(error, setError as never, fields)) return;
      toast.error(
        messageOf(error, customization ? 'Failed to update customization' : 'Failed to create customization'),
      );
    }
  };
  return (
    <form className={form.group} onSubmit={handleSubmit(save)} noValidate aria-label="Customization">
      <h2>{customization ? `Change ${customization.productGroup}` : 'New customization'}</h2>
      <Field
        label="Product group"
        hint="As people see it: AR-1042"
        autoCapitalize="characters"
        autoComplete="off"
        autoFocus={focus}
        error={formState.errors.productGroup?.message}
        {...register('productGroup', {
          validate: (value) => value.trim() !== '' || 'Product group is required',
        })}
      />
      <Rows methods={methods} name="metalPurity" title="Metal Purity" list={OPTION_LISTS.metalPurity} />
      <Rows methods={methods} name="stoneType" title="Stone Type" list={OPTION_LISTS.stoneType} />
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={customization && !isDirty}>
          {customization ? 'Update' : 'Create'}
        </Button>
        <Button look="secondary" onClick={() => reset()}>
          Reset
        </Button>
        {customization && (
          <Button look="secondary" onClick={onNew}>
            New
          </Button>
        )}
      </div>
    </form>
  );
}

const rowFields = (name: RowsName, values: Values): string[] => [
  name,
  ...values[name].flatMap((_, i) => [`${name}.${i}.value`, `${name}.${i}.price`]),
];

/** Values with what each adds to the price; the option list suggests what to write, and its price. */
function Rows({
  methods: { control, register, formState, getValues, setValue },
  name,
  title,
  list,
}: {
  methods: UseFormReturn<Values>;
  name: RowsName;
  title: string;
  list: OptionList;
}) {
  const suggestions = useId();
  const { data: options = [] } = useQuery(optionsQuery(list));
  const { fields, append, remove } = useFieldArray({ control, name });
  const errors = formState.errors[name];
  const suggestPrice = (i: number, value: string) => {
    const price = options.find((option) => option.value === value)?.price;
    if (price && getValues(`${name}.${i}.price`).trim() === '') setValue(`${name}.${i}.price`, String(price));
  };
  return (
    <fieldset className={form.group}>
      <legend>{title}</legend>
      <datalist id={suggestions}>
        {options.map(({ _id, value }) => (
          <option key={_id} value={value} />
        ))}
      </datalist>
      <div className={form.rows}>
        {fields.map((field, i) => (
          <div key={field.id} className={form.row}>
            <Field
              label={`${title} ${i + 1}`}
              list={suggestions}
              maxLength={60}
              autoComplete="off"
              error={errors?.[i]?.value?.message}
              {...register(`${name}.${i}.value`, {
                validate: (value, values) => {
                  if (value.trim() === '') return 'This is required';
                  return (
                    !values[name].some((row, j) => j < i && row.value.trim() === value.trim()) ||
                    'This stands here twice'
                  );
                },
                onChange: (event: { target: { value: string } }) => suggestPrice(i, event.target.value),
              })}
            />
            <Field
              label={`Price ${i + 1}`}
              type="number"
              step="0.01"
              min="0"
              inputMode="decimal"
              error={errors?.[i]?.price?.message}
              {...register(`${name}.${i}.price`)}
            />
            <Button look="quiet" onClick={() => remove(i)}>
              Remove
              <span className="visually-hidden">
                {' '}
                {title} {i + 1}
              </span>
            </Button>
          </div>
        ))}
        {errors?.message && <p className={form.error}>{errors.message}</p>}
        <div>
          <Button look="secondary" onClick={() => append({ value: '', price: '' })}>
            Add {title}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
