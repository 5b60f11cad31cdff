import {
  amountOfParts,
  type BodyOf,
  cartOrder,
  CURRENCY_DECIMALS,
  type PaidParts,
  partsLeft,
  REFUND_CODES,
  REFUNDED_CHARGE_NAMES,
  REFUNDED_CHARGES,
  type RefundedCharge,
  type RefundParts,
  STAFF_REFUND_CODES,
  type StaffRefundCode,
} from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import type { Order } from '../../api/orders.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import s from './order-page.module.css';

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

/** What was paid for lines and charges with their tax, in the smallest unit: together it is the total. */
function paidParts({ items, charges, currency }: Order): PaidParts {
  const unit = 10 ** CURRENCY_DECIMALS[currency];
  return {
    lines: items.map(({ lineMrp, linePrice, quantity }) => ({
      amount: Math.round((lineMrp ?? linePrice) * unit),
      quantity,
    })),
    charges: Object.fromEntries(REFUNDED_CHARGES.map((charge) => [charge, Math.round((charges[charge] ?? 0) * unit)])),
  };
}

function RefundForm({ order, busy, onRefund }: Props) {
  const { currency, refundableAmount: left, items, refunds } = order;
  const [chosen, setChosen] = useState<RefundParts>({ lines: [], charges: [] });
  const [refundingOnce] = useState(createIntent);
  const [asking, setAsking] = useState<Refund>();
  const decimals = CURRENCY_DECIMALS[currency];
  const paid = paidParts(order);
  const earlier = refunds.flatMap(({ of, state }) => (of && state !== 'failed' ? [of] : []));
  const still = partsLeft(paid, earlier);
  const isOfParts = chosen.lines.length + chosen.charges.length > 0;
  /** In the major unit, as it is written. */
  const worth = (parts: RefundParts): number => amountOfParts(paid, parts, earlier) / 10 ** decimals;
  /** What the body alone does not show: the currency, and what is left. */
  const amountProblem = (amount: number): string | undefined => {
    if (amount > left) return `At most ${formatMoney(left, currency)}`;
    return isOfParts && amount > worth(chosen)
      ? `At most ${formatMoney(worth(chosen), currency)} was paid for what you chose`
      : undefined;
  };
  const { register, control, setValue, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: { amount: Number.NaN, code: '', noteToBuyer: '', note: '' },
    toRequest: ({ amount, code, noteToBuyer, note }: Values) => ({
      call: cartOrder.refundOrder,
      body: {
        amount,
        ...(isOfParts && { of: { lines: [...chosen.lines], charges: [...chosen.charges] } }),
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
    const isNothing = parts.lines.length + parts.charges.length === 0;
    const amount = isNothing ? Number.NaN : worth(parts);
    setValue('amount', amount, { shouldValidate: formState.isSubmitted, shouldDirty: true });
  };
  const choosePieces = (place: number, pieces: number): void =>
    choose({
      ...chosen,
      lines: [...chosen.lines.filter((line) => line.place !== place), ...(pieces > 0 ? [{ place, pieces }] : [])],
    });
  const chooseCharge = (charge: RefundedCharge): void =>
    choose({
      ...chosen,
      charges: chosen.charges.includes(charge)
        ? chosen.charges.filter((one) => one !== charge)
        : [...chosen.charges, charge],
    });
  const piecesOf = (place: number): number => chosen.lines.find((line) => line.place === place)?.pieces ?? 0;

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
        {items.map(({ product, quantity }, place) => {
          const count = still.lines[place]!;
          const price = (pieces: number) => formatMoney(worth({ lines: [{ place, pieces }], charges: [] }), currency);
          // oxlint-disable react/no-array-index-key -- equal lines are possible, reordering is not
          if (count === 0) {
            return (
              <p key={place} className={s.soft}>
                {quantity} × {product.name}: paid back
              </p>
            );
          }
          if (count === 1) {
            return (
              <Checkbox
                key={place}
                checked={piecesOf(place) === 1}
                onChange={({ currentTarget }) => choosePieces(place, currentTarget.checked ? 1 : 0)}
              >
                1 × {product.name}, {price(1)}
              </Checkbox>
            );
          }
          return (
            <Select
              key={place}
              label={product.name}
              value={piecesOf(place)}
              onChange={({ currentTarget }) => choosePieces(place, Number(currentTarget.value))}
            >
              <option value={0}>None of {count}</option>
              {Array.from({ length: count }, (_, at) => at + 1).map((pieces) => (
                <option key={pieces} value={pieces}>
                  {pieces} × {product.name}, {price(pieces)}
                </option>
              ))}
            </Select>
          );
          // oxlint-enable react/no-array-index-key
        })}
        {still.charges.map((charge) => (
          <Checkbox key={charge} checked={chosen.charges.includes(charge)} onChange={() => chooseCharge(charge)}>
            {REFUNDED_CHARGE_NAMES[charge]}, {formatMoney(worth({ lines: [], charges: [charge] }), currency)}
          </Checkbox>
        ))}
      </fieldset>
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
