import { cartOrder } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import layout from '../../components/form.module.css';
import { rupeesInput } from '../../components/rupees.ts';
import { chargesQuery, type Charges } from './api/charges.ts';

type Values = Omit<Charges, 'internationalShipping' | 'version'>;

/** Without the courier rates: they have their own calls, and sending them would overwrite changes of other tabs. */
const valuesOf = ({ internationalShipping: _, version: _version, ...values }: Charges): Values => values;

const DISPATCH = [
  ['readyFrom', 'Ready pieces leave after, at least'],
  ['readyTo', 'Ready pieces leave after, at most'],
  ['madeToOrderFrom', 'Pieces made to order leave after, at least'],
  ['madeToOrderTo', 'Pieces made to order leave after, at most'],
] as const;

export function ChargesForm({ charges }: { charges: Charges }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, onSubmit, merge, canSave } = useDocumentForm({
    document: charges,
    valuesOf: (read) => valuesOf(read!),
    toRequest: (values: Values, initial) => ({
      call: cartOrder.updateCharges,
      body: changedFields(values, initial),
    }),
    save: async ({ body }, _values, version) => (await call(cartOrder.updateCharges, { body, version })).data,
    onSaved: (saved) => {
      queryClient.setQueryData(chargesQuery.queryKey, saved);
      return 'Charges updated';
    },
    failure: 'Update failed',
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  return (
    <form className={layout.group} onSubmit={onSubmit} noValidate aria-label="Charges">
      <div className={layout.fields}>
        <Field
          label="GST rate"
          type="number"
          step="0.001"
          min="0"
          inputMode="decimal"
          hint="A fraction of the subtotal: 0.03 is three percent"
          error={errors.gstRate?.message}
          {...register('gstRate', { valueAsNumber: true })}
        />
        <Select
          label="Prices that shoppers see"
          hint="Shoppers in India are shown prices with all taxes by law"
          error={errors.showPrices?.message}
          {...register('showPrices')}
        >
          <option value="with-tax">With GST (MRP)</option>
          <option value="before-tax">Before GST</option>
        </Select>
        <Field
          label="Shipping abroad in ₹"
          {...rupeesInput}
          hint="Where no courier has a rate for the country. India is free"
          error={errors.domesticShipping?.message}
          {...register('domesticShipping', { valueAsNumber: true })}
        />
        <Field
          label="Free shipping above ₹"
          {...rupeesInput}
          hint="A parcel whose subtotal is above it travels free"
          error={errors.freeShippingAbove?.message}
          {...register('freeShippingAbove', { valueAsNumber: true })}
        />
        <Field
          label="Engraving in ₹"
          {...rupeesInput}
          hint="Extras and shipping contain their GST; the bill splits them"
          error={errors.otherCharges?.engraving?.message}
          {...register('otherCharges.engraving', { valueAsNumber: true })}
        />
        <Field
          label="Hallmarking in ₹"
          {...rupeesInput}
          error={errors.otherCharges?.hallmarking?.message}
          {...register('otherCharges.hallmarking', { valueAsNumber: true })}
        />
        <Field
          label="Special request in ₹"
          {...rupeesInput}
          error={errors.otherCharges?.specialRequestDefault?.message}
          {...register('otherCharges.specialRequestDefault', { valueAsNumber: true })}
        />
        <Field
          label="Gift wrap in ₹"
          {...rupeesInput}
          error={errors.giftWrap?.message}
          {...register('giftWrap', { valueAsNumber: true })}
        />
        <Field
          label="Pieces per customer"
          type="number"
          step="1"
          min="1"
          inputMode="numeric"
          hint="Of one product, in the cart and in all open checkouts of an account"
          error={errors.maxPieces?.message}
          {...register('maxPieces', { valueAsNumber: true })}
        />
        {DISPATCH.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            type="number"
            step="1"
            min="0"
            inputMode="numeric"
            hint="Business days until the parcel leaves"
            error={errors.dispatch?.[name]?.message}
            {...register(`dispatch.${name}`, { valueAsNumber: true })}
          />
        ))}
      </div>
      <Checkbox {...register('zeroRatedExports')}>No GST on what leaves India (zero-rated exports)</Checkbox>
      <MergeNotice merge={merge} />
      <div className={layout.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={!canSave}>
          Save
        </Button>
        <span className={layout.soft}>Shoppers see it at once; a checkout that has begun keeps its charges</span>
        <FormError message={formError} />
      </div>
    </form>
  );
}
