import { payment, type BodyOf } from '@shop/contracts/browser';
import { call, formatMoney, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { TRANSFERS_KEY, type TransferReturn } from './api.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';

export type Outcome = BodyOf<typeof payment.settleTransferReturn>['outcome'];

interface Values {
  bankReference: string;
  note: string;
}

/** Tells that money was sent back, or that it cannot be. */
export function SettleReturnDialog({
  one,
  outcome,
  onClose,
}: {
  one: TransferReturn;
  outcome: Outcome;
  onClose(): void;
}) {
  const queryClient = useQueryClient();
  const isSent = outcome === 'sent';
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { bankReference: '', note: '' },
    toRequest: ({ bankReference, note }: Values) => ({
      call: payment.settleTransferReturn,
      body: {
        outcome,
        ...(bankReference.trim() && { bankReference: bankReference.trim() }),
        ...(note.trim() && { note: note.trim() }),
      },
    }),
    // The contract cannot tell: a money transfer that failed is followed up by what the note says.
    check: ({ note }) => ({ note: !isSent && note.trim() === '' ? 'Say why it cannot be sent' : undefined }),
  });
  const { errors, isSubmitting } = formState;
  const onSubmit = submit(async ({ body }) => {
    await call(payment.settleTransferReturn, { params: { id: one._id }, body });
    onClose();
    toast.success(isSent ? 'The buyer sees that it was sent back' : 'Noted: the refund has failed');
    await queryClient.invalidateQueries({ queryKey: TRANSFERS_KEY });
  });
  return (
    <FormDialog
      title={isSent ? 'Was the money sent?' : 'Can the money not be sent?'}
      save={isSent ? 'It was sent' : 'It cannot be sent'}
      cancel="Leave it open"
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(one.amount, 'INR')}</strong> to {one.buyer}
        {one.text && `: ${one.text}`}
      </p>
      <p>
        {isSent
          ? 'Tell it once the bank has taken the transfer. This cannot be undone.'
          : 'The refund counts as failed, and the payment needs attention. This cannot be undone.'}
      </p>
      {isSent && (
        <Field
          label="The bank’s number (UTR)"
          hint="Optional"
          autoComplete="off"
          error={errors.bankReference?.message}
          {...register('bankReference')}
        />
      )}
      <TextArea
        label="Note"
        hint={isSent ? 'Optional; for the audit trail' : 'For the audit trail'}
        error={errors.note?.message}
        {...register('note')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}
