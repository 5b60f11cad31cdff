import {
  type BodyOf,
  cartOrder,
  REFUND_CODES,
  type RefundParts,
  STAFF_REFUND_CODES,
  type StaffRefundCode,
} from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import type { Order } from '../../api/orders.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import s from './order-page.module.css';
import { RefundPartsField } from './refund-parts-field.tsx';
import { isNone, NO_PARTS, refundableOf } from './refundable.rules.ts';

interface Values {
  amount: number;
  code: StaffRefundCode | '';
  noteToBuyer: string;
  note: string;
}

export type Refund = BodyOf<typeof cartOrder.refundOrder>;

interface Props {
  order: Order;
  busy: boolean;
  onRefund(refund: Refund & { idempotencyKey: string }): Promise<unknown>;
}

/** Refunds part of what is left of an order's payment. */
export function RefundBox({ order, busy, onRefund }: Props) {
  const { currency, refundableAmount: left, refunds, waitingRefund } = order;
  return (
    <section className={s.box}>
      <h2>Refund</h2>
      <p className={s.soft}>
        {left > 0
          ? `${formatMoney(left, currency)} is left of the payment.`
          : 'Nothing is left of the payment to pay back.'}
      </p>
      {waitingRefund !== undefined && (
        <p>
          <strong>{formatMoney(waitingRefund, currency)}</strong> waits for the decision of the dispute: won, it goes
          back by itself; lost, the bank has paid it.
        </p>
      )}
      {left > 0 && <RefundForm key={refunds.length} order={order} busy={busy} onRefund={onRefund} />}
    </section>
  );
}

function RefundForm({ order, busy, onRefund }: Props) {
  const { currency, refundableAmount: left } = order;
  const [chosen, setChosen] = useState(NO_PARTS);
  const [refundingOnce] = useState(createIntent);
  const [asking, setAsking] = useState<Refund>();
  const refundable = refundableOf(order);
  const { worth } = refundable;
  /** What the body alone does not show: the currency, and what is left. */
  const amountProblem = (amount: number): string | undefined => {
    if (amount > left) return `At most ${formatMoney(left, currency)}`;
    return !isNone(chosen) && amount > worth(chosen)
      ? `At most ${formatMoney(worth(chosen), currency)} was paid for what you chose`
      : undefined;
  };
  const { register, control, setValue, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: { amount: Number.NaN, code: '', noteToBuyer: '', note: '' },
    toRequest: ({ amount, code, noteToBuyer, note }: Values) => ({
      call: cartOrder.refundOrder,
      body: {
        amount,
        ...(!isNone(chosen) && { of: { lines: [...chosen.lines], charges: [...chosen.charges] } }),
        ...(code && { code }),
        ...(noteToBuyer.trim() && { noteToBuyer: noteToBuyer.trim() }),
        note: note.trim(),
      },
    }),
    check: ({ amount, code }) => ({
      amount: amountProblem(amount),
      ...(!code && { code: 'Choose a reason' }),
    }),
  });
  const { errors } = formState;

  const choose = (parts: RefundParts): void => {
    setChosen(parts);
    const amount = isNone(parts) ? Number.NaN : worth(parts);
    setValue('amount', amount, { shouldValidate: formState.isSubmitted, shouldDirty: true });
  };
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
      <RefundPartsField order={order} refundable={refundable} chosen={chosen} onChoose={choose} />
      <MoneyField
        control={control}
        name="amount"
        label="Amount"
        currency={currency}
        hint="Of what you chose, or any amount up to what is left"
      />
      <Select label="Reason" error={errors.code?.message} {...register('code')}>
        <option value="">Choose…</option>
        {STAFF_REFUND_CODES.map((code) => (
          <option key={code} value={code}>
            {REFUND_CODES[code]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Note to the buyer"
        hint="Optional; in the mail and on the order"
        error={errors.noteToBuyer?.message}
        {...register('noteToBuyer')}
      />
      <TextArea
        label="Note for the shop"
        hint="For staff and the audit trail; the buyer never sees it"
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
