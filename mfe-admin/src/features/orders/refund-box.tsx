import {
  type BodyOf,
  cartOrder,
  CURRENCY_DECIMALS,
  REFUND_CODES,
  STAFF_REFUND_CODES,
  type StaffRefundCode,
} from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import type { Order } from '../../api/orders.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import s from './order-page.module.css';

interface Values {
  amount: string;
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

/** What was paid for these lines, with their GST: in the smallest unit while it is summed up. */
function paidFor({ items, currency }: Order, lines: readonly number[]): string {
  const decimals = CURRENCY_DECIMALS[currency];
  const sum = lines.reduce((all, place) => {
    const { lineMrp, linePrice } = items[place]!;
    return all + Math.round((lineMrp ?? linePrice) * 10 ** decimals);
  }, 0);
  return lines.length === 0 ? '' : (sum / 10 ** decimals).toFixed(decimals);
}

function RefundForm({ order, busy, onRefund }: Props) {
  const { currency, refundableAmount: left, items } = order;
  const [lines, setLines] = useState<readonly number[]>([]);
  const [refundingOnce] = useState(createIntent);
  const [asking, setAsking] = useState<Refund>();
  const decimals = CURRENCY_DECIMALS[currency];
  /** What the body alone does not show: the currency, and what is left. */
  const amountProblem = (amount: number): string | undefined => {
    if (decimals === 0 && !Number.isInteger(amount)) return `${currency} has no decimals`;
    return amount > left ? `At most ${formatMoney(left, currency)}` : undefined;
  };
  const { register, setValue, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: { amount: '', code: '', noteToBuyer: '', note: '' },
    toRequest: ({ amount, code, noteToBuyer, note }: Values) => ({
      call: cartOrder.refundOrder,
      body: {
        amount: amount.trim() === '' ? Number.NaN : Number(amount),
        ...(code && { code }),
        ...(noteToBuyer.trim() && { noteToBuyer: noteToBuyer.trim() }),
        note: note.trim(),
      },
    }),
    check: ({ amount, code }) => ({
      amount: amountProblem(Number(amount)),
      ...(!code && { code: 'Choose a reason' }),
    }),
  });
  const { errors } = formState;

  const choose = (place: number): void => {
    const chosen = lines.includes(place) ? lines.filter((one) => one !== place) : [...lines, place];
    setLines(chosen);
    setValue('amount', paidFor(order, chosen), { shouldValidate: formState.isSubmitted, shouldDirty: true });
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
      <fieldset className={s.pieces}>
        <legend>Pieces to pay back, with their tax</legend>
        {items.map(({ product, quantity }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal lines are possible, reordering is not
          <Checkbox key={place} checked={lines.includes(place)} onChange={() => choose(place)}>
            {quantity} × {product.name}, {formatMoney(Number(paidFor(order, [place])), currency)}
          </Checkbox>
        ))}
      </fieldset>
      <Field
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register('amount')}
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
