import { CURRENCY_DECIMALS } from '@shop/contracts/browser';
import { applyProblem, formatMoney, messageOf, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Order } from '../../api/orders.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import s from './order-page.module.css';

interface Values {
  amount: string;
  note: string;
}

interface Props {
  order: Order;
  busy: boolean;
  onRefund(refund: { amount: number; note: string; idempotencyKey: string }): Promise<unknown>;
}

/** Sends some of what is left of an order's payment back; what went back stands on the order. */
export function RefundBox({ order, busy, onRefund }: Props) {
  const { currency, refundableAmount: left, refunds } = order;
  return (
    <section className={s.box}>
      <h2>Refund</h2>
      <p className={s.soft}>
        {left > 0
          ? `${formatMoney(left, currency)} is left of the payment.`
          : 'Nothing is left of the payment to pay back.'}
      </p>
      {left > 0 && <RefundForm key={refunds.length} order={order} busy={busy} onRefund={onRefund} />}
    </section>
  );
}

function RefundForm({ order: { currency, refundableAmount: left }, busy, onRefund }: Props) {
  const [refundingOnce] = useState(createIntent);
  const [asking, setAsking] = useState<Values>();
  const { register, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { amount: '', note: '' },
  });
  const { errors } = formState;
  const decimals = CURRENCY_DECIMALS[currency];

  const send = async (values: Values): Promise<void> => {
    const refund = { amount: Number(values.amount), note: values.note.trim() };
    // What is said of a field is said there, not below a dialog.
    setAsking(undefined);
    try {
      await refundingOnce(refund, (idempotencyKey) => onRefund({ ...refund, idempotencyKey }));
    } catch (error) {
      if (!applyProblem(error, setError as never, ['amount', 'note'])) toast.error(messageOf(error));
    }
  };

  return (
    <form className={s.buttons} onSubmit={handleSubmit(setAsking)} noValidate>
      <Field
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register('amount', {
          required: 'Say how much',
          validate: (value) => {
            const amount = Number(value);
            if (!Number.isFinite(amount) || amount <= 0) return 'This is not an amount';
            if (Number(amount.toFixed(decimals)) !== amount)
              return decimals === 0 ? `${currency} has no decimals` : 'At most two decimals';
            if (amount > left) return `At most ${formatMoney(left, currency)}`;
            return true;
          },
        })}
      />
      <TextArea
        label="Note"
        hint="For the audit trail; shown on the order"
        maxLength={300}
        error={errors.note?.message}
        {...register('note', { validate: (value) => value.trim() !== '' || 'Say why' })}
      />
      <Button type="submit" look="secondary" wide busy={busy}>
        Pay back…
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Pay back ${formatMoney(Number(asking.amount), currency)}?`}
          confirm="Pay back"
          busy={false}
          onConfirm={() => void send(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {Number(asking.amount) < left
              ? `${formatMoney(left, currency)} is left of the payment.`
              : 'This is all that is left of the payment.'}{' '}
            The order stays as it is. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}
