import { cartOrder, courierKey, NUMBER_PLACE } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { couriersQuery, type Courier } from '../../api/couriers.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { mayLeave } from '../../components/unsaved.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import layout from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowFormButtons } from './row-form-buttons.tsx';

const column = columnsOf<Courier>();
const editId = ({ name }: Courier): string => `edit-${courierKey(name)}`;

/** The couriers that a parcel is sent with, and their pages of it. */
export function CouriersSection() {
  const queryClient = useQueryClient();
  const query = useQuery(couriersQuery);
  const [editing, setEditing] = useState<Courier>();
  const [removing, setRemoving] = useState<Courier>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: couriersQuery.queryKey });
  const columns = useMemo<Columns<Courier>>(
    () => [
      column.accessor('name', { header: 'Courier' }),
      column.accessor(({ trackingPage }) => trackingPage ?? 'None: staff write a link', {
        id: 'trackingPage',
        header: 'Page of a parcel',
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={`${layout.cellButtons} ${layout.cellPair}`}>
            <RowButton id={editId(original)} of={original.name} onClick={() => mayLeave() && setEditing(original)}>
              Edit
            </RowButton>
            <RowButton of={original.name} onClick={() => setRemoving(original)}>
              Remove
            </RowButton>
          </span>
        ),
      }),
    ],
    [setEditing, setRemoving],
  );
  if (query.error && !query.data) {
    return <Failure error={query.error} what="The couriers" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <RowsSkeleton what="couriers" rows={6} />;
  return (
    <div className={layout.stack}>
      <p className={layout.soft}>
        Staff choose from these when a parcel leaves. Its link is then made of its tracking number; parcels that left
        keep theirs.
      </p>
      <CourierForm
        key={editing?.name ?? ''}
        courier={editing}
        onSaved={() => void refresh()}
        onDone={() => {
          setEditing(undefined);
          // Back to where the change began.
          if (editing) document.getElementById(editId(editing))?.focus();
        }}
      />
      {query.data.length > 0 ? (
        <DataTable
          caption="Couriers"
          columns={columns}
          rows={query.data}
          idOf={({ name }) => name}
          {...(editing && { selected: editing.name })}
        />
      ) : (
        <p>No couriers yet: staff write courier and link of every parcel.</p>
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirm="Remove"
          action={async () => {
            await call(cartOrder.removeCourier, { params: { name: removing.name } });
            toast.success('Courier removed');
            void refresh();
          }}
          failure="Delete failed"
          onClose={() => setRemoving(undefined)}
        >
          <p>It is not offered for the next parcel. Parcels that left keep its name and their links.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface Values {
  name: string;
  trackingPage: string;
}

interface FormProps {
  courier: Courier | undefined;
  onSaved(): void;
  /** Also without a change. */
  onDone(): void;
}

/** Adds a courier, or changes `courier`: then the form, which may be out of sight, takes the focus. */
function CourierForm({ courier, onSaved, onDone }: FormProps) {
  const { register, formState, formError, onSubmit, merge } = useDocumentForm({
    document: courier,
    isKeyed: true,
    startsAgain: courier === undefined,
    valuesOf: (read) => ({ name: read?.name ?? '', trackingPage: read?.trackingPage ?? '' }),
    toRequest: ({ name, trackingPage }: Values) => ({
      call: cartOrder.saveCourier,
      body: { name, trackingPage: trackingPage.trim() || null },
    }),
    save: async ({ body }, _values, version) => (await call(cartOrder.saveCourier, { body, version })).courier,
    onSaved: () => {
      onSaved();
      return 'Saved';
    },
    onDone,
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const title = courier ? `Change ${courier.name}` : 'Add a courier';
  return (
    <form className={layout.group} noValidate aria-label={title} onSubmit={onSubmit}>
      <h2>{title}</h2>
      <div className={layout.fields}>
        <Field
          label="Courier"
          autoComplete="off"
          readOnly={courier !== undefined}
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Page of a parcel"
          type="url"
          autoComplete="off"
          autoFocus={courier !== undefined}
          placeholder={`https://…${NUMBER_PLACE}`}
          hint={`Optional: its address, with ${NUMBER_PLACE} in place of the tracking number`}
          error={errors.trackingPage?.message}
          {...register('trackingPage')}
        />
      </div>
      <MergeNotice merge={merge} />
      <RowFormButtons save="Save courier" busy={isSubmitting} onCancel={courier && onDone} error={formError} />
    </form>
  );
}
