import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cartOrder, type Problem } from '@shop/contracts';
import { CONFIG } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';
import type { Config } from '../variables.ts';

const MINUTES = 60_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());
afterEach(() => {
  Object.assign(shop.catalog, { away: false, refuseHolds: false, loseAnswerOfNextHold: false });
});

const beginCapture = (id: string, paymentId: string) =>
  shop.send<Problem & { checkout: cartOrder.PayableCheckout }>(
    'POST',
    `/internal/checkouts/${id}/begin-capture`,
    { paymentId },
    internal,
  );

const refundsOf = async (...checkoutIds: string[]) =>
  (await publishedEvents(shop.service, cartOrder.refundRequested))
    .map(({ data }) => data)
    .filter(({ checkoutId }) => checkoutIds.includes(checkoutId));

const ordersOf = async ({ headers }: Shopper) =>
  (await shop.send<{ orders: cartOrder.Order[] }>('GET', '/orders/my-orders', undefined, headers)).body.orders;

/** Waits until every payment ended in an order or a refund. Returns what the buyer has. */
const settled = (shopper: Shopper, checkoutIds: string[], payments: number) =>
  eventually(
    async () => {
      const [orders, refunds] = [await ordersOf(shopper), await refundsOf(...checkoutIds)];
      return orders.length + refunds.length === payments && { orders, refunds };
    },
    { what: 'an order or a refund for every payment' },
  );

/** Every piece of a product, wherever it is: nothing is lost, sold twice or left held. */
async function expectPieces(productId: string, { free, sold }: { free: number; sold: number }) {
  await eventually(() => {
    const holds = [...shop.catalog.holds.values()].filter(({ lines }) =>
      lines.some((line) => line.productId === productId),
    );
    const inState = (state: string) =>
      holds
        .filter((hold) => hold.state === state)
        .flatMap(({ lines }) => lines)
        .reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);
    expect({ free: shop.catalog.product(productId).stock, held: inState('held'), sold: inState('sold') }).toEqual({
      free,
      held: 0,
      sold,
    });
  });
}

/** Two tabs: a checkout of the cart, and the newer one that replaced it. */
async function twoTabs(stock = 5) {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add({ price: 1_000, stock });
  await shopper.add(productId, 1);
  const older = await shopper.freeze();
  const newer = await shopper.freeze({ hallmarking: true });
  return { shopper, productId, older, newer, ids: [older._id, newer._id] };
}

describe('one cart in two tabs', () => {
  describe.each([1, 5])('with %i in stock', (stock) => {
    it.each([
      ['the newer first', ['newer', 'older']],
      ['the older first', ['older', 'newer']],
    ] as const)('paid twice, %s, is one order, and the other money goes back', async (_, [first, second]) => {
      const { shopper, productId, ids, ...tabs } = await twoTabs(stock);
      const paid = await shop.capture(tabs[first], { provider: 'razorpay' });
      await orderOf(shop, shopper, tabs[first]._id);
      const twice = await shop.capture(tabs[second], { provider: 'paypal' });
      const { orders, refunds } = await settled(shopper, ids, 2);
      expect(orders.map(({ _id }) => _id)).toEqual([tabs[first]._id]);
      expect(orders[0]!.paymentInfo.id).toBe(paid.providerPaymentId);
      expect(refunds).toMatchObject([{ paymentId: twice.paymentId, reason: 'paid-twice', amount: twice.amount }]);
      await expectPieces(productId, { free: stock - 1, sold: 1 });
      expect((await shopper.cart()).count).toBe(0);
    });

    it('paid twice at the same moment is one order, and the other money goes back', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { shopper, productId, older, newer, ids } = await twoTabs(stock);
        await Promise.all([shop.capture(newer), shop.capture(older, { provider: 'paypal' })]);
        const { orders, refunds } = await settled(shopper, ids, 2);
        expect(orders).toHaveLength(1);
        expect(refunds.map(({ reason }) => reason)).toEqual(['paid-twice']);
        await expectPieces(productId, { free: stock - 1, sold: 1 });
      }
    });
  });

  it('the older paid while the newer is being captured closes it, and its capture is refunded', async () => {
    const { shopper, productId, older, newer, ids } = await twoTabs(1);
    expect((await beginCapture(newer._id, 'newer')).status).toBe(200);
    await shop.capture(older);
    await orderOf(shop, shopper, older._id);
    expect(await shopper.state(newer._id)).toBe('cancelled');
    expect((await beginCapture(newer._id, 'newer')).body.code).toBe('checkout.paid');
    await shop.capture(newer, { paymentId: 'newer' });
    const { refunds } = await settled(shopper, ids, 2);
    expect(refunds).toMatchObject([{ paymentId: 'newer', reason: 'paid-twice' }]);
    await expectPieces(productId, { free: 0, sold: 1 });
  });

  it('the order closes expired ones too: a late payment of theirs goes back, and payment stops what is open', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ stock: 5 }));
    const expired = await shopper.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(async () => (await shopper.state(expired._id)) === 'expired');
    const [open, paid] = [await shopper.freeze(), await shopper.freeze()];
    await shop.capture(open);
    await orderOf(shop, shopper, open._id);
    expect((await beginCapture(expired._id, 'late')).body.code).toBe('checkout.paid');
    await shop.capture(expired);
    const { refunds } = await settled(shopper, [expired._id, open._id, paid._id], 2);
    expect(refunds).toMatchObject([{ checkoutId: expired._id, reason: 'paid-twice' }]);
    const ended = await publishedEvents(shop.service, cartOrder.checkoutExpired);
    expect(ended.filter(({ data }) => data.checkoutId === paid._id)).toHaveLength(1);
  });

  it('shows the tab that was closed which order it became', async () => {
    const { shopper, older, newer } = await twoTabs();
    await shop.capture(newer);
    await orderOf(shop, shopper, newer._id);
    const { body } = await shop.send<{ checkout: cartOrder.Checkout }>(
      'GET',
      `/checkout/${older._id}`,
      undefined,
      shopper.headers,
    );
    expect(body.checkout).toMatchObject({ state: 'cancelled', orderId: null, paidAs: newer._id });
  });

  describe('asked for the order of the other payment', () => {
    const askFor = ({ headers }: Shopper, id: string) =>
      shop.send<Problem>('POST', '/order/new', { paymentInfo: { id } }, headers);
    const paidAs = (orderId: string) => ({ status: 409, body: { code: 'checkout.paid', details: { orderId } } });
    let orderWait: jest.Replaced<number>;
    // It is known at once.
    beforeEach(() => {
      orderWait = jest.replaceProperty(shop.service.app.get<Config>(CONFIG), 'ORDER_WAIT', 0);
    });
    afterEach(() => orderWait.restore());

    it('names the order that was paid already to the buyer', async () => {
      const { shopper, older, newer, ids } = await twoTabs();
      await shop.capture(newer);
      await orderOf(shop, shopper, newer._id);
      const { paymentId, providerPaymentId } = await shop.capture(older);
      await settled(shopper, ids, 2);
      for (const id of [providerPaymentId, paymentId]) {
        expect(await askFor(shopper, id)).toMatchObject(paidAs(newer._id));
      }
      expect((await askFor(await shop.shopper(), paymentId)).body.code).toBe('order.not-found');
    });

    it('names it also where that payment waited for its stock, or paid the same checkout again', async () => {
      const { shopper, older, newer, ids } = await twoTabs();
      shop.catalog.away = true;
      const first = await shop.capture(older);
      await eventually(async () => (await shopper.state(older._id)) === 'retaking');
      const waiting = await shop.capture(newer);
      await eventually(async () => (await shopper.state(newer._id)) === 'retaking');
      shop.catalog.away = false;
      await settled(shopper, ids, 2);
      const again = await shop.capture(older, { provider: 'paypal' });
      await settled(shopper, ids, 3);
      for (const { paymentId } of [waiting, again]) {
        expect(await askFor(shopper, paymentId)).toMatchObject(paidAs(older._id));
      }
      expect((await askFor(shopper, first.paymentId)).status).toBe(200);
    });
  });

  it('keeps the lines in the cart that only the closed one had', async () => {
    const shopper = await shop.shopper();
    const [both, onlyNewer] = [shop.catalog.add(), shop.catalog.add()];
    await shopper.add(both);
    const older = await shopper.freeze();
    await shopper.add(onlyNewer);
    const newer = await shopper.freeze();
    await shop.capture(older);
    await orderOf(shop, shopper, older._id);
    expect((await shopper.cart()).cart.map(({ productId }) => productId)).toEqual([onlyNewer]);
    expect(await shopper.state(newer._id)).toBe('cancelled');
    await expectPieces(onlyNewer, { free: 5, sold: 0 });
  });

  it('whose first payment cannot be fulfilled gives the order to the second', async () => {
    const shopper = await shop.shopper();
    const [gone, last] = [shop.catalog.add({ stock: 1 }), shop.catalog.add({ stock: 1 })];
    await shopper.add(gone);
    await shopper.add(last);
    const older = await shopper.freeze();
    const { cart } = await shopper.cart();
    await shop.send(
      'DELETE',
      `/cart/${cart.find(({ productId }) => productId === gone)!._id}`,
      undefined,
      shopper.headers,
    );
    const newer = await shopper.freeze();
    await eventually(() => shop.catalog.product(gone).stock === 1);
    shop.catalog.product(gone).stock = 0;
    shop.catalog.away = true;
    await shop.capture(older);
    await eventually(async () => (await shopper.state(older._id)) === 'retaking');
    await shop.capture(newer);
    await eventually(async () => (await shopper.state(newer._id)) === 'retaking');
    shop.catalog.away = false;
    await orderOf(shop, shopper, newer._id);
    expect(await shopper.state(older._id)).toBe('refused');
    await expectPieces(last, { free: 0, sold: 1 });
  });

  it('goes on after a crash between the hold that was taken over and the order', async () => {
    const { shopper, productId, older, newer, ids } = await twoTabs(1);
    shop.catalog.loseAnswerOfNextHold = true;
    await shop.capture(older);
    await shop.capture(newer);
    const { orders, refunds } = await settled(shopper, ids, 2);
    expect(orders.map(({ _id }) => _id)).toEqual([older._id]);
    expect(refunds).toMatchObject([{ checkoutId: newer._id, reason: 'paid-twice' }]);
    await expectPieces(productId, { free: 0, sold: 1 });
  });
});

describe('a new checkout', () => {
  it('of the cart takes over the hold at once: the last piece is never free in between', async () => {
    const { shopper, productId, older } = await twoTabs(1);
    const held = [...shop.catalog.holds.values()].filter(
      ({ state, lines }) => state === 'held' && lines[0]?.productId === productId,
    );
    expect(held).toHaveLength(1);
    expect(await shopper.state(older._id)).toBe('cancelled');
  });

  it('is refused while a payment of a competing one is pending, and the buyer hears which', async () => {
    const shopper = await shop.shopper();
    const productId = shop.catalog.add({ stock: 5 });
    await shopper.add(productId);
    const { _id } = await shopper.freeze();
    await beginCapture(_id, 'one');
    const { status, body } = await shopper.checkout();
    expect([status, body.code, body.details]).toEqual([409, 'checkout.busy', { checkoutId: _id }]);
    expect(body.message).toMatch(/payment of yours/i);
    expect(await shopper.state(_id)).toBe('capturing');
    // Neither hold nor checkout is left of the refused one.
    expect(shop.catalog.product(productId).stock).toBe(4);
    const stored = await shop.service.connection.collection('checkouts').countDocuments({ userId: shopper.userId });
    expect(stored).toBe(1);
  });

  it('is refused while a paid one takes its stock again', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ stock: 5 }));
    const { _id } = await shopper.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(async () => (await shopper.state(_id)) === 'expired');
    shop.catalog.refuseHolds = true;
    await shop.capture({ _id, currency: 'INR' });
    await eventually(async () => (await shopper.state(_id)) === 'retaking');
    const { status, body } = await shopper.checkout();
    shop.catalog.refuseHolds = false;
    expect([status, body.code]).toEqual([409, 'checkout.busy']);
    await orderOf(shop, shopper, _id);
  });

  it('of buy now lives beside the cart and beside buy now of another product, and all of them are orders', async () => {
    const shopper = await shop.shopper();
    const [inCart, one, other] = [shop.catalog.add(), shop.catalog.add(), shop.catalog.add()];
    await shopper.add(inCart);
    const checkouts = [
      await shopper.freeze(),
      await shopper.freeze({ buyNow: { productId: one, quantity: 1 } }),
      await shopper.freeze({ buyNow: { productId: other, quantity: 1 } }),
    ];
    expect(await Promise.all(checkouts.map(({ _id }) => shopper.state(_id)))).toEqual(['frozen', 'frozen', 'frozen']);
    for (const checkout of checkouts) await shop.capture(checkout);
    const { orders } = await settled(
      shopper,
      checkouts.map(({ _id }) => _id),
      3,
    );
    expect(orders).toHaveLength(3);
  });

  it('of buy now replaces buy now of the same product, which paid late is refunded', async () => {
    const shopper = await shop.shopper();
    const productId = shop.catalog.add({ stock: 1 });
    const buyNow = { productId, quantity: 1 };
    const [older, newer] = [await shopper.freeze({ buyNow }), await shopper.freeze({ buyNow })];
    expect(await shopper.state(older._id)).toBe('cancelled');
    await Promise.all([shop.capture(older), shop.capture(newer)]);
    const { orders, refunds } = await settled(shopper, [older._id, newer._id], 2);
    expect([orders.length, refunds.map(({ reason }) => reason)]).toEqual([1, ['paid-twice']]);
    await expectPieces(productId, { free: 0, sold: 1 });
  });

  it('started while the other tab pays never buys the same lines again', async () => {
    const buyTwice = async () => {
      const shopper = await shop.shopper();
      await shopper.add(shop.catalog.add({ stock: 5 }));
      const first = await shopper.freeze();
      const [, started] = await Promise.all([shop.capture(first), shopper.checkout()]);
      const { checkout } = started.body as Partial<{ checkout: cartOrder.Checkout }>;
      if (checkout) await shop.capture(checkout);
      expect([undefined, 'checkout.closed', 'checkout.empty', 'checkout.busy']).toContain(started.body.code);
      const ids = [first._id, ...(checkout ? [checkout._id] : [])];
      const { orders } = await settled(shopper, ids, ids.length);
      expect(orders).toHaveLength(1);
    };
    // Side by side: a payment that meets the other tab is retried after some seconds.
    await Promise.all(Array.from({ length: 8 }, buyTwice));
  });

  it('does not let an expired one of an earlier tab take money while it is open', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ stock: 5 }));
    const expired = await shopper.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(async () => (await shopper.state(expired._id)) === 'expired');
    const open = await shopper.freeze();
    expect((await beginCapture(expired._id, 'late')).body.code).toBe('checkout.closed');
    expect((await beginCapture(open._id, 'now')).status).toBe(200);
  });
});
