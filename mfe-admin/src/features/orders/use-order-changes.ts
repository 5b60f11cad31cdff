import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { call, emit, formatMoney, toast } from '@shop/mfe-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { orderQuery, ORDERS_KEY, type Order } from '../../api/orders.ts';
import { useProof } from '../../components/proof.tsx';
import type { NewParcel, Parcel } from './parcels-box.tsx';
import type { Refund } from './refund-box.tsx';

type Keyed<Body> = Body & { idempotencyKey: string };

interface Options {
  /** Its form shows the error. */
  isQuiet?: boolean;
  /** Its form finds out itself what others changed. */
  isMerged?: boolean;
}

/** Everything that staff change of an order. */
export function useOrderChanges(id: string) {
  const params = { id };
  const [prove, proofDialog] = useProof();
  return {
    move: useChange(
      id,
      (body: BodyOf<typeof cartOrder.changeOrderStatus>) => call(cartOrder.changeOrderStatus, { params, body }),
      ({ status }) => `The order is ${status}`,
      { isQuiet: true },
    ),
    takeBack: useChange(
      id,
      (status: Order['status']) => call(cartOrder.takeStatusBack, { params, body: { status } }),
      ({ status }) => `The order is ${status} again; the buyer was not mailed`,
    ),
    ship: useChange(
      id,
      ({ idempotencyKey, ...body }: Keyed<NewParcel>) => call(cartOrder.addShipment, { params, body, idempotencyKey }),
      ({ status }) => (status === 'Shipped' ? 'The order is Shipped' : 'The parcel is on its way'),
      { isQuiet: true },
    ),
    correct: useChange(
      id,
      ({ shipmentId, ...change }: { shipmentId: string; body: Parcel; version: string | undefined }) =>
        call(cartOrder.changeShipment, { params: { id, shipmentId }, ...change }),
      () => 'The parcel is corrected',
      { isQuiet: true, isMerged: true },
    ),
    mark: useChange(
      id,
      ({ shipmentId, isDelivered }: { shipmentId: string; isDelivered: boolean }) =>
        call(cartOrder.setShipmentDelivered, { params: { id, shipmentId }, body: { isDelivered } }),
      ({ status }, { isDelivered }) => {
        if (status === 'Delivered') return 'The order is Delivered';
        return isDelivered ? 'The parcel is delivered' : 'The parcel is on its way again';
      },
    ),
    setForm97: useChange(
      id,
      (isReceived: boolean) => call(cartOrder.setForm97Received, { params, body: { isReceived } }),
      ({ form97 }) => (form97?.receivedAt ? 'Form 97 is recorded' : 'Form 97 is missing again'),
    ),
    refund: useChange(
      id,
      ({ idempotencyKey, ...body }: Keyed<Refund>) =>
        prove(() => call(cartOrder.refundOrder, { params, body, idempotencyKey })),
      ({ currency }, { amount }) => `${formatMoney(amount, currency)} goes back to the buyer`,
      { isQuiet: true, isMerged: true },
    ),
    /** Asks for the proof that a refund needs. */
    proofDialog,
  };
}

function useChange<Asked>(
  id: string,
  change: (asked: Asked) => Promise<{ order: Order }>,
  toldOf: (order: Order, asked: Asked) => string,
  { isQuiet = false, isMerged = false }: Options = {},
) {
  const queryClient = useQueryClient();
  const { queryKey } = orderQuery(id);
  return useMutation({
    mutationFn: async (asked: Asked) => (await change(asked)).order,
    meta: { quiet: isQuiet },
    onSuccess: (order, asked) => {
      queryClient.setQueryData(queryKey, order);
      void queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
      emit('account:order-changed', { orderId: id });
      toast.success(toldOf(order, asked));
    },
    // Another change may have come first, or its time is over.
    onError: () => (isMerged ? undefined : void queryClient.invalidateQueries({ queryKey })),
  });
}
