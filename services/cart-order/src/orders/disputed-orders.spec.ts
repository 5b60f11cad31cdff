import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, type DataOf, payment, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';

const HOURS = 3_600_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ EVENTS_RETRY_DELAYS: '50ms,100ms,200ms,1s,5s,5s' });
});
afterAll(() => shop?.close());

type Captured = DataOf<typeof payment.paymentCaptured>;

/** An order of ₹2,060, or made to order of ₹2,267.03. */
async function ordered(customizations: object = {}) {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add({ price: 1_000, stock: 5 });
  await shopper.add(productId, 2, customizations);
  const checkout = await shopper.freeze();
  const captured = await shop.capture(checkout);
  const order = await orderOf(shop, shopper, checkout._id);
  return { shopper, order, captured, stock: () => shop.catalog.product(productId).stock };
}

const seenByStaff = async (id: string) => (await shop.getOrder(id, await shop.staff())).body.order;

/** Reports a status of a dispute, and waits until the order shows it. */
async function dispute(
  { paymentId, provider, checkoutId, userId, currency }: Captured,
  status: 'open' | 'under-review' | 'won' | 'lost' | 'closed',
  { amount = null, disputeId = 'd1' }: { amount?: number | null; disputeId?: string } = {},
): Promise<void> {
  const common = { paymentId, provider, checkoutId, userId, currency };
  const at = new Date().toISOString();
  await shop.deliverEvent(payment.disputeChanged, disputeId, { ...common, disputeId, status, amount, at });
  await eventually(
    async () =>
      (await seenByStaff(checkoutId)).disputes!.some((one) => one.disputeId === disputeId && one.status === status),
    { what: `the dispute being ${status}` },
  );
}

/** The snapshot of a transaction may be a moment older than the order that a plain read has shown. */
async function cancel(id: string): Promise<cartOrder.Order> {
  const staff = await shop.staff();
  return eventually(async () => {
    const path = `/admin/order/status/${id}`;
    const { status, body } = await shop.send<Problem & { order: cartOrder.Order }>(
      'PUT',
      path,
      { status: 'Cancelled' },
      staff,
    );
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.order;
  });
}

const requested = async (id: string) =>
  (await publishedEvents(shop.service, cartOrder.refundRequested))
    .filter(({ data }) => data.orderId === id)
    .map(({ data: { amount, keep } }) => [amount, keep]);

describe('what is refundable', () => {
  it('is what was captured less refunds, what disputes took and what open ones may take', async () => {
    const { order, captured } = await ordered();
    await dispute(captured, 'open', { amount: 500_00 });
    expect((await seenByStaff(order._id)).refundableAmount).toBe(1_560);
    await dispute(captured, 'lost', { amount: 100_00, disputeId: 'd2' });
    expect((await seenByStaff(order._id)).refundableAmount).toBe(1_460);
    await dispute(captured, 'won', { amount: 500_00 });
    expect((await seenByStaff(order._id)).refundableAmount).toBe(1_960);
  });

  it('is nothing where the disputed amount is unknown; staff are refused', async () => {
    const { order, captured } = await ordered();
    await dispute(captured, 'open');
    const refund = { amount: 1, note: 'A scratch', code: 'goodwill' };
    const refused = await shop.send('POST', `/admin/order/${order._id}/refund`, refund, await shop.staff());
    expect([refused.body.code, refused.body.details]).toEqual(['order.refund-too-high', { left: 0 }]);
  });
});

describe('cancelling a disputed order', () => {
  it('stops fulfilment at once, and its refund waits: won, it is requested', async () => {
    const { shopper, order, captured, stock } = await ordered();
    await dispute(captured, 'open');
    expect(await seenByStaff(order._id)).toMatchObject({ cancelRefund: 0, cancelWaits: 2_060 });
    expect(await cancel(order._id)).toMatchObject({ status: 'Cancelled', refunds: [], waitingRefund: 2_060 });
    await eventually(() => stock() === 5, { what: 'the stock back' });
    const published = await publishedEvents(shop.service, cartOrder.orderStatusChanged);
    const changed = published.find(({ key }) => key === order._id);
    expect(changed!.data).toMatchObject({ status: 'Cancelled', waitingRefund: { amount: 2_060_00, currency: 'INR' } });
    expect(changed!.data.refund).toBeUndefined();
    await dispute(captured, 'under-review');
    expect(await requested(order._id)).toEqual([]);
    await dispute(captured, 'won');
    expect(await requested(order._id)).toEqual([[2_060_00, undefined]]);
    const { order: seen } = (await shop.getOrder(order._id, shopper.headers)).body;
    expect(seen).toMatchObject({ refunds: [{ amount: 2_060, state: 'requested' }] });
    expect(seen.waitingRefund).toBeUndefined();
    // The same decision again, and a late step.
    await dispute(captured, 'won');
    await dispute(captured, 'open', { disputeId: 'd2', amount: 1 });
    expect(await requested(order._id)).toHaveLength(1);
  });

  it('refunds nothing once the dispute is lost', async () => {
    const { order, captured } = await ordered();
    await dispute(captured, 'open', { amount: 2_060_00 });
    await cancel(order._id);
    await dispute(captured, 'lost', { amount: 2_060_00 });
    const seen = await seenByStaff(order._id);
    expect([seen.waitingRefund, seen.refundableAmount, seen.refunds]).toEqual([undefined, 0, []]);
    expect(await requested(order._id)).toEqual([]);
  });

  it('refunds what is not disputed at once, and of several disputes what each decision frees', async () => {
    const { order, captured } = await ordered();
    await dispute(captured, 'open', { amount: 1_000_00, disputeId: 'd1' });
    await dispute(captured, 'open', { amount: 500_00, disputeId: 'd2' });
    expect(await cancel(order._id)).toMatchObject({ waitingRefund: 1_500, refunds: [{ amount: 560 }] });
    await dispute(captured, 'lost', { amount: 1_000_00, disputeId: 'd1' });
    expect((await seenByStaff(order._id)).waitingRefund).toBe(500);
    await dispute(captured, 'closed', { amount: 500_00, disputeId: 'd2' });
    expect((await requested(order._id)).map(([amount]) => amount)).toEqual([560_00, 500_00]);
    expect((await seenByStaff(order._id)).refundableAmount).toBe(0);
  });

  it('keeps 30 % of what was made to order, whatever the dispute takes', async () => {
    const { order, captured } = await ordered({ costomization: 'yes' });
    shop.service.clock.advance(25 * HOURS);
    await dispute(captured, 'open', { amount: 500_00 });
    expect(await cancel(order._id)).toMatchObject({ waitingRefund: 500, refunds: [{ amount: 1_086.92 }] });
    await dispute(captured, 'won', { amount: 500_00 });
    expect(await requested(order._id)).toEqual([
      [1_086_92, 680_11],
      [500_00, 680_11],
    ]);
  });
});

describe('a refund whose money is back already', () => {
  it('leaves the order when payment finds nothing left of the payment', async () => {
    const { order, captured } = await ordered();
    const { refundId } = (await cancel(order._id)).refunds[0]!;
    const { paymentId, checkoutId, userId, amount, currency } = captured;
    const refund = { refundId, paymentId, checkoutId, userId, amount, currency };
    const data = { ...refund, reason: 'Nothing is left', nothingLeft: true, failedAt: new Date().toISOString() };
    await shop.deliverEvent(payment.refundFailed, refundId, data);
    await eventually(async () => (await seenByStaff(order._id)).refunds.length === 0, { what: 'the refund gone' });
  });

  it('shows what was paid where less was left than was asked', async () => {
    const { order, captured } = await ordered();
    const { refundId } = (await cancel(order._id)).refunds[0]!;
    await shop.refundResult('completed', captured, { refundId: crypto.randomUUID(), amount: 700_00 });
    await shop.refundResult('completed', captured, { refundId, amount: 1_360_00 });
    const seen = await eventually(async () => {
      const one = await seenByStaff(order._id);
      return one.refunds.every(({ state }) => state === 'completed') && one.refunds.length === 2 && one;
    });
    expect(seen.refunds.map(({ amount }) => amount).sort()).toEqual([1_360, 700]);
    expect(seen.paymentInfo.status).toBe('refunded');
  });
});
