import { cartOrder } from '@shop/contracts/browser';
import { ApiError, call, hrefOf, Link, useBrowserEvent } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '../../api/orders.ts';
import { May } from '../../components/may.tsx';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { Taker } from '../../components/taker.tsx';
import { shortId } from '../../components/texts.ts';
import { BuyerBox } from './buyer-box.tsx';
import { DisputeBox } from './dispute-box.tsx';
import { Form97Box } from './form97-box.tsx';
import { ParcelsBox } from './parcels-box.tsx';
import { RefundBox } from './refund-box.tsx';
import { StatusBox } from './status-box.tsx';
import { useOrderChanges } from './use-order-changes.ts';
import s from './order-page.module.css';

/** Below the order on small screens, where a link leads to it. */
export const PANEL = 'order-actions';

/** What staff can do with an order: change its status, cancel it, refund part of it. */
export function OrderPanel({ id }: { id: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  useBrowserEvent('account:order-changed', ({ orderId }) => {
    if (orderId === id) void refetch();
  });
  const { move, takeBack, ship, correct, mark, setForm97, refund, proofDialog } = useOrderChanges(id);

  if (!order) {
    // Shown by the order beside it.
    if (error instanceof ApiError && error.status === 404) return null;
    return error ? (
      <Failure error={error} what="What can be done with it" onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton what="what can be done" rows={3} />
    );
  }
  return (
    <aside className={s.panel} id={PANEL} tabIndex={-1} aria-label="What can be done">
      <May permission="users.read">
        <BuyerBox order={order} />
      </May>
      <DisputeBox order={order} />
      {order.form97 && <Form97Box form97={order.form97} busy={setForm97.isPending} onReceived={setForm97.mutate} />}
      {order.status === 'Processing' && (
        <section className={s.box}>
          <h2>Who prepares it</h2>
          {!order.taker && <p className={s.soft}>Not taken yet</p>}
          <Taker kind="order" id={id} taker={order.taker} of={`Order #${shortId(id)}`} />
        </section>
      )}
      <May permission="orders.change-status">
        <StatusBox
          order={order}
          busy={move.isPending || takeBack.isPending}
          onAsk={() => void refetch()}
          onMove={move.mutateAsync}
          onTakeBack={() => takeBack.mutate(order.status)}
        />
        <ParcelsBox
          order={order}
          busy={ship.isPending || correct.isPending}
          onShip={ship.mutateAsync}
          onCorrect={(shipmentId, body, version) => correct.mutateAsync({ shipmentId, body, version })}
          marking={mark.isPending ? mark.variables.shipmentId : undefined}
          onMark={(shipmentId, isDelivered) => mark.mutate({ shipmentId, isDelivered })}
        />
      </May>
      <May permission="orders.refund">
        <RefundBox order={order} busy={refund.isPending} onRefund={refund.mutateAsync} />
        {proofDialog}
      </May>
      <div className={`${s.soft} ${s.links}`}>
        <p>
          <FileLink
            href={hrefOf(cartOrder.getPackingSlip.path, { id })}
            ask={() => call(cartOrder.getOrder, { params: { id } })}
          >
            Packing slip
          </FileLink>{' '}
          (PDF, without prices)
        </p>
        {order.status === 'Processing' && (
          <p>
            <Link to={`/admin/orders/pick-list?ids=${id}`}>Pick list</Link>
          </p>
        )}
      </div>
    </aside>
  );
}
