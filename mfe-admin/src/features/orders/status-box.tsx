import { formatMoney } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useState } from 'react';
import type { Order, OrderStatus } from '../../api/orders.ts';
import { Badge } from '@shop/ui/badge.tsx';
import { STATUS_TONES } from '../../components/order-words.ts';
import { dayText } from '../../components/texts.ts';
import s from './order-page.module.css';

/** Where an order goes from here; cancelling is offered apart. */
const NEXT: Partial<Record<OrderStatus, OrderStatus>> = { Processing: 'Shipped', Shipped: 'Delivered' };
const MESSAGE_LIMIT = 300;

interface Props {
  order: Order;
  busy: boolean;
  /** Somebody is about to cancel it: what is said of it should be how it stands. */
  onAsk(): void;
  /** Rejects when the order could not be moved; the message is optional. */
  onMove(status: OrderStatus, message: string): Promise<unknown>;
}

export function StatusBox({ order, busy, onAsk, onMove }: Props) {
  const [message, setMessage] = useState('');
  const [isCancelling, setCancelling] = useState(false);
  const next = NEXT[order.status];
  const move = async (status: OrderStatus, text: string) => {
    try {
      await onMove(status, text.trim());
      setMessage('');
      setCancelling(false);
    } catch {
      // Told by a toast; what was written stays.
    }
  };
  return (
    <section className={s.box}>
      <h2>Status</h2>
      <p className={s.now}>
        <Badge tone={STATUS_TONES[order.status]}>{order.status}</Badge>
        <span>{order.statusMessage}</span>
      </p>
      {next ? (
        <>
          <TextArea
            label="Message to the buyer"
            hint="Optional: the courier and the tracking number, for example"
            maxLength={MESSAGE_LIMIT}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <div className={s.buttons}>
            <Button wide busy={busy && !isCancelling} onClick={() => void move(next, message)}>
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
        </>
      ) : (
        <p className={s.soft}>Nothing follows {order.status}.</p>
      )}
      {isCancelling && (
        <CancelDialog
          order={order}
          busy={busy}
          onClose={() => setCancelling(false)}
          onConfirm={(reason) => void move('Cancelled', reason)}
        />
      )}
    </section>
  );
}

function CancelDialog({
  order,
  busy,
  onClose,
  onConfirm,
}: {
  order: Order;
  busy: boolean;
  onClose(): void;
  onConfirm(message: string): void;
}) {
  const [message, setMessage] = useState('');
  const { currency, refundableAmount } = order;
  const back = order.cancelRefund ?? 0;
  return (
    <Dialog title="Cancel this order?" onClose={onClose}>
      <p>
        {back > 0 ? (
          <>
            <strong>{formatMoney(back, currency)}</strong> goes back to the buyer by itself
            {back < refundableAmount
              ? `; ${formatMoney(refundableAmount - back, currency)} is kept, the 30% advance of what was made to order.`
              : back < order.totalAmount
                ? ', all that is left of the payment.'
                : ', the whole payment.'}
          </>
        ) : (
          'Nothing goes back: all of the payment was paid back already or is kept.'
        )}{' '}
        The pieces go back into stock{order.shippedAt && `, and are on their way since ${dayText(order.shippedAt)}`}.
        This cannot be undone.
      </p>
      <TextArea
        label="Message to the buyer"
        hint="Optional: why it is cancelled"
        maxLength={MESSAGE_LIMIT}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Keep the order
        </Button>
        <Button busy={busy} onClick={() => onConfirm(message)}>
          Cancel the order
        </Button>
      </DialogActions>
    </Dialog>
  );
}
