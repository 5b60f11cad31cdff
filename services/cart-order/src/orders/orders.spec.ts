import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnswerOf, cartOrder, type DataOf, identity, payment, type Problem } from '@shop/contracts';
import { CONFIG } from '@shop/service-kit';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import type { Config } from '../variables.ts';
import { ABROAD, HOME, internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';
import { BY_TOTAL, NEWEST_FIRST } from './order.schema.ts';

const HOURS = 3_600_000;

let shop: TestShop;

beforeAll(async () => {
  // Leaves an early event enough retries until its order exists.
  shop = await startShop({ EVENTS_RETRY_DELAYS: '50ms,100ms,200ms,1s,5s,5s' });
});
afterAll(() => shop?.close());

/** A shopper, a product with five pieces, and a frozen checkout of two of them. */
async function frozen(fields: object = {}, customizations: object = {}) {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add({ price: 1_000, stock: 5 });
  await shopper.add(productId, 2, customizations);
  const checkout = await shopper.freeze(fields);
  return { shopper, productId, checkout, stock: () => shop.catalog.product(productId).stock };
}

/** `frozen`, and paid. */
async function ordered(fields: object = {}, customizations: object = {}) {
  const one = await frozen(fields, customizations);
  const captured = await shop.capture(one.checkout);
  return { ...one, captured, order: await orderOf(shop, one.shopper, one.checkout._id) };
}

const eventsOf = async <S extends typeof cartOrder.refundRequested | typeof cartOrder.checkoutRefused>(
  spec: S,
  checkoutId: string,
) => (await publishedEvents(shop.service, spec)).filter(({ data }) => data.checkoutId === checkoutId);

const refundsOf = async (checkoutId: string) =>
  (await eventsOf(cartOrder.refundRequested, checkoutId)).map(({ data }) => data);

/** Publishes a dispute of a captured payment. */
const disputed = (
  { paymentId, provider, checkoutId, userId, currency }: DataOf<typeof payment.paymentCaptured>,
  dispute: { disputeId: string; status: string; amount: number | null },
) =>
  shop.deliverEvent(payment.disputeChanged, dispute.disputeId, {
    ...{ paymentId, provider, checkoutId, userId, currency },
    ...{ ...dispute, at: new Date().toISOString() },
  });

const ordersOf = async (shopper: Shopper) =>
  (
    await shop.send<{ orders: cartOrder.Order[]; totalCount: number }>(
      'GET',
      '/orders/my-orders',
      undefined,
      shopper.headers,
    )
  ).body;

describe('a captured payment', () => {
  it('becomes an order of the frozen checkout; what was bought leaves the cart and the hold is sold', async () => {
    const { shopper, checkout, captured, order, stock } = await ordered();
    expect(order).toMatchObject({
      _id: checkout._id,
      status: 'Processing',
      subtotal: 2_000,
      charges: { gst: 60, shipping: 0 },
      totalAmount: 2_060,
      paymentInfo: { id: captured.providerPaymentId, provider: 'razorpay', status: 'captured' },
      shippingInfo: checkout.shippingInfo,
      refunds: [],
    });
    expect((await shopper.cart()).cart).toEqual([]);
    expect(await shopper.state(checkout._id)).toBe('ordered');
    await eventually(() => [...shop.catalog.holds.values()].some(({ state }) => state === 'sold'));
    expect(stock()).toBe(3);
    const created = await publishedEvents(shop.service, cartOrder.orderCreated);
    expect(created.find(({ key }) => key === order._id)?.data).toMatchObject({
      lines: [{ quantity: 2, name: 'Meera Ring', amount: 2_000_00 }],
      total: 2_060_00,
      currency: 'INR',
      recipient: 'Asha Rao',
    });
    const cleared = await publishedEvents(shop.service, cartOrder.cartCleared);
    expect(cleared.filter(({ key }) => key === shopper.userId)).toHaveLength(1);
  });

  it('told three times, in events of their own or the same, is one order and no refund', async () => {
    const { shopper, checkout } = await frozen();
    const data = await shop.capture(checkout);
    const id = crypto.randomUUID();
    for (let time = 0; time < 2; time += 1) {
      await shop.deliverEvent(payment.paymentCaptured, data.paymentId, data, { version: 2 });
      await shop.deliverEvent(payment.paymentCaptured, data.paymentId, data, { id, version: 3 });
    }
    await orderOf(shop, shopper, checkout._id);
    const last = await frozen();
    await shop.capture(last.checkout);
    await orderOf(shop, last.shopper, last.checkout._id);
    expect((await ordersOf(shopper)).totalCount).toBe(1);
    expect(await refundsOf(checkout._id)).toEqual([]);
  });

  it('of a checkout that is paid already goes back by itself', async () => {
    const { checkout, shopper, captured } = await ordered();
    const second = await shop.capture(checkout, { provider: 'paypal' });
    const [refund] = await eventually(async () => {
      const refunds = await refundsOf(checkout._id);
      return refunds.length > 0 && refunds;
    });
    expect(refund).toMatchObject({
      paymentId: second.paymentId,
      amount: 2_060_00,
      reason: 'paid-twice',
      orderId: null,
    });
    const { order } = (await shop.getOrder(checkout._id, shopper.headers)).body;
    expect(order.paymentInfo.id).toBe(captured.providerPaymentId);
  });

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'USD' as const }],
  ])('with another %s makes no order and goes back', async (_, changes) => {
    const { checkout, shopper } = await frozen();
    await shop.capture(checkout, changes);
    await eventually(async () => (await refundsOf(checkout._id))[0]?.reason === 'wrong-amount');
    expect((await ordersOf(shopper)).orders).toEqual([]);
    expect(await shopper.state(checkout._id)).toBe('frozen');
  });

  it('of a checkout that nobody knows goes back', async () => {
    const { checkout } = await frozen();
    const checkoutId = 'f'.repeat(24);
    await shop.capture(checkout, { checkoutId });
    await eventually(async () => (await refundsOf(checkoutId))[0]?.reason === 'unknown-checkout');
  });

  it('ends capturing', async () => {
    const { checkout, shopper } = await frozen();
    const body = { paymentId: 'claimed' };
    await shop.send('POST', `/internal/checkouts/${checkout._id}/begin-capture`, body, internal);
    await shop.capture(checkout, body);
    await orderOf(shop, shopper, checkout._id);
    const again = await shop.send('POST', `/internal/checkouts/${checkout._id}/begin-capture`, body, internal);
    expect(again.body.code).toBe('checkout.paid');
  });

  it('of buy now leaves the cart alone, and of a cart what was added after the freeze', async () => {
    const { shopper, productId, checkout } = await frozen();
    await shopper.add(productId, 1);
    const later = shop.catalog.add();
    await shopper.add(later, 1);
    const now = await shopper.freeze({ buyNow: { productId: later, quantity: 1 } });
    await shop.capture(now);
    await orderOf(shop, shopper, now._id);
    expect((await shopper.cart()).count).toBe(4);
    await shop.capture(checkout);
    await orderOf(shop, shopper, checkout._id);
    const { cart } = await shopper.cart();
    expect(cart.map((line) => [line.productId, line.quantity])).toEqual([
      [productId, 1],
      [later, 1],
    ]);
  });
});

describe('a payment that comes after the checkout ended', () => {
  async function expired() {
    const one = await frozen();
    shop.service.clock.advance(HOURS);
    await eventually(() => one.stock() === 5, { what: 'the stock back' });
    return one;
  }

  it('takes the stock again where it is there', async () => {
    const { shopper, checkout, stock } = await expired();
    await shop.capture(checkout);
    expect((await orderOf(shop, shopper, checkout._id)).status).toBe('Processing');
    expect(stock()).toBe(3);
  });

  it('goes back where the stock is gone, and the buyer is told', async () => {
    const { shopper, checkout, productId } = await expired();
    shop.catalog.product(productId).stock = 1;
    const data = await shop.capture(checkout);
    const [refused] = await eventually(async () => {
      const events = await eventsOf(cartOrder.checkoutRefused, checkout._id);
      return events.length > 0 && events;
    });
    expect(refused!.data).toMatchObject({ paymentId: data.paymentId, amount: data.amount, currency: 'INR' });
    expect(await shopper.state(checkout._id)).toBe('refused');
    const paymentInfo = { id: data.providerPaymentId };
    const answer = await shop.send('POST', '/order/new', { paymentInfo }, shopper.headers);
    expect([answer.status, answer.body.code]).toEqual([409, 'order.refused']);
    expect((await shopper.cart()).count).toBe(2);
  });

  it('waits for catalog where it is away', async () => {
    const { shopper, checkout } = await expired();
    shop.catalog.away = true;
    await shop.capture(checkout);
    await eventually(async () => (await shopper.state(checkout._id)) === 'retaking');
    shop.catalog.away = false;
    await orderOf(shop, shopper, checkout._id);
  });

  it('is an order also when the buyer had cancelled', async () => {
    const { shopper, checkout } = await frozen();
    await shop.send('DELETE', `/checkout/${checkout._id}`, undefined, shopper.headers);
    await shop.capture(checkout);
    expect((await orderOf(shop, shopper, checkout._id)).status).toBe('Processing');
  });
});

describe('POST /order/new', () => {
  const ask = (shopper: Shopper, id: string, more: object = {}) =>
    shop.send<Problem & { order: cartOrder.Order }>(
      'POST',
      '/order/new',
      { paymentInfo: { id }, ...more },
      shopper.headers,
    );

  it('answers the order of a payment, as often as asked, and reads nothing else', async () => {
    const { shopper, captured, order } = await ordered();
    const tampered = { totalAmount: 1, charges: { gst: 0 }, cartItems: [{ finalPrice: 1 }] };
    for (const id of [captured.providerPaymentId, captured.paymentId]) {
      // Not toEqual: its invoice may have been numbered since.
      expect((await ask(shopper, id, tampered)).body.order).toMatchObject(order);
    }
    expect((await ordersOf(shopper)).totalCount).toBe(1);
  });

  it('waits for the event of the payment', async () => {
    const { shopper, checkout } = await frozen();
    const providerPaymentId = `pay_${crypto.randomUUID()}`;
    const orderWait = jest.replaceProperty(shop.service.app.get<Config>(CONFIG), 'ORDER_WAIT', HOURS);
    const asked = ask(shopper, providerPaymentId);
    await shop.capture(checkout, { providerPaymentId });
    expect((await asked).body.order._id).toBe(checkout._id);
    orderWait.restore();
  });

  it("answers 404 to a stranger's payment and to one that nobody knows", async () => {
    const { captured } = await ordered();
    const stranger = await shop.shopper();
    expect((await ask(stranger, captured.providerPaymentId)).body.code).toBe('order.not-found');
    expect((await ask(stranger, 'pay_unknown')).body.code).toBe('order.not-found');
  });
});

describe('orders', () => {
  it('are shown to their buyer and to staff, and to nobody else', async () => {
    const { shopper, order } = await ordered();
    const get = async (headers: Record<string, string>) => (await shop.getOrder(order._id, headers)).status;
    expect(await get(shopper.headers)).toBe(200);
    expect(await get(await shop.staff())).toBe(200);
    expect(await get((await shop.shopper()).headers)).toBe(404);
    expect((await shop.send('GET', '/admin/orders', undefined, shopper.headers)).status).toBe(403);
  });

  it('show their buyer no calculation of the price; staff see it', async () => {
    const { shopper, order, captured } = await ordered({}, { costomization: 'yes' });
    const staff = await shop.staff();
    expect((await shop.getOrder(order._id, staff)).body.order.items).toMatchObject([
      { finalPrice: 1_100.5, basePrice: 1_000, customizationPrice: 100.5 },
    ]);
    const paymentInfo = { id: captured.paymentId };
    const awaited = await shop.send<{ order: cartOrder.Order }>('POST', '/order/new', { paymentInfo }, shopper.headers);
    const seen = [(await shop.getOrder(order._id, shopper.headers)).body.order, awaited.body.order];
    for (const [item] of [...seen, ...(await ordersOf(shopper)).orders].map(({ items }) => items)) {
      expect(item!.finalPrice).toBe(1_100.5);
      expect(item).not.toHaveProperty('basePrice');
      expect(item).not.toHaveProperty('customizationPrice');
    }
  });

  it('keep a readable copy of the address, with name and code of its country, also from before countries were chosen', async () => {
    const { shopper, order, checkout } = await ordered({ shippingInfo: { ...ABROAD, country: 'germany' } });
    const country = { country: 'Germany', countryCode: 'DE' };
    expect([order.shippingInfo, checkout.shippingInfo]).toMatchObject([country, country]);
    const stored = { $set: { 'shippingInfo.country': 'INDIA', 'shippingInfo.pincode': '30' } };
    await shop.service.connection
      .collection('orders')
      .updateOne({ _id: order._id as never }, { ...stored, $unset: { 'shippingInfo.countryCode': 1 } });
    expect((await shop.getOrder(order._id, shopper.headers)).body.order.shippingInfo).toMatchObject({
      country: 'India',
      countryCode: 'IN',
      pincode: '30',
    });
  });

  it('are listed newest first, for staff by status', async () => {
    const { shopper, order } = await ordered();
    shop.service.clock.advance(1_000);
    await shopper.add(shop.catalog.add());
    const second = await shopper.freeze();
    await shop.capture(second);
    await orderOf(shop, shopper, second._id);
    expect((await ordersOf(shopper)).orders.map(({ _id }) => _id)).toEqual([second._id, order._id]);
    const staff = await shop.staff();
    const list = async (query: string) =>
      (await shop.send<{ orders: cartOrder.Order[] }>('GET', `/admin/orders?${query}`, undefined, staff)).body.orders;
    expect((await list('limit=1'))[0]!._id).toBe(second._id);
    expect((await list('status=Delivered')).every(({ status }) => status === 'Delivered')).toBe(true);
    const { userId } = order;
    for (const [sort, by] of [
      ['placed', ({ createdAt }: cartOrder.Order) => createdAt],
      ['total', ({ totalAmount }: cartOrder.Order) => totalAmount],
    ] as const) {
      const [up, down] = [await list(`userId=${userId}&sort=${sort}`), await list(`userId=${userId}&sort=-${sort}`)];
      expect(up).toHaveLength(2);
      expect(by(up[0]!) <= by(up[1]!)).toBe(true);
      expect(down.map(({ _id }) => _id)).toEqual(up.map(({ _id }) => _id).toReversed());
    }
  });

  it.each([
    [{}, NEWEST_FIRST],
    [{ status: 'Processing' }, NEWEST_FIRST],
    [{ userId: 'somebody' }, NEWEST_FIRST],
    [{}, BY_TOTAL],
    [{ status: 'Processing' }, BY_TOTAL],
  ] as [object, Record<string, 1 | -1>][])('are listed without sorting all of them: %j by %j', async (of, order) => {
    const orders = shop.service.connection.collection('orders');
    const { queryPlanner } = await orders.find(of).sort(order).explain('queryPlanner');
    const stages = JSON.stringify(queryPlanner.winningPlan).match(/(?<="stage":")\w+/g);
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('SORT');
  });

  it('are found by staff by the number, name and phone that people tell, by a piece, by payment and by buyer', async () => {
    const shippingInfo = { name: 'Zoë O’Neil (gift)', phone: '+91 90000 12345' };
    const { shopper, order, captured } = await ordered({ shippingInfo: { ...HOME, ...shippingInfo } });
    await ordered();
    const staff = await shop.staff();
    const found = async (query: Record<string, string>) => {
      const { body } = await shop.send<{ orders: cartOrder.Order[]; totalCount: number }>(
        'GET',
        `/admin/orders?${new URLSearchParams(query)}`,
        undefined,
        staff,
      );
      expect(body.totalCount).toBe(body.orders.length);
      return body.orders.map(({ _id }) => _id);
    };
    const number = order._id.slice(-6);
    for (const q of [
      `#${number.toUpperCase()}`,
      number,
      order._id,
      'o’neil (g',
      '9000012345',
      '+91 90000-12345',
      captured.providerPaymentId,
    ]) {
      expect([q, await found({ q })]).toEqual([q, [order._id]]);
    }
    expect(await found({ q: '9999' })).toEqual([]);
    expect(await found({ userId: shopper.userId })).toEqual([order._id]);
    expect(await found({ q: number, status: 'Delivered' })).toEqual([]);
    expect(await found({ q: '.*' })).toEqual([]);
    expect(await found({ q: order.items[0]!.product.productGroup, userId: shopper.userId })).toEqual([order._id]);
  });

  it('are found by e-mail, product and city, and by all of it in any order', async () => {
    const email = `zara.${crypto.randomUUID()}@example.com`;
    const shopper = await shop.shopper();
    const productId = shop.catalog.add({ name: 'Noor Jhumka Earrings' });
    await shopper.add(productId);
    const checkout = await shopper.freeze({ shippingInfo: { ...HOME, city: 'Thiruvananthapuram' } });
    await shop.capture(checkout);
    const { _id } = await orderOf(shop, shopper, checkout._id);
    shop.service.identity.contacts.set(shopper.userId, { userId: shopper.userId, name: 'Zara', email, address: null });
    await ordered({ shippingInfo: { ...HOME, city: 'Thrissur' } });
    const staff = await shop.staff();
    const found = async (q: string) =>
      (
        await shop.send<{ orders: cartOrder.Order[] }>(
          'GET',
          `/admin/orders?${new URLSearchParams({ q })}`,
          undefined,
          staff,
        )
      ).body.orders.map((one) => one._id);
    for (const q of [
      email,
      email.toUpperCase().slice(0, 20),
      'jhumka',
      'JHUM thiruvan',
      'thiruvananthapuram asha noor',
      `earrings ${email}`,
      'Noor Jhumka Earrings',
    ]) {
      expect([q, await found(q)]).toEqual([q, [_id]]);
    }
    for (const q of ['jhumka thrissur', `noor kundan`, 'humka']) expect([q, await found(q)]).toEqual([q, []]);
  });

  it('are found from their next change on when an instance of the version before there were words created them', async () => {
    const { order } = await ordered({ shippingInfo: { ...HOME, city: 'Kozhikode' } });
    const orders = shop.service.connection.collection<{ _id: string }>('orders');
    await eventually(async () => (await orders.countDocuments({ _id: order._id, numbersDue: false })) === 1);
    await orders.updateOne({ _id: order._id }, { $unset: { words: 1 } });
    const staff = await shop.staff();
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Shipped' }, staff);
    const { body } = await shop.send<{ orders: cartOrder.Order[] }>(
      'GET',
      '/admin/orders?q=kozhikode',
      undefined,
      staff,
    );
    expect(body.orders).toMatchObject([{ _id: order._id, status: 'Shipped' }]);
  });

  it('are summed up for staff: by status, and what came in within 30 days without what was cancelled', async () => {
    const staff = await shop.staff();
    const summary = async () =>
      (await shop.send<AnswerOf<typeof cartOrder.summarizeOrders>>('GET', '/admin/orders/summary', undefined, staff))
        .body;
    // Moves the orders of the other tests out of the 30 days.
    shop.service.clock.advance(31 * 24 * HOURS);
    const before = await summary();
    expect(before.lastThirtyDays).toEqual({ orders: 0, total: 0 });
    const { order } = await ordered();
    const cancelled = await ordered();
    expect(
      await shop.send('PUT', `/admin/order/status/${cancelled.order._id}`, { status: 'Cancelled' }, staff),
    ).toMatchObject({ status: 200 });
    const after = await summary();
    expect(after.lastThirtyDays).toEqual({ orders: 1, total: order.totalAmount });
    expect(after.byStatus.Processing).toBe(before.byStatus.Processing + 1);
    expect(after.byStatus.Cancelled).toBe(before.byStatus.Cancelled + 1);
    expect(Date.parse(after.oldestProcessing!.createdAt)).toBeLessThanOrEqual(Date.parse(order.createdAt));
    expect((await shop.send('GET', '/admin/orders/summary', undefined, (await shop.shopper()).headers)).status).toBe(
      403,
    );
  });

  it('are summed up without what was or is being paid back, in rupees, whatever they were paid in', async () => {
    const staff = await shop.staff();
    shop.service.clock.advance(31 * 24 * HOURS);
    const sales = async () =>
      (await shop.send<AnswerOf<typeof cartOrder.summarizeOrders>>('GET', '/admin/orders/summary', undefined, staff))
        .body.lastThirtyDays;
    const refund = async (id: string, amount: number) =>
      (
        await shop.send<{ order: cartOrder.Order }>(
          'POST',
          `/admin/order/${id}/refund`,
          { amount, note: 'A scratch' },
          staff,
        )
      ).body.order.refunds.at(-1)!;
    const [inRupees, inDollars] = [await ordered(), await ordered({ currency: 'USD' })];
    expect(await sales()).toEqual({ orders: 2, total: 4_120 });
    const failing = await refund(inRupees.order._id, 100);
    await refund(inRupees.order._id, 60.5);
    expect((await sales()).total).toBe(4_120 - 160.5);
    await shop.refundResult('failed', inRupees.captured, { refundId: failing.refundId, amount: 100_00 }, 2);
    await eventually(async () => (await sales()).total === 4_120 - 60.5);
    await refund(inDollars.order._id, inDollars.order.totalAmount);
    expect(await sales()).toEqual({ orders: 2, total: 2_060 - 60.5 });
  });

  it('leave in parcels of staff: partly shipped they stay Processing, with the last line they are Shipped', async () => {
    const shopper = await shop.shopper();
    for (const quantity of [2, 1]) await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), quantity);
    const checkout = await shopper.freeze();
    await shop.capture(checkout);
    const { _id } = await orderOf(shop, shopper, checkout._id);
    const staff = await shop.staff();
    const ship = (body: object, headers = staff) =>
      shop.send<Problem & { order: cartOrder.Order }>('POST', `/admin/order/${_id}/shipments`, body, {
        ...headers,
        'idempotency-key': crypto.randomUUID(),
      });
    expect((await ship({ courier: 'Swift' }, shopper.headers)).status).toBe(403);
    expect((await ship({ courier: ' ', trackingUrl: 'http://swift.example' })).body.errors).toEqual({
      courier: 'Courier is required',
      trackingUrl: 'An address that begins with https://',
    });
    const parcel = { courier: 'Swift', trackingNumber: '7', trackingUrl: 'https://swift.example/7' };
    const first = (await ship({ ...parcel, lines: [0] })).body.order;
    expect(first).toMatchObject({
      status: 'Processing',
      statusMessage: '2 of 3 pieces are on their way',
      shipments: [{ ...parcel, lines: [0] }],
    });
    for (const lines of [[0], [0, 1], [2]])
      expect((await ship({ ...parcel, lines })).body.code).toBe('shipment.nothing-left');
    const cancelled = await shop.send<Problem>('POST', `/order/${_id}/cancel`, undefined, shopper.headers);
    expect(cancelled.body.code).toBe('order.wrong-status');
    const second = (await ship({ courier: 'Post' })).body.order;
    expect(second).toMatchObject({ status: 'Shipped', shipments: [{ lines: [0] }, { courier: 'Post', lines: [1] }] });
    expect((await ship({ courier: 'Post' })).body.code).toBe('order.wrong-status');
    expect((await shop.send('PUT', `/admin/order/status/${_id}`, { status: 'Delivered' }, staff)).status).toBe(200);
    const correct = (shipmentId: string, body: object) =>
      shop.send<Problem & { order: cartOrder.Order }>(
        'PUT',
        `/admin/order/${_id}/shipments/${shipmentId}`,
        body,
        staff,
      );
    expect((await correct(crypto.randomUUID(), parcel)).body.code).toBe('shipment.not-found');
    await correct(first.shipments![0]!._id, { courier: 'Swifter', trackingNumber: '8' });
    const seen = (await shop.getOrder(_id, shopper.headers)).body.order.shipments!;
    expect(seen[0]).toEqual({
      ...first.shipments![0],
      courier: 'Swifter',
      trackingNumber: '8',
      trackingUrl: undefined,
      deliveredAt: expect.any(String),
      version: expect.any(String),
    });
    const published = (await publishedEvents(shop.service, cartOrder.orderStatusChanged)).filter(
      ({ key }) => key === _id,
    );
    // The last mail may be the only one that is sent: it names every parcel.
    expect(
      published.map(({ data: { status, parcel: sent, parcelsBefore, pieces } }) => [
        status,
        sent,
        parcelsBefore,
        pieces,
      ]),
    ).toEqual([
      ['Processing', parcel, undefined, { shipped: 2, all: 3 }],
      ['Shipped', { courier: 'Post' }, [parcel], undefined],
      ['Delivered', undefined, undefined, undefined],
    ]);
  });

  it('have links of their parcels by the page of their courier, unless staff write one', async () => {
    const staff = await shop.staff();
    const page = 'https://bluedart.example/track?no={number}';
    expect((await shop.send('PUT', '/admin/couriers', { name: 'Blue Dart', trackingPage: page }, staff)).status).toBe(
      200,
    );
    const { order } = await ordered();
    const sent = await shop.send<{ order: cartOrder.Order }>(
      'POST',
      `/admin/order/${order._id}/shipments`,
      { courier: 'blue dart', trackingNumber: 'BD 1' },
      { ...staff, 'idempotency-key': crypto.randomUUID() },
    );
    const [parcel] = sent.body.order.shipments!;
    expect(parcel!.trackingUrl).toBe('https://bluedart.example/track?no=BD%201');
    const correct = async (body: object) => {
      const path = `/admin/order/${order._id}/shipments/${parcel!._id}`;
      return (await shop.send<{ order: cartOrder.Order }>('PUT', path, body, staff)).body.order.shipments![0]!
        .trackingUrl;
    };
    expect(await correct({ courier: 'Blue Dart', trackingNumber: 'BD2' })).toBe(
      'https://bluedart.example/track?no=BD2',
    );
    const own = { trackingNumber: 'BD2', trackingUrl: 'https://else.example/7' };
    expect(await correct({ courier: 'Blue Dart', ...own })).toBe(own.trackingUrl);
    expect(await correct({ courier: 'Unknown', trackingNumber: 'BD2' })).toBeUndefined();
    const published = await publishedEvents(shop.service, cartOrder.orderStatusChanged);
    const shipped = published.find(({ key }) => key === order._id)!;
    expect(shipped.data.parcel?.trackingUrl).toBe(parcel!.trackingUrl);
  });

  it('keep the days that their pieces were expected on, as of the table of then', async () => {
    const staff = await shop.staff();
    const area = { pincode: '3020', city: 'Jaipur', state: 'Rajasthan', fromDays: 2, toDays: 3 };
    expect((await shop.send('PUT', '/admin/delivery/areas', area, staff)).status).toBe(200);
    const { order, shopper } = await ordered();
    const now = await shop.send<AnswerOf<typeof cartOrder.getDelivery>>('GET', '/delivery/302001');
    const { earliest, latest } = now.body.delivery;
    expect(order.expected).toEqual({ earliest, latest });
    await shop.send('PUT', '/admin/delivery/areas', { ...area, fromDays: 30, toDays: 40 }, staff);
    expect((await shop.getOrder(order._id, shopper.headers)).body.order.expected).toEqual({ earliest, latest });
    expect((await ordered({ shippingInfo: ABROAD })).order.expected).toBeUndefined();
    const created = await publishedEvents(shop.service, cartOrder.orderCreated);
    expect(created.find(({ key }) => key === order._id)?.data.expected).toEqual({ earliest, latest });
    await shop.send('DELETE', '/admin/delivery/areas/3020', undefined, staff);
  });

  it('are moved on by staff: shipped, delivered, and nowhere else; the same again is a 200 without effect', async () => {
    const { order } = await ordered();
    const staff = await shop.staff();
    const move = (status: string, message?: string) =>
      shop.send<Problem & { order: cartOrder.Order }>(
        'PUT',
        `/admin/order/status/${order._id}`,
        { status, message },
        staff,
      );
    expect((await move('Delivered')).body.code).toBe('order.wrong-status');
    expect((await move('Shipped', 'With Swift, number 7')).body.order).toMatchObject({
      status: 'Shipped',
      statusMessage: 'With Swift, number 7',
      shippedAt: expect.any(String),
    });
    const again = await move('Shipped', 'With Swift, number 7');
    expect([again.status, again.body.order?.statusMessage]).toEqual([200, 'With Swift, number 7']);
    expect((await move('Shipped', 'With another courier')).body.code).toBe('order.wrong-status');
    expect((await move('Delivered')).body.order.deliveredAt).not.toBeNull();
    expect((await move('Cancelled')).status).toBe(409);
    const published = await publishedEvents(shop.service, cartOrder.orderStatusChanged);
    expect(published.filter(({ key }) => key === order._id).map(({ data }) => data.status)).toEqual([
      'Shipped',
      'Delivered',
    ]);
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === order._id)).toHaveLength(2);
  });
});

describe('cancelling an order', () => {
  const cancel = (shopper: Shopper, id: string) =>
    shop.send<Problem & { order: cartOrder.Order }>('POST', `/order/${id}/cancel`, {}, shopper.headers);

  it('puts the stock back and pays in full, once, within 24 hours', async () => {
    const { shopper, order, captured, stock } = await ordered();
    const { body } = await cancel(shopper, order._id);
    expect(body.order).toMatchObject({ status: 'Cancelled', refunds: [{ amount: 2_060, state: 'requested' }] });
    expect((await cancel(shopper, order._id)).body.code).toBe('order.wrong-status');
    await eventually(() => stock() === 5, { what: 'the stock back' });
    const [refund, ...more] = await refundsOf(order._id);
    expect(more).toEqual([]);
    expect(refund).toMatchObject({
      paymentId: captured.paymentId,
      orderId: order._id,
      amount: 2_060_00,
      reason: 'order-cancelled',
    });
  });

  it('is not for strangers, nor after 24 hours, nor once it is shipped', async () => {
    const { shopper, order } = await ordered();
    expect((await cancel(await shop.shopper(), order._id)).status).toBe(404);
    shop.service.clock.advance(25 * HOURS);
    expect((await cancel(shopper, order._id)).body.code).toBe('order.too-late-to-cancel');
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Shipped' }, await shop.staff());
    expect((await cancel(shopper, order._id)).body.code).toBe('order.wrong-status');
    expect(await refundsOf(order._id)).toEqual([]);
  });

  it('keeps 30 % of what was made to order, by staff after 24 hours', async () => {
    const { order, shopper } = await ordered({}, { costomization: 'yes' });
    expect(order).toMatchObject({ totalAmount: 2_267.03, cancelRefund: 2_267.03 });
    shop.service.clock.advance(25 * HOURS);
    // The preview of the refund.
    expect((await orderOf(shop, shopper, order._id)).cancelRefund).toBe(1_586.92);
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Cancelled' }, await shop.staff());
    // 2201 + 66.03 GST, less 30 % of both.
    expect((await refundsOf(order._id))[0]!.amount).toBe(2_267_03 - 680_11);
  });
});

describe('a dispute of the payment', () => {
  it('is shown to staff on the order, at the step that it came to, whatever comes late, and not to the buyer', async () => {
    const { shopper, order, captured } = await ordered();
    const staff = await shop.staff();
    const seen = async (headers: Record<string, string>) =>
      (await shop.getOrder(order._id, headers)).body.order.disputes;
    expect(await seen(staff)).toEqual([]);
    await disputed(captured, { disputeId: 'disp_1', status: 'lost', amount: 2_060_00 });
    await eventually(async () => (await seen(staff))?.length === 1, { what: 'the dispute' });
    await disputed(captured, { disputeId: 'disp_1', status: 'under-review', amount: 2_060_00 });
    await disputed(captured, { disputeId: 'disp_2', status: 'open', amount: null });
    await eventually(async () => (await seen(staff))?.length === 2, { what: 'the second dispute' });
    expect(await seen(staff)).toMatchObject([
      { disputeId: 'disp_1', status: 'lost', amount: 2_060 },
      { disputeId: 'disp_2', status: 'open', amount: null },
    ]);
    expect(await seen(shopper.headers)).toBeUndefined();
  });
});

describe('a refund in part', () => {
  const refund = async (id: string, amount: number, headers: Record<string, string> = {}) =>
    shop.send<Problem & { order: cartOrder.Order }>(
      'POST',
      `/admin/order/${id}/refund`,
      { amount, note: 'A scratch' },
      { ...(await shop.staff()), ...headers },
    );

  it('has a reason, a note to the buyer, and a note that stays in the shop', async () => {
    const { order, shopper } = await ordered();
    const staff = await shop.staff();
    const notes = { code: 'damaged', noteToBuyer: 'Please keep the box', note: 'Scratched by Ravi' };
    await shop.send('POST', `/admin/order/${order._id}/refund`, { amount: 10, ...notes }, staff);
    const refundsFor = async (headers: Record<string, string>) =>
      (await shop.getOrder(order._id, headers)).body.order.refunds;
    expect(await refundsFor(staff)).toMatchObject([{ ...notes, reason: 'Damaged piece' }]);
    const [seen] = await refundsFor(shopper.headers);
    expect(seen).toMatchObject({ code: 'damaged', reason: 'Damaged piece', noteToBuyer: 'Please keep the box' });
    expect(JSON.stringify(seen)).not.toContain('Ravi');
    const [requested] = await refundsOf(order._id);
    expect(requested).toMatchObject({ reason: 'staff', code: 'damaged', noteToBuyer: 'Please keep the box' });
    expect(JSON.stringify(requested)).not.toContain('Ravi');
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.find(({ data }) => data.subjectId === order._id)?.data).toMatchObject({
      reason: 'Scratched by Ravi',
      after: { code: 'damaged', noteToBuyer: 'Please keep the box' },
    });
  });

  it('keeps the note in the shop that was stored as its reason before there were codes', async () => {
    const { order, shopper } = await ordered();
    const stored = { refundId: 'old', amount: 100, state: 'completed', requestedAt: new Date() };
    await shop.service.connection
      .collection('orders')
      .updateOne({ _id: order._id as never }, { $push: { refunds: { ...stored, reason: 'Angry caller' } as never } });
    const refundOf = async (headers: Record<string, string>) =>
      (await shop.getOrder(order._id, headers)).body.order.refunds[0]!;
    expect(await refundOf(await shop.staff())).toMatchObject({ code: 'other', note: 'Angry caller' });
    expect(JSON.stringify(await refundOf(shopper.headers))).not.toContain('Angry');
  });

  it('never passes what was captured, all refunds together', async () => {
    const { order } = await ordered();
    expect((await refund(order._id, 1_000.5)).body.order.refunds).toMatchObject([
      { amount: 1_000.5, code: 'other', note: 'A scratch' },
    ]);
    const { body: seenByStaff } = await shop.getOrder(order._id, await shop.staff());
    expect(seenByStaff.order).toMatchObject({ refundableAmount: 1_059.5, cancelRefund: 1_059.5 });
    const refused = (await refund(order._id, 1_059.51)).body;
    expect([refused.code, refused.details]).toEqual(['order.refund-too-high', { left: 1_059.5 }]);
    expect(refused.errors).toEqual({ amount: 'At most ₹1,059.50' });
    expect((await refund(order._id, 1_059.5)).status).toBe(200);
    expect((await refund(order._id, 0.01)).status).toBe(409);
    expect((await refund(order._id, 0)).status).toBe(400);
  });

  it('is for pieces at most for what was paid for them with their tax, and each is paid back once', async () => {
    const { order, shopper } = await ordered();
    const staff = await shop.staff();
    const payBack = (amount: number, of: object) =>
      shop.send<Problem & { order: cartOrder.Order }>(
        'POST',
        `/admin/order/${order._id}/refund`,
        { amount, of, code: 'returned', note: 'Came back' },
        staff,
      );
    const onePiece = { lines: [{ place: 0, pieces: 1 }], charges: [] };
    expect((await payBack(1_030.01, onePiece)).body.errors).toEqual({
      amount: 'At most ₹1,030.00 was paid for what you chose',
    });
    expect((await payBack(1_030, onePiece)).status).toBe(200);
    const seen = (await shop.getOrder(order._id, shopper.headers)).body.order;
    expect(seen.refunds).toMatchObject([{ amount: 1_030, of: onePiece }]);
    for (const of of [
      { lines: [{ place: 0, pieces: 2 }], charges: [] },
      { lines: [{ place: 1, pieces: 1 }], charges: [] },
      { lines: [], charges: ['shipping'] },
    ]) {
      expect((await payBack(1, of)).body.code).toBe('order.parts-refunded');
    }
    // Less than was paid for it: a fee is kept, and the piece is back all the same.
    expect((await payBack(900, onePiece)).status).toBe(200);
    expect((await payBack(1, onePiece)).body.code).toBe('order.parts-refunded');
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.findLast(({ data }) => data.subjectId === order._id)?.data.after).toMatchObject({
      pieces: [expect.stringMatching(/^1 × /)],
    });
  });

  it('of many at once passes as often as there is money', async () => {
    const { order } = await ordered();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order._id, 1_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await refundsOf(order._id)).toHaveLength(2);
  });

  it('shows what the provider says, in the end, and what was paid back in its dashboard', async () => {
    const { shopper, order, captured } = await ordered();
    const { refundId } = (await refund(order._id, 60)).body.order.refunds[0]!;
    await shop.refundResult('failed', captured, { refundId, amount: 60_00 }, 2);
    await shop.refundResult('completed', captured, { refundId, amount: 60_00 }, 1);
    await shop.refundResult('completed', captured, { refundId: crypto.randomUUID(), amount: 2_060_00 });
    const now = await eventually(async () => {
      const { body } = await shop.getOrder(order._id, shopper.headers);
      return body.order.refunds.length === 2 && body.order;
    });
    expect(now.refunds.map(({ state }) => state)).toEqual(['failed', 'completed']);
    expect(now.paymentInfo.status).toBe('refunded');
  });

  it('in the dashboard, and a dispute, that are told before the order is there are shown on it', async () => {
    const { shopper, checkout, stock } = await frozen();
    shop.service.clock.advance(HOURS);
    await eventually(() => stock() === 5, { what: 'the stock back' });
    shop.catalog.away = true;
    const captured = await shop.capture(checkout);
    await eventually(async () => (await shopper.state(checkout._id)) === 'retaking');
    const [refundId, disputeId] = [crypto.randomUUID(), 'disp_early'];
    await shop.refundResult('completed', captured, { refundId, amount: 60_00 });
    await disputed(captured, { disputeId, status: 'open', amount: 60_00 });
    shop.catalog.away = false;
    await eventually(
      async () => {
        await orderOf(shop, shopper, checkout._id);
        const { order } = (await shop.getOrder(checkout._id, await shop.staff())).body;
        expect(order.refunds).toMatchObject([{ refundId, amount: 60, state: 'completed' }]);
        expect(order.disputes).toMatchObject([{ disputeId, amount: 60, status: 'open' }]);
      },
      { what: 'the refund and the dispute on the order' },
    );
  });
});
