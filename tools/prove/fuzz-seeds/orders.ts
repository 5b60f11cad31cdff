import { openDispute } from '../provider-dashboard.ts';
import type { Purchases } from './purchasing.ts';
import { type Any, done, found, type Seeds } from './seeds.ts';

/** Above it a buyer names a PAN, or signs Form 97. */
const SUM_OF_PAN = 200_000;
const PARCEL = { courier: 'Blue Dart', trackingNumber: 'FZ1000' };

/** What staff do with the orders of another buyer, each with its own. */
export async function seedOrders(seeds: Seeds, purchases: Purchases): Promise<void> {
  const { staff, other, parameters, bodies } = seeds;
  const buy = () => purchases.buy(other);
  parameters['cart-order.change-order-status'] = { id: await buy() };
  bodies['cart-order.change-order-status'] = { status: 'Shipped', message: 'On its way' };
  parameters['cart-order.refund-order'] = { id: await buy() };
  bodies['cart-order.refund-order'] = { amount: 1, note: 'A scratch' };
  parameters['cart-order.take-order'] = { id: await buy() };
  bodies['cart-order.take-order'] = { isMine: true };

  const noted = await buy();
  const { note } = done('a note', await staff.create(`/admin/order/${noted}/notes`, { text: 'A gift' }));
  for (const operation of ['list-order-notes', 'add-order-note']) parameters[`cart-order.${operation}`] = { id: noted };
  parameters['cart-order.remove-order-note'] = { id: noted, noteId: note._id };
  bodies['cart-order.add-order-note'] = { text: 'It is wrapped' };

  const withoutPan = { pan: undefined, noPan: true };
  const declared = await purchases.buy(other, withoutPan, purchases.lineAbove(SUM_OF_PAN));
  parameters['cart-order.set-form-97-received'] = { id: declared };
  bodies['cart-order.set-form-97-received'] = { isReceived: true };
  await seedParcels(seeds, buy);
  await seedAttention(seeds, buy);
}

async function seedParcels({ staff, parameters, bodies }: Seeds, buy: () => Promise<string>): Promise<void> {
  const ship = async () => {
    const id = await buy();
    const { order } = done('a parcel', await staff.create(`/admin/order/${id}/shipments`, PARCEL));
    return { id, shipmentId: order.shipments[0]._id as string };
  };
  parameters['cart-order.add-shipment'] = { id: await buy() };
  const corrected = await ship();
  parameters['cart-order.change-shipment'] = corrected;
  parameters['cart-order.get-packing-slip'] = { id: corrected.id, parcel: corrected.shipmentId };
  parameters['cart-order.set-shipment-delivered'] = await ship();
  parameters['cart-order.take-status-back'] = { id: (await ship()).id };
  bodies['cart-order.add-shipment'] = bodies['cart-order.change-shipment'] = PARCEL;
  bodies['cart-order.set-shipment-delivered'] = { isDelivered: true };
  bodies['cart-order.take-status-back'] = { status: 'Shipped' };
}

/** Payments that buyers dispute. */
async function seedAttention({ staff, other, parameters, bodies }: Seeds, buy: () => Promise<string>): Promise<void> {
  const dispute = async () => {
    await buy();
    const paymentId = (await other.paymentOfCheckout())!;
    await openDispute(other, paymentId);
    const raised = await found(staff, '/admin/payments/attention?limit=48', ({ attention }) =>
      attention.find(({ providerPaymentId }: Any) => providerPaymentId === paymentId),
    );
    return { id: raised._id as string };
  };
  parameters['payment.take-attention'] = await dispute();
  parameters['payment.resolve-attention'] = await dispute();
  bodies['payment.take-attention'] = { isMine: true };
  bodies['payment.resolve-attention'] = { note: 'The bank has the papers' };
}
