import { cartOrder } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changedFields } from '../../components/changed-fields.ts';
import layout from '../../components/form.module.css';
import { rupeesField, rupeesInput } from '../../components/rupees.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { chargesQuery, type Charges } from './api/charges.ts';

type Values = Omit<Charges, 'internationalShipping'>;

const FIELDS = [
  'gstRate',
  'domesticShipping',
  'freeShippingAbove',
  'otherCharges.engraving',
  'otherCharges.hallmarking',
  'otherCharges.specialRequestDefault',
] as const;

/** The rates of couriers have calls of their own: sent along they would undo what another tab did to them. */
const valuesOf = ({ internationalShipping: _, ...values }: Charges): Values => values;

export function ChargesForm({ charges }: { charges: Charges }) {
  const queryClient = useQueryClient();
  // What another tab saved is taken over; what is being written here stays.
  const { register, handleSubmit, formState, reset, setError } = useForm<Values>({
    values: valuesOf(charges),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, defaultValues } = formState;
  useUnsaved(isDirty);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (body: Partial<Values>) => (await call(cartOrder.updateCharges, { body })).data,
    meta: { quiet: true },
  });
  const save = async (values: Values): Promise<void> => {
    try {
      const saved = await mutateAsync(changedFields(values, defaultValues as Values));
      queryClient.setQueryData(chargesQuery.queryKey, saved);
      reset(valuesOf(saved));
      toast.success('Charges updated');
    } catch (error) {
      applyProblem(error, setError as never, FIELDS);
      toast.error(messageOf(error, 'Update failed'));
    }
  };
  return (
    <form className={layout.group} onSubmit={handleSubmit(save)} noValidate aria-label="Charges">
      <div className={layout.fields}>
        <Field
          label="GST rate"
          type="number"
          step="0.001"
          min="0"
          max="1"
          inputMode="decimal"
          hint="A fraction of the subtotal: 0.03 is three percent"
          error={errors.gstRate?.message}
          {...register('gstRate', {
            valueAsNumber: true,
            validate: (rate) => {
              if (!Number.isFinite(rate)) return 'GST rate is required';
              if (rate < 0) return 'At least 0';
              if (rate > 1) return 'At most 1';
              return Number(rate.toFixed(4)) === rate || 'At most four decimals';
            },
          })}
        />
        <Field
          label="Shipping abroad in ₹"
          {...rupeesInput}
          hint="Where no courier has a rate for the country. India is free"
          error={errors.domesticShipping?.message}
          {...register('domesticShipping', rupeesField('Shipping'))}
        />
        <Field
          label="Free shipping above ₹"
          {...rupeesInput}
          hint="A parcel whose subtotal is above it travels free"
          error={errors.freeShippingAbove?.message}
          {...register('freeShippingAbove', rupeesField('The threshold'))}
        />
        <Field
          label="Engraving in ₹"
          {...rupeesInput}
          error={errors.otherCharges?.engraving?.message}
          {...register('otherCharges.engraving', rupeesField('Engraving'))}
        />
        <Field
          label="Hallmarking in ₹"
          {...rupeesInput}
          error={errors.otherCharges?.hallmarking?.message}
          {...register('otherCharges.hallmarking', rupeesField('Hallmarking'))}
        />
        <Field
          label="Special request in ₹"
          {...rupeesInput}
          error={errors.otherCharges?.specialRequestDefault?.message}
          {...register('otherCharges.specialRequestDefault', rupeesField('Special request'))}
        />
      </div>
      <Checkbox {...register('zeroRatedExports')}>No GST on what leaves India (zero-rated exports)</Checkbox>
      <div className={layout.buttons}>
        <Button type="submit" busy={isPending} disabled={!isDirty}>
          Save
        </Button>
        <span className={layout.soft}>For checkouts that begin from now on</span>
      </div>
    </form>
  );
}
