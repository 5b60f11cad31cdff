import { cartOrder } from '@shop/contracts/browser';
import { call, toast, useSession } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Badge } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orderQuery } from '../../api/orders.ts';
import { May, useMay } from '../../components/may.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { beginAgain } from '../../components/document-form/begin-again.ts';
import { RowsSkeleton } from '../../components/load-states.tsx';
import { MissingPart } from '../../components/missing-part.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { SendAgain } from '../../components/send-again.tsx';
import { momentText } from '../../components/texts.ts';
import {
  changesOfOrderQuery,
  mailsOfOrderQuery,
  notesQuery,
  paymentsOfOrderQuery,
  type Note,
} from './api/about-order.ts';
import { timelineOf, type Happening } from './timeline.rules.ts';
import s from './timeline.module.css';

const KINDS: Record<Happening['kind'], string> = {
  order: 'Order',
  payment: 'Payment',
  mail: 'Mail',
  staff: 'Staff',
  shipment: 'Parcel',
  note: 'Note',
};

/** What happened to an order, and the notes of staff. Each slice answers its own part; what could not be loaded is named. */
export function Timeline({ id }: { id: string }) {
  const may = useMay();
  const [order, payments, mails, changes, notes] = useQueries({
    queries: [
      orderQuery(id),
      { ...paymentsOfOrderQuery(id), enabled: may('payments.read') },
      { ...mailsOfOrderQuery(id), enabled: may('mails.read') },
      { ...changesOfOrderQuery(id), enabled: may('audit.read') },
      notesQuery(id),
    ],
  });
  // The order says itself that there is none, or why not.
  if (!order.data) return null;
  const parts = [
    { name: 'payments', query: payments },
    { name: 'mails', query: mails },
    { name: 'changes by staff', query: changes },
    { name: 'notes', query: notes },
  ];
  const waiting = parts.filter(({ query }) => query.isLoading);
  const happenings = timelineOf({
    ...{ order: order.data, payments: payments.data, mails: mails.data },
    ...{ changes: changes.data, notes: notes.data },
  });
  return (
    <section className={s.timeline} aria-labelledby="order-timeline">
      <h2 id="order-timeline">Notes and what happened</h2>
      <May permission="orders.note">
        <NoteForm id={id} />
      </May>
      {parts.map(({ name, query }) => (
        <MissingPart key={name} what={`the ${name}`} query={query} />
      ))}
      <ol className={s.list}>
        {happenings.map((one) => (
          <li key={one.key} className={s.one} data-kind={one.kind}>
            <p className={s.what}>
              <Badge tone={one.isBad ? 'bad' : one.kind === 'note' ? 'busy' : 'plain'}>{KINDS[one.kind]}</Badge>
              {one.kind !== 'note' && <strong>{one.what}</strong>}
              <time dateTime={one.at}>{momentText(one.at)}</time>
            </p>
            {one.text && <p className={s.text}>{one.text}</p>}
            {one.details && <p className={s.details}>{one.details}</p>}
            {one.note && (
              <May permission="orders.note">
                <DeleteNote orderId={id} note={one.note} />
              </May>
            )}
            {one.mail && <SendAgain mail={one.mail} />}
          </li>
        ))}
      </ol>
      {waiting.length > 0 && <RowsSkeleton what={waiting.map(({ name }) => name).join(', ')} rows={2} />}
    </section>
  );
}

function NoteForm({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [addingOnce] = useState(createIntent);
  const form = useContractForm({
    defaultValues: { text: '' },
    toRequest: ({ text }: { text: string }) => ({ call: cartOrder.addOrderNote, body: { text: text.trim() } }),
  });
  const { register, formState, formError, submit } = form;
  const onSubmit = submit(async ({ body }, written) => {
    await addingOnce(body, (idempotencyKey) => call(cartOrder.addOrderNote, { params: { id }, body, idempotencyKey }));
    beginAgain(form, written, { text: '' });
    toast.success('The note is added');
    await queryClient.invalidateQueries(notesQuery(id));
  });
  return (
    <form className={s.form} onSubmit={onSubmit} noValidate>
      <TextArea
        label="Internal note"
        hint="Only staff see it; who writes it can delete it"
        error={formState.errors.text?.message}
        {...register('text')}
      />
      <FormError message={formError} />
      <Button type="submit" look="secondary" busy={formState.isSubmitting}>
        Add the note
      </Button>
    </form>
  );
}

function DeleteNote({ orderId, note }: { orderId: string; note: Note }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (user?._id !== note.by.userId) return null;
  return (
    <div>
      <RowButton of={`the note of ${momentText(note.at)}`} onClick={() => setAsking(true)}>
        Delete
      </RowButton>
      {isAsking && (
        <ConfirmDialog
          title="Delete this note?"
          confirm="Delete the note"
          action={async () => {
            await call(cartOrder.removeOrderNote, { params: { id: orderId, noteId: note._id } });
            toast.success('The note is deleted');
            await queryClient.invalidateQueries(notesQuery(orderId));
            await queryClient.invalidateQueries(changesOfOrderQuery(orderId));
          }}
          onClose={() => setAsking(false)}
        >
          <p>Its text is gone for everybody; the audit trail keeps that there was one.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
