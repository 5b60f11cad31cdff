import { cartOrder, COUNTRY_NAMES, isHomeCountryName } from '@shop/contracts/browser';
import { call, formatMoney, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import layout from '../../components/form.module.css';
import { WholeTableFile } from '../../components/whole-table-file.tsx';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { chargesQuery, loadRates, type Charges, type Rate } from './api/charges.ts';

const column = columnsOf<Rate>();

/** Courier rates by country; a buyer chooses where a country has several. */
export function InternationalRates({ rates }: { rates: readonly Rate[] }) {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<Rate>();
  const keep = (charges: Charges) => queryClient.setQueryData(chargesQuery.queryKey, charges);
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
    <>
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
            action={async () => {
              const { country, courier } = removing;
              keep((await call(cartOrder.removeInternationalRate, { params: { country, courier } })).data);
              toast.success('Rate removed');
            }}
            failure="Delete failed"
            onClose={() => setRemoving(undefined)}
          >
            <p>
              {removing.courier} to {removing.country}, {formatMoney(removing.charge, 'INR')}
            </p>
          </ConfirmDialog>
        )}
      </section>
      <WholeTableFile
        label="International rates"
        name="international-rates"
        importCall={cartOrder.importInternationalRates}
        load={loadRates}
        onImported={() => queryClient.invalidateQueries(chargesQuery)}
      />
    </>
  );
}

type Values = Omit<Rate, 'version'>;

const EMPTY: Values = { country: '', courier: '', charge: Number.NaN };

function RateForm({ onSaved }: { onSaved(charges: Charges): void }) {
  const { register, control, formState, formError, onSubmit, merge } = useDocumentForm({
    document: undefined as Rate | undefined,
    isKeyed: true,
    startsAgain: true,
    valuesOf: (rate) => (rate ? { country: rate.country, courier: rate.courier, charge: rate.charge } : EMPTY),
    toRequest: (rate: Values) => ({
      call: cartOrder.saveInternationalRate,
      body: { ...rate, courier: rate.courier.trim() },
    }),
    save: async ({ body }, _values, version) => {
      onSaved((await call(cartOrder.saveInternationalRate, { body, version })).data);
      return body;
    },
    onSaved: () => 'Saved',
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  return (
    <form className={layout.stack} onSubmit={onSubmit} noValidate aria-label="Add a rate">
      <div className={layout.fields}>
        <Select label="Country" error={errors.country?.message} {...register('country')}>
          <option value="">Choose…</option>
          {COUNTRY_NAMES.filter((name) => !isHomeCountryName(name)).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Field label="Courier" error={errors.courier?.message} {...register('courier')} />
        <MoneyField control={control} name="charge" label="Charge" />
      </div>
      <MergeNotice merge={merge} />
      <div className={layout.buttons}>
        <Button type="submit" look="secondary" busy={isSubmitting}>
          Save rate
        </Button>
        <span className={layout.soft}>For a rate that is there both charges are shown first</span>
        <FormError message={formError} />
      </div>
    </form>
  );
}
