import { cartOrder } from '@shop/contracts/browser';
import { ApiError, call, emit, formatMoney, hrefOf, Link, toast, useBrowserEvent } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { orderQuery, ORDERS_KEY, type Order, type OrderStatus } from '../../api/orders.ts';
import { May } from '../../components/may.tsx';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { Taker } from '../../components/taker.tsx';
import { useProof } from '../../components/proof.tsx';
import { shortId } from '../../components/texts.ts';
import { BuyerBox } from './buyer-box.tsx';
import { DisputeBox } from './dispute-box.tsx';
import { Form97Box } from './form97-box.tsx';
import { type NewParcel, type Parcel, ParcelsBox } from './parcels-box.tsx';
import { type Refund, RefundBox } from './refund-box.tsx';
import { StatusBox } from './status-box.tsx';
import s from './order-page.module.css';

/** Below the order on small screens, where a link leads to it. */
export const PANEL = 'order-actions';

/** What staff can do with an order: change its status, cancel it, refund part of it. */
export function OrderPanel({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  useBrowserEvent('account:order-changed', ({ orderId }) => {
    if (orderId === id) void refetch();
  });

  const changed = (next: Order): void => {
    queryClient.setQueryData(orderQuery(id).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
    emit('account:order-changed', { orderId: id });
  };
  const { mutateAsync: move, isPending: isMoving } = useMutation({
    mutationFn: async (body: { status: OrderStatus; message?: string }) =>
      (await call(cartOrder.changeOrderStatus, { params: { id }, body })).order,
    meta: { quiet: true },
    onSuccess: (next) => {
      changed(next);
      toast.success(`The order is ${next.status}`);
    },
    // Another change may have come first.
    onError: () => void refetch(),
  });
  const { mutate: takeBack, isPending: isTakingBack } = useMutation({
    mutationFn: async (status: OrderStatus) =>
      (await call(cartOrder.takeStatusBack, { params: { id }, body: { status } })).order,
    onSuccess: (next) => {
      changed(next);
      toast.success(`The order is ${next.status} again; the buyer was not mailed`);
    },
    // Another change may have come first, or its time is over.
    onError: () => void refetch(),
  });
  const { mutateAsync: ship, isPending: isShipping } = useMutation({
    mutationFn: async ({ idempotencyKey, ...body }: NewParcel & { idempotencyKey: string }) =>
      (await call(cartOrder.addShipment, { params: { id }, body, idempotencyKey })).order,
    meta: { quiet: true },
    onSuccess: (next) => {
      changed(next);
      toast.success(next.status === 'Shipped' ? 'The order is Shipped' : 'The parcel is on its way');
    },
    // Another change may have come first.
    onError: () => void refetch(),
  });
  const { mutateAsync: correct, isPending: isCorrecting } = useMutation({
    mutationFn: async ({
      shipmentId,
      body,
      version,
    }: {
      shipmentId: string;
      body: Parcel;
      version: string | undefined;
    }) => (await call(cartOrder.changeShipment, { params: { id, shipmentId }, body, version })).order,
    meta: { quiet: true },
    onSuccess: (next) => {
      changed(next);
      toast.success('The parcel is corrected');
    },
  });
  const {
    mutate: mark,
    isPending: isMarking,
    variables: marked,
  } = useMutation({
    mutationFn: async ({ shipmentId, isDelivered }: { shipmentId: string; isDelivered: boolean }) =>
      (await call(cartOrder.setShipmentDelivered, { params: { id, shipmentId }, body: { isDelivered } })).order,
    onSuccess: (next, { isDelivered }) => {
      changed(next);
      if (next.status === 'Delivered') toast.success('The order is Delivered');
      else toast.success(isDelivered ? 'The parcel is delivered' : 'The parcel is on its way again');
    },
    // Another change may have come first.
    onError: () => void refetch(),
  });
  const { mutate: setForm97, isPending: isSettingForm97 } = useMutation({
    mutationFn: async (isReceived: boolean) =>
      (await call(cartOrder.setForm97Received, { params: { id }, body: { isReceived } })).order,
    onSuccess: (next) => {
      changed(next);
      toast.success(next.form97?.receivedAt ? 'Form 97 is recorded' : 'Form 97 is missing again');
    },
    onError: () => void refetch(),
  });
  const [prove, proofDialog] = useProof();
  const { mutateAsync: refund, isPending: isRefunding } = useMutation({
    mutationFn: async ({ idempotencyKey, ...body }: Refund & { idempotencyKey: string }) =>
      (await prove(() => call(cartOrder.refundOrder, { params: { id }, body, idempotencyKey }))).order,
    meta: { quiet: true },
    onSuccess: (next, { amount }) => {
      changed(next);
      toast.success(`${formatMoney(amount, next.currency)} goes back to the buyer`);
    },
  });

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
      {order.form97 && <Form97Box form97={order.form97} busy={isSettingForm97} onReceived={setForm97} />}
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
          busy={isMoving || isTakingBack}
          onAsk={() => void refetch()}
          onMove={move}
          onTakeBack={() => takeBack(order.status)}
        />
        <ParcelsBox
          order={order}
          busy={isShipping || isCorrecting}
          onShip={ship}
          onCorrect={(shipmentId, body, version) => correct({ shipmentId, body, version })}
          marking={isMarking ? marked?.shipmentId : undefined}
          onMark={(shipmentId, isDelivered) => mark({ shipmentId, isDelivered })}
        />
      </May>
      <May permission="orders.refund">
        <RefundBox order={order} busy={isRefunding} onRefund={refund} />
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
