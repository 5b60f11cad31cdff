import { cartOrder, CURRENCY_DECIMALS } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import type { Order } from '../../api/orders.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import s from './order-page.module.css';

interface Values {
  amount: string;
  note: string;
}

interface Refund {
  amount: number;
  note: string;
}

interface Props {
  order: Order;
  busy: boolean;
  onRefund(refund: Refund & { idempotencyKey: string }): Promise<unknown>;
}

/** Refunds part of what is left of an order's payment. */
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
  const [asking, setAsking] = useState<Refund>();
  const decimals = CURRENCY_DECIMALS[currency];
  /** What the body alone does not show: the currency, and what is left. */
  const amountProblem = (amount: number): string | undefined => {
    if (decimals === 0 && !Number.isInteger(amount)) return `${currency} has no decimals`;
    return amount > left ? `At most ${formatMoney(left, currency)}` : undefined;
  };
  const { register, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: { amount: '', note: '' },
    toRequest: ({ amount, note }: Values) => ({
      call: cartOrder.refundOrder,
      body: { amount: amount.trim() === '' ? Number.NaN : Number(amount), note: note.trim() },
    }),
    check: ({ amount }) => ({ amount: amountProblem(Number(amount)) }),
  });
  const { errors } = formState;

  const send = async (refund: Refund): Promise<void> => {
    // Field errors would be hidden below the dialog.
    setAsking(undefined);
    try {
      await refundingOnce(refund, (idempotencyKey) => onRefund({ ...refund, idempotencyKey }));
    } catch (error) {
      showProblem(error);
    }
  };

  return (
    <form className={s.buttons} onSubmit={submit(({ body }) => setAsking(body))} noValidate>
      <Field
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register('amount')}
      />
      <TextArea
        label="Note"
        hint="For the audit trail; shown on the order"
        error={errors.note?.message}
        {...register('note')}
      />
      <FormError message={formError} />
      <Button type="submit" look="secondary" wide busy={busy}>
        Pay back…
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Pay back ${formatMoney(asking.amount, currency)}?`}
          confirm="Pay back"
          action={() => send(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {asking.amount < left
              ? `${formatMoney(left, currency)} is left of the payment.`
              : 'This is all that is left of the payment.'}{' '}
            The order stays as it is. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}
