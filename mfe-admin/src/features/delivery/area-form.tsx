import { cartOrder, INDIAN_STATES } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import layout from '../../components/form.module.css';
import { NumberField } from '../../components/number-field/number-field.tsx';
import type { Area } from './api/areas.ts';
import { RowFormButtons } from './row-form-buttons.tsx';

type Values = Omit<Area, 'state' | 'version'> & { state: string };

const EMPTY: Values = { pincode: '', city: '', state: '', fromDays: Number.NaN, toDays: Number.NaN };

const valuesOf = (area: Area | undefined): Values => {
  if (!area) return EMPTY;
  const { version: _, ...values } = area;
  return values;
};

interface Props {
  area: Area | undefined;
  onSaved(): void;
  /** Also without a change. */
  onDone(): void;
}

/** Adds a row, or changes `area`: then the form, which may be out of sight, takes the focus. */
export function AreaForm({ area, onSaved, onDone }: Props) {
  const { register, control, formState, formError, onSubmit, merge } = useDocumentForm({
    document: area,
    isKeyed: true,
    startsAgain: area === undefined,
    valuesOf,
    toRequest: (values: Values) => ({ call: cartOrder.saveDeliveryArea, body: values as Area }),
    save: async ({ body }, _values, version) => (await call(cartOrder.saveDeliveryArea, { body, version })).area,
    onSaved: () => {
      onSaved();
      return 'Saved';
    },
    onDone,
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      className={layout.group}
      onSubmit={onSubmit}
      noValidate
      aria-label={area ? `Change ${area.pincode}` : 'Add a PIN code'}
    >
      <h2>{area ? `Change ${area.pincode}` : 'Add a PIN code'}</h2>
      <div className={`${layout.fields} ${layout.shortFields}`}>
        <Field
          label="PIN code or its first digits"
          inputMode="numeric"
          maxLength={6}
          readOnly={area !== undefined}
          error={errors.pincode?.message}
          {...register('pincode')}
        />
        <Field
          label="City"
          autoFocus={area !== undefined}
          hint="Empty for several cities"
          error={errors.city?.message}
          {...register('city')}
        />
        <Select label="State" error={errors.state?.message} {...register('state')}>
          <option value="">Choose…</option>
          {INDIAN_STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
        <NumberField control={control} name="fromDays" label="Business days, at least" />
        <NumberField control={control} name="toDays" label="Business days, at most" />
      </div>
      <MergeNotice merge={merge} />
      <RowFormButtons save="Save row" busy={isSubmitting} onCancel={area && onDone} error={formError} />
    </form>
  );
}
