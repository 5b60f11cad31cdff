import { cartOrder } from '@shop/contracts/browser';
import { call, emit, formatMoney, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { useIsBefore } from '@shop/ui/use-is-before.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { WAITS } from '../../components/disputes.ts';
import { formatDateTime, shortId } from '../../components/format.ts';
import { orderQuery, type Order } from './api/order.ts';
import s from './order.module.css';

/** Shown while the order can be cancelled. */
export function CancelOrder({ order }: { order: Order }) {
  const [isAsking, setAsking] = useState(false);
  const isInTime = useIsBefore(order.cancellableUntil);
  // What has left cannot be kept back.
  if (order.status !== 'Processing' || !isInTime || order.shipments) return null;
  return (
    <div className={s.cancel}>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <p>Possible until {formatDateTime(order.cancellableUntil)}</p>
      {isAsking && <CancelDialog order={order} onClose={() => setAsking(false)} />}
    </div>
  );
}

function CancelDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cartOrder.cancelOrder, { params: { id: order._id } }),
    meta: { quiet: true },
    onSuccess(answer) {
      queryClient.setQueryData(orderQuery(order._id).queryKey, answer);
      toast.success('Order cancelled');
      onClose();
    },
    onError(error) {
      toast.error(messageOf(error));
      onClose();
    },
    // Lists show it too; and after a failure its state differs from the cached one.
    onSettled: () => emit('account:order-changed', { orderId: order._id }),
  });
  const { currency, cancelRefund, cancelWaits } = order;
  const back = cancelRefund ?? 0;
  return (
    <Dialog title={`Cancel order #${shortId(order._id)}?`} onClose={onClose}>
      <p>
        {back > 0 && (
          <>
            <strong>{formatMoney(back, currency)}</strong> will be paid back to you the way you paid, within 5–7 working
            days (it can take your bank up to 14).{' '}
          </>
        )}
        {cancelWaits !== undefined && (
          <>
            <strong>{formatMoney(cancelWaits, currency)}</strong> {WAITS}{' '}
          </>
        )}
        {back === 0 && cancelWaits === undefined && 'All that you paid was paid back already. '}
        This cannot be undone.
      </p>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Keep order
        </Button>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel order
        </Button>
      </DialogActions>
    </Dialog>
  );
}
