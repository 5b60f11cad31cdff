import { cartOrder } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useIsBefore } from '@shop/ui/use-is-before.ts';
import { useState } from 'react';
import type { Order, OrderStatus } from '../../api/orders.ts';
import { Badge } from '@shop/ui/badge.tsx';
import form from '../../components/form.module.css';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { beginAgain } from '../../components/document-form/begin-again.ts';
import { STATUS_TONES } from '../../components/order-labels.ts';
import { dayText, timeText } from '../../components/texts.ts';
import s from './order-page.module.css';

/** The next status of an order; cancelling is a separate button. */
const NEXT: Partial<Record<OrderStatus, OrderStatus>> = { Processing: 'Shipped', Shipped: 'Delivered' };

interface Move {
  status: OrderStatus;
  message?: string;
}

interface Props {
  order: Order;
  busy: boolean;
  /** Before the order is cancelled: its data should be fresh. */
  onAsk(): void;
  onMove(move: Move): Promise<unknown>;
  onTakeBack(): void;
}

/** A form with an optional message for the move to `status`. */
function useMoveForm(status: OrderStatus | undefined, onMove: Props['onMove'], onMoved?: () => void) {
  const moving = useContractForm({
    defaultValues: { message: '' },
    toRequest: ({ message }: { message: string }) => ({
      call: cartOrder.changeOrderStatus,
      body: { status: status!, ...(message.trim() !== '' && { message: message.trim() }) },
    }),
  });
  const { register, formState, formError, submit } = moving;
  return {
    formError,
    field: { label: 'Message to the buyer', error: formState.errors.message?.message, ...register('message') },
    onSubmit: submit(async ({ body }, written) => {
      await onMove(body);
      // What was written since is for the step that follows, if one does.
      if (NEXT[body.status]) beginAgain(moving, written, { message: '' });
      else moving.reset();
      onMoved?.();
    }),
  };
}

export function StatusBox({ order, busy, onAsk, onMove, onTakeBack }: Props) {
  const [isCancelling, setCancelling] = useState(false);
  const next = NEXT[order.status];
  const { field, formError, onSubmit } = useMoveForm(next, onMove);
  return (
    <section className={s.box}>
      <h2>Status</h2>
      <p className={s.now}>
        <Badge tone={STATUS_TONES[order.status]}>{order.status}</Badge>
        <span>{order.statusMessage}</span>
      </p>
      {order.takeBack && (
        <TakeBack
          key={order.takeBack.until}
          order={order}
          takeBack={order.takeBack}
          busy={busy}
          onTakeBack={onTakeBack}
        />
      )}
      {next ? (
        <form onSubmit={onSubmit} noValidate className={form.stack}>
          <TextArea
            {...field}
            hint={next === 'Shipped' ? 'Optional. Courier and tracking number belong to the parcel below' : 'Optional'}
          />
          <FormError message={formError} />
          <div className={s.buttons}>
            <Button type="submit" wide busy={busy && !isCancelling}>
              Mark as {next}
            </Button>
            {order.cancelRefund !== null && (
              <Button
                wide
                look="secondary"
                onClick={() => {
                  setCancelling(true);
                  onAsk();
                }}
              >
                Cancel the order…
              </Button>
            )}
          </div>
        </form>
      ) : (
        <p className={s.soft}>Nothing follows {order.status}.</p>
      )}
      {isCancelling && <CancelDialog order={order} busy={busy} onMove={onMove} onClose={() => setCancelling(false)} />}
    </section>
  );
}

/** Until its time is over, which is that of the buyer's mail. */
function TakeBack({
  order: { status, shipments },
  takeBack: { to, until },
  busy,
  onTakeBack,
}: Pick<Props, 'order' | 'busy' | 'onTakeBack'> & { takeBack: NonNullable<Order['takeBack']> }) {
  const isInTime = useIsBefore(until);
  if (!isInTime) return null;
  return (
    <div className={s.takeBack}>
      <p>
        By mistake? Until {timeText(until)} it can be taken back, and the buyer’s mail waits.
        {status === 'Shipped' && shipments && ' The last parcel is then removed.'}
        {status === 'Delivered' && shipments && ' Parcels that were marked with it are then on their way again.'}
      </p>
      <Button look="secondary" wide busy={busy} onClick={onTakeBack}>
        Back to {to}
      </Button>
    </div>
  );
}

function CancelDialog({
  order,
  busy,
  onMove,
  onClose,
}: {
  order: Order;
  busy: boolean;
  onMove: Props['onMove'];
  onClose(): void;
}) {
  const { field, formError, onSubmit } = useMoveForm('Cancelled', onMove, onClose);
  const { currency, refundableAmount, cancelWaits } = order;
  const back = order.cancelRefund ?? 0;
  return (
    <FormDialog
      title="Cancel this order?"
      save="Cancel the order"
      cancel="Keep the order"
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>
        {back > 0 && (
          <>
            <strong>{formatMoney(back, currency)}</strong> goes back to the buyer by itself
            {back < refundableAmount
              ? `; ${formatMoney(refundableAmount - back, currency)} is kept, the 30% advance of what was made to order.`
              : back < order.totalAmount
                ? ', all that is left of the payment.'
                : ', the whole payment.'}{' '}
          </>
        )}
        {cancelWaits !== undefined && (
          <>
            <strong>{formatMoney(cancelWaits, currency)}</strong> waits for the decision of the dispute: won, it goes
            back; lost, the bank has paid it.{' '}
          </>
        )}
        {back === 0 && cancelWaits === undefined && 'Nothing goes back: all was paid back already or is kept. '}
        The pieces go back into stock{order.shippedAt && `, and are on their way since ${dayText(order.shippedAt)}`}.
        This cannot be undone.
      </p>
      <TextArea {...field} hint="Optional: why it is cancelled" />
      <FormError message={formError} />
    </FormDialog>
  );
}
