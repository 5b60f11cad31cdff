import { cartOrder, COUNTRY_NAMES } from '@shop/contracts/browser';
import { applyProblem, call, formatMoney, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import layout from '../../components/form.module.css';
import { rupeesField, rupeesInput } from '../../components/rupees.ts';
import { chargesQuery, type Charges, type Rate } from './api/charges.ts';

const column = columnsOf<Rate>();

/** What couriers take by country; where a country has several the buyer chooses. */
export function InternationalRates({ rates }: { rates: readonly Rate[] }) {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<Rate>();
  const keep = (charges: Charges) => queryClient.setQueryData(chargesQuery.queryKey, charges);
  const { mutate: remove, isPending } = useMutation({
    mutationFn: async ({ country, courier }: Rate) =>
      (await call(cartOrder.removeInternationalRate, { params: { country, courier } })).data,
    meta: { quiet: true },
    onSuccess: (charges) => {
      keep(charges);
      setRemoving(undefined);
      toast.success('Rate removed');
    },
    onError: (error) => {
      setRemoving(undefined);
      toast.error(messageOf(error, 'Delete failed'));
    },
  });
  const columns = useMemo<Columns<Rate>>(
    () => [
      column.accessor('country', { header: 'Country' }),
      column.accessor('courier', { header: 'Courier' }),
      column.accessor('charge', { header: 'Charge', cell: ({ getValue }) => formatMoney(getValue(), 'INR') }),
      column.display({
        id: 'remove',
        header: 'Remove',
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <Button
            look="quiet"
            aria-label={`Remove ${original.courier} to ${original.country}`}
            onClick={() => setRemoving(original)}
          >
            Remove
          </Button>
        ),
      }),
    ],
    [],
  );
  return (
    <section className={layout.group}>
      <h2>International rates</h2>
      {rates.length > 0 ? (
        <DataTable
          caption="International rates"
          columns={columns}
          rows={rates}
          idOf={({ country, courier }) => `${country} ${courier}`}
          sortable
        />
      ) : (
        <p className={layout.soft}>No rates yet: every country outside India pays the shipping above.</p>
      )}
      <RateForm onSaved={keep} />
      {removing && (
        <ConfirmDialog
          title="Remove this rate?"
          confirm="Remove"
          busy={isPending}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {removing.courier} to {removing.country}, {formatMoney(removing.charge, 'INR')}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const EMPTY: Rate = { country: '', courier: '', charge: Number.NaN };

function RateForm({ onSaved }: { onSaved(charges: Charges): void }) {
  const { register, handleSubmit, formState, reset, setError } = useForm<Rate>({ defaultValues: EMPTY });
  const { errors } = formState;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (body: Rate) => (await call(cartOrder.saveInternationalRate, { body })).data,
    meta: { quiet: true },
  });
  const save = async (rate: Rate): Promise<void> => {
    try {
      onSaved(await mutateAsync({ ...rate, courier: rate.courier.trim() }));
      reset(EMPTY);
      toast.success('Saved');
    } catch (error) {
      if (!applyProblem(error, setError as never, ['country', 'courier', 'charge'])) {
        toast.error(messageOf(error, 'Save failed'));
      }
    }
  };
  return (
    <form className={layout.stack} onSubmit={handleSubmit(save)} noValidate aria-label="Add a rate">
      <div className={layout.fields}>
        <Select
          label="Country"
          error={errors.country?.message}
          {...register('country', { required: 'Country is required' })}
        >
          <option value="">Choose…</option>
          {COUNTRY_NAMES.filter((name) => name !== 'India').map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Field
          label="Courier"
          maxLength={60}
          error={errors.courier?.message}
          {...register('courier', { validate: (value) => value.trim() !== '' || 'Courier is required' })}
        />
        <Field
          label="Charge in ₹"
          {...rupeesInput}
          error={errors.charge?.message}
          {...register('charge', rupeesField('Charge'))}
        />
      </div>
      <div className={layout.buttons}>
        <Button type="submit" look="secondary" busy={isPending}>
          Save rate
        </Button>
        <span className={layout.soft}>A rate of the same courier and country is replaced</span>
      </div>
    </form>
  );
}
