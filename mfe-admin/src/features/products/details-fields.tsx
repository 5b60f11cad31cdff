import {
  DETAIL_FIELDS,
  MAX_LINE,
  MAX_STONES,
  modelHasField,
  type CompositeKind,
  type DetailFieldName,
  type DetailFieldOf,
  type DetailKind,
  type DetailsModel,
} from '@shop/contracts/browser';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import form from '../../components/form.module.css';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { MODELS, type ProductValues } from './api/product-values.ts';
import { DetailField, type SimpleDetailName } from './detail-field.tsx';
import s from './details-fields.module.css';
import { OptionValues } from './option-fields.tsx';

/** Names of the fields of one kind that products of `model` have. */
const namesOf = <K extends DetailKind>(model: DetailsModel, kind: K) =>
  (Object.keys(DETAIL_FIELDS) as DetailFieldName[]).filter(
    (name) => DETAIL_FIELDS[name].kind === kind && modelHasField(model, DETAIL_FIELDS[name]),
  ) as DetailFieldOf<K>[];

/** Composite fields, each with the section that edits it. */
const SECTIONS: Record<DetailFieldOf<CompositeKind>, () => ReactNode> = {
  stones: Stones,
  certification: Certification,
  centerStoneOptions: CentreStone,
};

/** What a piece is made of and comes in: the declared fields of its model. */
export function DetailsFields() {
  const { register, watch, formState } = useFormContext<ProductValues>();
  const model = watch('detailsModel');
  const fieldOf = (name: SimpleDetailName) => (
    <DetailField<ProductValues> key={name} name={name} path={`detailsRef.${name}`} model={model} />
  );
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
        <p className={form.soft}>The first tone, purity and stone are those of the piece in stock.</p>
        <div className={form.fields}>{namesOf(model, 'list').map(fieldOf)}</div>
        <div className={form.fields}>
          {namesOf(model, 'number').map(fieldOf)}
          {namesOf(model, 'choice').map(fieldOf)}
        </div>
        <div className={s.checks}>{namesOf(model, 'flag').map(fieldOf)}</div>
      </section>

      {Object.entries(SECTIONS).map(([name, Section]) => (
        <Section key={name} />
      ))}

      <section className={form.group}>
        <h2>Care and delivery</h2>
        {namesOf(model, 'longText').map(fieldOf)}
        {namesOf(model, 'text').map(fieldOf)}
      </section>
    </>
  );
}

function Certification() {
  const { register, formState } = useFormContext<ProductValues>();
  return (
    <section className={form.group}>
      <h2>{DETAIL_FIELDS.certification.label}</h2>
      <div className={s.checks}>
        <Checkbox {...register('detailsRef.certification.isHallmarked')}>Hallmarked</Checkbox>
        <Checkbox {...register('detailsRef.certification.isCertified')}>Certified</Checkbox>
      </div>
      <Field
        label="Kind of certificate"
        maxLength={MAX_LINE}
        error={formState.errors.detailsRef?.certification?.certType?.message}
        {...register('detailsRef.certification.certType')}
      />
    </section>
  );
}

function CentreStone() {
  return (
    <section className={form.group}>
      <h2>{DETAIL_FIELDS.centerStoneOptions.label}</h2>
      <div className={form.fields}>
        <OptionValues<ProductValues> name="detailsRef.centerStoneOptions.carats" label="Carats" options="stone-carat" />
        <OptionValues<ProductValues> name="detailsRef.centerStoneOptions.shapes" label="Shapes" options="stone-shape" />
        <OptionValues<ProductValues>
          name="detailsRef.centerStoneOptions.qualities"
          label="Qualities"
          options="stone-quality"
        />
      </div>
    </section>
  );
}

/** One row per kind of stone, with the count and the total carat. */
function Stones() {
  const { control, register, formState } = useFormContext<ProductValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'detailsRef.stones' });
  const errors = formState.errors.detailsRef?.stones;
  return (
    <section className={form.group}>
      <h2>{DETAIL_FIELDS.stones.label}</h2>
      {fields.map((field, i) => (
        <div key={field.id} className={s.stone}>
          <Field
            label={`Stone ${i + 1}`}
            maxLength={MAX_LINE}
            error={errors?.[i]?.type?.message}
            {...register(`detailsRef.stones.${i}.type`)}
          />
          <Field label={`Shape ${i + 1}`} maxLength={MAX_LINE} {...register(`detailsRef.stones.${i}.shape`)} />
          <NumberField control={control} name={`detailsRef.stones.${i}.count`} label={`Count ${i + 1}`} />
          <NumberField
            control={control}
            name={`detailsRef.stones.${i}.carat`}
            label={`Carat ${i + 1}`}
            decimals={Infinity}
          />
          <Button look="quiet" onClick={() => remove(i)}>
            Remove<span className="visually-hidden"> stone {i + 1}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button
          look="secondary"
          disabled={fields.length >= MAX_STONES}
          onClick={() => append({ type: '', shape: '', count: 1, carat: Number.NaN })}
        >
          Add stones
        </Button>
      </div>
    </section>
  );
}
