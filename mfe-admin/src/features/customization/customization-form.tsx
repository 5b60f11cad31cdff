import { catalog } from '@shop/contracts/browser';
import { call, Link } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { May } from '../../components/may.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { notListed, OPTION_LISTS, optionsQuery, type OptionList } from '../../api/option-lists.ts';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { mayLeave } from '../../components/unsaved.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { useFocusAsked } from '../../components/use-focus-asked.ts';
import type { Customization, CustomizationToSave } from './api/customizations.ts';

interface Values {
  productGroup: string;
  metalPurity: { value: string; price: number }[];
  stoneType: { value: string; price: number }[];
}
type RowsName = 'metalPurity' | 'stoneType';
const ROWS: readonly RowsName[] = ['metalPurity', 'stoneType'];

const toRows = (rows: Customization['metalPurity'] = []) => rows.map(({ value, price }) => ({ value, price }));
const valuesOf = (customization?: CustomizationToSave): Values => ({
  productGroup: customization?.productGroup ?? '',
  metalPurity: toRows(customization?.metalPurity),
  stoneType: toRows(customization?.stoneType),
});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** An empty price is 0. */
const fromRows = (rows: Values['metalPurity']) =>
  rows.map(({ value, price }) => ({ value: value.trim(), price: Number.isNaN(price) ? 0 : price }));
const toSave = ({ productGroup, metalPurity, stoneType }: Values) => ({
  productGroup: productGroup.trim().toUpperCase(),
  metalPurity: fromRows(metalPurity),
  stoneType: fromRows(stoneType),
});

interface Props {
  /** The customization to change; undefined for a new one. */
  customization: Customization | undefined;
  /** The group that a new one is of; empty where nothing says so. */
  group: string;
  onNew(): void;
  onSaved(): Promise<void>;
  /** Nothing more is written. */
  onDone(customization: CustomizationToSave): void;
}

export function CustomizationForm({ customization, group, onNew, onSaved, onDone }: Props) {
  const lists = {
    metalPurity: useQuery(optionsQuery(OPTION_LISTS.metalPurity)).data,
    stoneType: useQuery(optionsQuery(OPTION_LISTS.stoneType)).data,
  };
  /** As its list spells it; what is there already stays, also if its list has it no more. */
  const knownAs = (name: RowsName, written: string): string | undefined => {
    const value = written.trim();
    const known = [...(customization?.[name] ?? []), ...(lists[name] ?? [{ value }])].map((one) => one.value);
    return known.find((one) => one === value) ?? known.find((one) => isSame(one, value));
  };
  const spelled = (values: Values): Values => ({
    ...values,
    ...Object.fromEntries(
      ROWS.map((name) => [
        name,
        values[name].map(({ value, price }) => ({ value: knownAs(name, value) ?? value, price })),
      ]),
    ),
  });
  const {
    onSubmit,
    formError,
    merge,
    canSave,
    document: _document,
    ...methods
  } = useDocumentForm({
    document: customization,
    ...(!customization && group && { start: { ...valuesOf(), productGroup: group } }),
    startsAgain: customization === undefined,
    valuesOf,
    toRequest: (values: Values, initial, read) =>
      read
        ? { call: catalog.changeCustomization, body: changedFields(toSave(spelled(values)), toSave(initial)) }
        : { call: catalog.createCustomization, body: toSave(spelled(values)) },
    save: async ({ body }, values, version) => {
      const answer = customization
        ? await call(catalog.changeCustomization, { params: { id: customization._id }, body, version })
        : await call(catalog.createCustomization, { body: toSave(spelled(values)) });
      return answer.customization;
    },
    onDone,
    onSaved: async () => {
      await onSaved();
      return customization ? 'Customization updated successfully' : 'Customization created successfully';
    },
    check: (values) =>
      Object.fromEntries(
        ROWS.flatMap((name) =>
          values[name].flatMap(({ value }, at) =>
            value.trim() === '' || knownAs(name, value) !== undefined
              ? []
              : [[`${name}.${at}.value`, notListed(value.trim())]],
          ),
        ),
      ),
    labels: { metalPurity: 'Metal Purity', stoneType: 'Stone Type' },
    failure: customization ? 'Failed to update customization' : 'Failed to create customization',
  });
  const { register, formState, reset, setFocus } = methods;
  useFocusAsked(() => setFocus('productGroup'));
  const { isSubmitting } = formState;
  return (
    <form className={form.group} onSubmit={onSubmit} noValidate aria-label="Customization">
      <h2>{customization ? `Change ${customization.productGroup}` : 'New customization'}</h2>
      <Field
        label="Product group"
        hint="As people see it: AR-1042"
        autoCapitalize="characters"
        autoComplete="off"
        error={formState.errors.productGroup?.message}
        {...register('productGroup')}
      />
      <Rows methods={methods} name="metalPurity" title="Metal Purity" list={OPTION_LISTS.metalPurity} />
      <Rows methods={methods} name="stoneType" title="Stone Type" list={OPTION_LISTS.stoneType} />
      <MergeNotice merge={merge} />
      <div className={form.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={customization && !canSave}>
          {customization ? 'Update' : 'Create'}
        </Button>
        <Button look="secondary" onClick={() => reset()}>
          Reset
        </Button>
        {customization && (
          <Button look="secondary" onClick={() => mayLeave() && onNew()}>
            New
          </Button>
        )}
        <FormError message={formError} />
      </div>
    </form>
  );
}

/** Values of the option list with their surcharges; the list suggests both. */
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
    const price = options.find((option) => isSame(option.value, value))?.price;
    if (price && Number.isNaN(getValues(`${name}.${i}.price`))) setValue(`${name}.${i}.price`, price);
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
        <p className={form.soft}>
          Values of the option list.{' '}
          <May permission="options.change">
            <Link to={`/admin/feature?list=${list.base}`} target="_blank" className={form.cellLink}>
              Add a value to {list.name.toLowerCase()}
            </Link>
          </May>
        </p>
        {fields.map((field, i) => (
          <div key={field.id} className={form.row}>
            <Field
              label={`${title} ${i + 1}`}
              list={suggestions}
              autoComplete="off"
              error={errors?.[i]?.value?.message}
              {...register(`${name}.${i}.value`, {
                onChange: (event: { target: { value: string } }) => suggestPrice(i, event.target.value),
              })}
            />
            <MoneyField control={control} name={`${name}.${i}.price`} label={`Price ${i + 1}`} />
            <RowButton of={`${title} ${i + 1}`} onClick={() => remove(i)}>
              Remove
            </RowButton>
          </div>
        ))}
        <FormError message={errors?.root?.message} />
        <div>
          <Button look="secondary" onClick={() => append({ value: '', price: Number.NaN })}>
            Add {title}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
