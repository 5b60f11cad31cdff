import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cartOrder, payment } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { internal, orderOf, startShop, type TestShop } from '../../test/service-harness.ts';
import { CheckoutsService } from './checkouts.service.ts';

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const ids = async () =>
  (await shop.service.connection.collection<{ _id: string }>('checkouts').find().toArray()).map(({ _id }) => _id);

const refundsOf = async (wanted: string) =>
  (await publishedEvents(shop.service, cartOrder.refundRequested))
    .map(({ data }) => data)
    .filter(({ checkoutId }) => checkoutId === wanted);

it('removes ended checkouts after their time; a late payment of one is refunded, and an order is not', async () => {
  const [asha, ravi] = [await shop.shopper(), await shop.shopper()];
  for (const shopper of [asha, ravi]) await shopper.add(shop.catalog.add());
  const ordered = await asha.freeze();
  const captured = await shop.capture(ordered);
  await orderOf(shop, asha, ordered._id);
  const expired = await ravi.freeze();
  shop.service.clock.advance(16 * MINUTES);
  await eventually(async () => (await ravi.state(expired._id)) === 'expired');
  const live = await ravi.freeze();
  // Undecided, however long it takes.
  await shop.send('POST', `/internal/checkouts/${live._id}/begin-capture`, { paymentId: 'slow' }, internal);
  const checkouts = shop.service.app.get(CheckoutsService, { strict: false });
  shop.service.clock.advance(89 * DAYS);
  await checkouts.tidy();
  expect(await ids()).toEqual(expect.arrayContaining([ordered._id, expired._id]));
  shop.service.clock.advance(2 * DAYS);
  await eventually(async () => !(await ids()).includes(ordered._id), { what: 'the job' });
  expect(await ids()).toEqual([live._id]);

  // The event of the order's payment again, a second payment of it, and a late one of what expired.
  await shop.deliverEvent(payment.paymentCaptured, captured.paymentId, captured, { version: 2 });
  const again = { ...captured, paymentId: crypto.randomUUID(), providerPaymentId: 'pay_again' };
  await shop.deliverEvent(payment.paymentCaptured, again.paymentId, again);
  const late = { ...again, paymentId: crypto.randomUUID(), checkoutId: expired._id, userId: ravi.userId };
  await shop.deliverEvent(payment.paymentCaptured, late.paymentId, late);
  await eventually(async () => (await refundsOf(expired._id)).some(({ paymentId }) => paymentId === late.paymentId));
  expect(await refundsOf(ordered._id)).toMatchObject([{ paymentId: again.paymentId, reason: 'paid-twice' }]);
  const { order } = (await shop.getOrder(ordered._id, asha.headers)).body;
  expect(order).toMatchObject({ status: 'Processing', refunds: [] });
});
