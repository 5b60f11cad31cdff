import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, type FieldPathByValue } from 'react-hook-form';
import { OPTION_LISTS, optionsQuery, type OptionListName } from '../../api/option-lists.ts';
import form from '../../components/form.module.css';
import { ListField } from '../../components/list-field.tsx';
import { FLAG_OF, LISTS_OF, MODELS, type ProductValues } from './api/product-values.ts';
import s from './details-fields.module.css';

/** Which option list suggests the values of a list that only some kinds have. */
const SPECIAL: Record<
  (typeof LISTS_OF)[ProductValues['detailsModel']][number],
  { label: string; list(model: ProductValues['detailsModel']): OptionListName }
> = {
  sizeOptions: { label: 'Ring sizes', list: () => 'ringSize' },
  sizes: { label: 'Sizes', list: (model) => (model === 'NecklaceDetails' ? 'necklaceSize' : 'braceletSize') },
  earringSize: { label: 'Earring sizes', list: () => 'earringSize' },
  backType: { label: 'Back types', list: () => 'backType' },
  pendantSize: { label: 'Pendant sizes', list: () => 'pendantSize' },
  chainLength: { label: 'Chain lengths', list: () => 'chainLength' },
  chainLengths: { label: 'Chain lengths', list: () => 'chainLength' },
};

/** What a piece is made of and comes in; which fields there are depends on the kind of piece. */
export function DetailsFields() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const errors = formState.errors.detailsRef;
  const model = watch('detailsModel');
  const flag = FLAG_OF[model];
  return (
    <>
      <section className={form.group}>
        <h2>What it is made of</h2>
        <Select label="Kind of piece" error={formState.errors.detailsModel?.message} {...register('detailsModel')}>
          {Object.entries(MODELS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        <p className={form.soft}>The first tone, purity and stone are those of the piece as it lies ready.</p>
        <div className={form.fields}>
          <Values name="detailsRef.metalTone" label="Metal tones" list="metalTone" required="Name the metal tone" />
          <Values
            name="detailsRef.metalPurity"
            label="Metal purities"
            list="metalPurity"
            required="Name the metal purity"
          />
          <Values name="detailsRef.stoneType" label="Stone types" list="stoneType" />
          <Values name="detailsRef.occasion" label="Occasions" list="occasion" />
          {LISTS_OF[model].map((field) => (
            <Values
              key={field}
              name={`detailsRef.${field}`}
              label={SPECIAL[field].label}
              list={SPECIAL[field].list(model)}
            />
          ))}
        </div>
        <div className={form.fields}>
          <Field
            label="Weight in grams"
            type="number"
            step="0.01"
            min="0"
            inputMode="decimal"
            error={errors?.weight?.message}
            {...register('detailsRef.weight', {
              valueAsNumber: true,
              validate: (value) => (value > 0 && value <= 10_000) || 'Say the weight in grams',
            })}
          />
          <Choice name="detailsRef.finish" label="Finish" list="finish" />
          <Choice name="detailsRef.diamondSize" label="Diamond size" list="diamondSize" />
        </div>
        <div className={s.checks}>
          <Checkbox {...register('detailsRef.hypoallergenic')}>Hypoallergenic</Checkbox>
          <Checkbox {...register('detailsRef.certification.isHallmarked')}>Hallmarked</Checkbox>
          <Checkbox {...register('detailsRef.certification.isCertified')}>Certified</Checkbox>
          {flag && <Checkbox {...register(`detailsRef.${flag}`)}>Can be engraved</Checkbox>}
        </div>
        <Field
          label="Kind of certificate"
          maxLength={120}
          error={errors?.certification?.certType?.message}
          {...register('detailsRef.certification.certType')}
        />
      </section>

      <Stones />

      <section className={form.group}>
        <h2>Centre stone, when made to order</h2>
        <div className={form.fields}>
          <Values name="detailsRef.centerStoneOptions.carats" label="Carats" list="stoneCarat" />
          <Values name="detailsRef.centerStoneOptions.shapes" label="Shapes" list="stoneShape" />
          <Values name="detailsRef.centerStoneOptions.qualities" label="Qualities" list="stoneQuality" />
        </div>
      </section>

      <section className={form.group}>
        <h2>Care and delivery</h2>
        <TextArea
          label="Care instructions"
          maxLength={2000}
          error={errors?.careInstructions?.message}
          {...register('detailsRef.careInstructions')}
        />
        <TextArea
          label="Packaging"
          maxLength={1000}
          error={errors?.packaging?.message}
          {...register('detailsRef.packaging')}
        />
        <TextArea
          label="Shipping note"
          hint="With one the page shows the shipping policy"
          maxLength={1000}
          error={errors?.shippingNote?.message}
          {...register('detailsRef.shippingNote')}
        />
        <Field
          label="Delivery time"
          maxLength={120}
          error={errors?.deliveryTime?.message}
          {...register('detailsRef.deliveryTime')}
        />
      </section>
    </>
  );
}

function Values({
  name,
  label,
  list,
  required,
}: {
  name: FieldPathByValue<ProductValues, string[]>;
  label: string;
  list: OptionListName;
  /** What is said while there is none. */
  required?: string;
}) {
  const { control } = useFormContext<ProductValues>();
  const { data } = useQuery(optionsQuery(OPTION_LISTS[list]));
  return (
    <ListField
      control={control}
      name={name}
      label={label}
      {...(data && { suggestions: data.map(({ value }) => value) })}
      {...(required && { check: (values: string[]) => values.length > 0 || required })}
    />
  );
}

function Choice({
  name,
  label,
  list,
}: {
  name: 'detailsRef.finish' | 'detailsRef.diamondSize';
  label: string;
  list: OptionListName;
}) {
  const { register, getValues } = useFormContext<ProductValues>();
  const { data = [] } = useQuery(optionsQuery(OPTION_LISTS[list]));
  // A value that left the list is still the product's.
  const values = new Set([getValues(name), ...data.map(({ value }) => value)].filter(Boolean));
  return (
    <Select label={label} {...register(name)}>
      <option value="">None</option>
      {[...values].map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  );
}

/** Stones by kind: how many, and their carat together. */
function Stones() {
  const { control, register, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'detailsRef.stones' });
  const errors = formState.errors.detailsRef?.stones;
  return (
    <section className={form.group}>
      <h2>Stones</h2>
      {fields.map((field, i) => (
        <div key={field.id} className={s.stone}>
          <Field
            label={`Stone ${i + 1}`}
            maxLength={120}
            error={errors?.[i]?.type?.message}
            {...register(`detailsRef.stones.${i}.type`, {
              validate: (value) => value.trim() !== '' || 'This is required',
            })}
          />
          <Field label={`Shape ${i + 1}`} maxLength={120} {...register(`detailsRef.stones.${i}.shape`)} />
          <Field
            label={`Count ${i + 1}`}
            type="number"
            inputMode="numeric"
            min="1"
            error={errors?.[i]?.count?.message}
            {...register(`detailsRef.stones.${i}.count`, {
              valueAsNumber: true,
              validate: (value) => (Number.isInteger(value) && value >= 1 && value <= 2000) || 'From 1 to 2000',
            })}
          />
          <Field
            label={`Carat ${i + 1}`}
            type="number"
            step="0.01"
            inputMode="decimal"
            min="0"
            error={errors?.[i]?.carat?.message}
            {...register(`detailsRef.stones.${i}.carat`, {
              valueAsNumber: true,
              validate: (value) => (value > 0 && value <= 500) || 'Above 0',
            })}
          />
          <Button look="quiet" onClick={() => remove(i)}>
            Remove<span className="visually-hidden"> stone {i + 1}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button
          look="secondary"
          disabled={fields.length >= 10}
          onClick={() => append({ type: '', shape: '', count: 1, carat: Number.NaN })}
        >
          Add stones
        </Button>
      </div>
    </section>
  );
}
