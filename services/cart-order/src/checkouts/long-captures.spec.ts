import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type cartOrder, payment, type Problem } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

// A bank transfer is awaited for days: its checkout is `capturing` all the time.
const DAYS = 24 * 3_600_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const beginCapture = (id: string, paymentId: string) =>
  shop.send<Problem & { checkout: cartOrder.PayableCheckout }>(
    'POST',
    `/internal/checkouts/${id}/begin-capture`,
    { paymentId, capture: 1 },
    internal,
  );

/** A checkout of the cart whose transfer is awaited. */
async function awaited() {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add({ price: 1_000, stock: 5 });
  await shopper.add(productId, 2);
  const checkout = await shopper.freeze();
  expect((await beginCapture(checkout._id, `transfer of ${checkout._id}`)).status).toBe(200);
  return { shopper, productId, checkout, stock: () => shop.catalog.product(productId).stock };
}

const fail = ({ userId }: Shopper, checkoutId: string) =>
  shop.deliverEvent(payment.paymentFailed, `transfer of ${checkoutId}`, {
    ...{ paymentId: `transfer of ${checkoutId}`, provider: 'razorpay', checkoutId, userId },
    ...{ reason: 'nothing-arrived', capture: 1, failedAt: new Date().toISOString() },
  });

/** The job has looked at everything that is due by now: a checkout that it has to end is ended. */
async function swept() {
  const other = await shop.shopper();
  await other.add(shop.catalog.add({ stock: 1 }));
  const { _id } = await other.freeze();
  shop.service.clock.advance(15 * 60_000);
  await eventually(async () => (await other.state(_id)) === 'expired', { what: 'the job' });
}

describe('a checkout whose payment is awaited for days', () => {
  it('keeps its pieces and its price, and becomes the order when the money comes', async () => {
    const { shopper, checkout, stock } = await awaited();
    shop.service.clock.advance(3 * DAYS);
    await swept();
    expect([await shopper.state(checkout._id), stock()]).toEqual(['capturing', 3]);
    await shop.capture(checkout, { paymentId: `transfer of ${checkout._id}`, provider: 'razorpay' });
    const order = await orderOf(shop, shopper, checkout._id);
    expect(order).toMatchObject({ totalAmount: 2_060, paymentInfo: { provider: 'razorpay' } });
    expect(stock()).toBe(3);
  });

  it('is named wherever its buyer is refused because of it', async () => {
    const { shopper, checkout } = await awaited();
    const { _id: checkoutId } = checkout;
    const byPayment = { userId: shopper.userId, shippingInfo: checkout.shippingInfo, currency: 'INR' };
    const refused = [
      await shopper.checkout(),
      await shop.send('POST', '/internal/checkouts', byPayment, internal),
      await shop.send('DELETE', `/checkout/${checkoutId}`, undefined, shopper.headers),
      await beginCapture(checkoutId, 'another payment'),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code, body.details]).toEqual([409, 'checkout.busy', { checkoutId }]);
    }
  });

  it('is named also where an older checkout of the cart is to be paid', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ stock: 5 }));
    const older = await shopper.freeze();
    shop.service.clock.advance(15 * 60_000);
    await eventually(async () => (await shopper.state(older._id)) === 'expired');
    const { _id: checkoutId } = await shopper.freeze();
    await beginCapture(checkoutId, `transfer of ${checkoutId}`);
    const { body } = await beginCapture(older._id, 'older');
    expect([body.code, body.details]).toEqual(['checkout.busy', { checkoutId }]);
  });

  it('stands in the way of no other piece of its buyer, and of nobody else', async () => {
    const { shopper, productId, checkout, stock } = await awaited();
    shop.service.clock.advance(2 * DAYS);
    const other = shop.catalog.add({ price: 500, stock: 1 });
    const bought = await shopper.freeze({ buyNow: { productId: other, quantity: 1 } });
    await shop.capture(bought);
    await orderOf(shop, shopper, bought._id);
    const stranger = await shop.shopper();
    await stranger.add(productId, 3);
    await stranger.freeze();
    expect([await shopper.state(checkout._id), stock()]).toEqual(['capturing', 0]);
  });

  it('gives its pieces back when nothing comes in time, and counts once as expired unpaid', async () => {
    const { shopper, checkout, stock } = await awaited();
    const expired = () =>
      shop.service.connection
        .collection('checkouts')
        .countDocuments({ userId: shopper.userId, expiredAt: { $exists: true } });
    shop.service.clock.advance(3 * DAYS);
    await fail(shopper, checkout._id);
    await eventually(async () => (await shopper.state(checkout._id)) === 'expired', { what: 'the end' });
    await eventually(() => stock() === 5, { what: 'the stock back' });
    await fail(shopper, checkout._id);
    // Held again for a payment that then failed: it is the same checkout that was not paid.
    expect((await beginCapture(checkout._id, 'second')).status).toBe(200);
    await shop.deliverEvent(payment.paymentFailed, 'second', {
      ...{ paymentId: 'second', provider: 'razorpay', checkoutId: checkout._id, userId: shopper.userId },
      ...{ reason: 'declined', capture: 1, failedAt: new Date().toISOString() },
    });
    shop.service.clock.advance(15 * 60_000);
    await eventually(async () => (await shopper.state(checkout._id)) === 'expired', { what: 'the second end' });
    expect(await expired()).toBe(1);
    for (const count of [2, 3]) {
      const { _id } = await shopper.freeze();
      shop.service.clock.advance(15 * 60_000);
      await eventually(async () => (await shopper.state(_id)) === 'expired');
      expect(await expired()).toBe(count);
    }
    expect((await shopper.checkout()).body.code).toBe('checkout.too-many-expired');
  });

  it('given up early, can be paid another way until its time is over', async () => {
    const { shopper, checkout } = await awaited();
    await fail(shopper, checkout._id);
    await eventually(async () => (await shopper.state(checkout._id)) === 'frozen');
    await shop.capture(checkout);
    await orderOf(shop, shopper, checkout._id);
  });
});
