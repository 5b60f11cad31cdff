import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, type DataOf, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { ABROAD, internal, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

const HOURS = 3_600_000;
const DAYS = 24 * HOURS;
type Answered = { order: cartOrder.Order } & Problem;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

/** Paid by a buyer in Germany, in dollars: each piece with its options. */
async function ordered(
  pieces: object[] = [{}],
  fields: object = { shippingInfo: ABROAD, currency: 'USD' },
  by?: Shopper,
) {
  const shopper = by ?? (await shop.shopper());
  const products: string[] = [];
  for (const customizations of pieces) {
    const productId = shop.catalog.add({ price: 1_000, stock: 5 });
    products.push(productId);
    await shopper.add(productId, 1, customizations);
  }
  const { _id } = await shopper.freeze(fields);
  await shop.capture({ _id, currency: 'USD' });
  const order = await orderOf(shop, shopper, _id);
  let requests = 0;
  const withdraw = (body: object = {}, { headers } = shopper, key = `${_id}-${(requests += 1)}`) =>
    shop.send<Answered>('POST', `/order/${_id}/withdrawal`, body, { ...headers, 'idempotency-key': key });
  const read = async () => (await shop.getOrder(_id, shopper.headers)).body.order;
  return { shopper, order, products, withdraw, read, id: _id };
}

const ENGRAVED = { engraving: 'Amma' };

const eventsOf = async (id: string): Promise<DataOf<typeof cartOrder.orderWithdrawn>[]> =>
  (await publishedEvents(shop.service, cartOrder.orderWithdrawn))
    .filter(({ data }) => data.orderId === id)
    .map(({ data }) => data);
const refundsOf = async (id: string) =>
  (await publishedEvents(shop.service, cartOrder.refundRequested)).filter(({ data }) => data.orderId === id);
const move = async (id: string, ...statuses: string[]) => {
  for (const status of statuses) await shop.send('PUT', `/admin/order/status/${id}`, { status }, await shop.staff());
};

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis.
describe('a withdrawal from the contract', () => {
  it('is offered to a buyer in the EU alone, with its end once all is delivered', async () => {
    const { id, order, read } = await ordered();
    expect(order.withdrawal).toEqual({ lines: [0] });
    await move(id, 'Shipped', 'Delivered');
    const { withdrawal, deliveredAt } = await read();
    const days = (Date.parse(withdrawal!.until!) - Date.parse(deliveredAt!)) / DAYS;
    expect(days).toBeGreaterThan(14);
    expect(days).toBeLessThan(18);
    const home = await ordered([{}], {});
    expect(home.order.withdrawal).toBeUndefined();
    expect((await home.withdraw()).body.code).toBe('order.not-withdrawable');
  });

  it('of an order of which nothing was sent cancels it with a full refund, after 24 hours too', async () => {
    const { id, products, withdraw, shopper } = await ordered();
    shop.service.clock.advance(25 * HOURS);
    expect((await shop.send('POST', `/order/${id}/cancel`, {}, shopper.headers)).body.code).toBe(
      'order.too-late-to-cancel',
    );
    const { status, body } = await withdraw();
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      ...{ status: 'Cancelled', statusMessage: 'You withdrew from the contract', refundableAmount: 0 },
      withdrawals: [{ at: expect.any(String), lines: [0] }],
      refunds: [{ amount: body.order.totalAmount, code: 'order-cancelled', state: 'requested' }],
    });
    expect(body.order.withdrawal).toBeUndefined();
    expect(await eventsOf(id)).toMatchObject([{ isCancelled: true, lines: [{ hasLeft: false }] }]);
    const cancelled = await publishedEvents(shop.service, cartOrder.orderCancelled);
    expect(cancelled.filter(({ data }) => data.orderId === id)).toHaveLength(1);
    expect(products).toHaveLength(1);
    // The answer may have been lost.
    expect(await withdraw()).toMatchObject({ status: 200, body: { order: { status: 'Cancelled' } } });
    expect([(await eventsOf(id)).length, (await refundsOf(id)).length]).toEqual([1, 1]);
  });

  it('of some pieces leaves the order as it is, and money and pieces to staff', async () => {
    const { id, withdraw, read } = await ordered([{}, {}]);
    await shop.send(
      'POST',
      `/admin/order/${id}/shipments`,
      { courier: 'Swift', lines: [1] },
      {
        ...(await shop.staff()),
        'idempotency-key': `ship-${id}`,
      },
    );
    const { body } = await withdraw({ lines: [1] });
    expect(body.order).toMatchObject({ status: 'Processing', refunds: [], withdrawal: { lines: [0] } });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      ...{ isCancelled: false, provider: 'razorpay', currency: 'USD' },
      lines: [{ name: 'Meera Ring', quantity: 1, hasLeft: true }],
      amount: Math.round(body.order.items[1]!.lineMrp! * 100),
    });
    expect(event!.providerPaymentId).toMatch(/^pay_/);
    // The rest: something was sent, so that it is not cancelled, and nothing is left to be sent.
    const rest = await withdraw();
    expect(rest.body.order).toMatchObject({ status: 'Shipped', refunds: [] });
    expect((await eventsOf(id))[1]).toMatchObject({ isCancelled: false, lines: [{ hasLeft: false }] });
    expect((await read()).withdrawals!.map(({ lines }) => lines)).toEqual([[1], [0]]);
    expect((await shop.getOrder(id, await shop.staff())).body.order.withdrawals).toHaveLength(2);
  });

  it('before pieces left keeps them out of the next parcel, which completes the order', async () => {
    const { id, withdraw, read } = await ordered([{}, {}, {}]);
    const ship = async (parcel: object, key: string) =>
      shop.send<Answered>('POST', `/admin/order/${id}/shipments`, parcel, {
        ...(await shop.staff()),
        'idempotency-key': `${key}-${id}`,
      });
    await withdraw({ lines: [1] });
    expect((await ship({ courier: 'Swift', lines: [1] }, 'withdrawn')).body.code).toBe('shipment.nothing-left');
    const part = (await ship({ courier: 'Swift', lines: [0] }, 'part')).body.order;
    expect(part).toMatchObject({ status: 'Processing', statusMessage: '1 of 2 pieces are on their way' });
    const last = (await ship({ courier: 'Swift' }, 'last')).body.order;
    expect(last).toMatchObject({ status: 'Shipped', shipments: [{ lines: [0] }, { lines: [2] }] });
    for (const { _id } of last.shipments!) {
      await shop.send(
        'PUT',
        `/admin/order/${id}/shipments/${_id}/delivered`,
        { isDelivered: true },
        await shop.staff(),
      );
    }
    expect(await read()).toMatchObject({
      status: 'Delivered',
      withdrawal: { lines: [0, 2], until: expect.any(String) },
    });
  });

  it('piece by piece of an order of which nothing was sent cancels it with the last', async () => {
    const { withdraw } = await ordered([{}, {}]);
    expect((await withdraw({ lines: [0] })).body.order.status).toBe('Processing');
    expect((await withdraw({ lines: [0, 1] })).body.order).toMatchObject({
      ...{ status: 'Cancelled', withdrawals: [{ lines: [0] }, { lines: [1] }] },
    });
  });

  it('is not of what was made to order or engraved, which stays bought', async () => {
    const { id, withdraw, order } = await ordered([{}, ENGRAVED]);
    const engraved = order.items.findIndex(({ customizations }) => 'engraving' in customizations);
    const ready = 1 - engraved;
    expect(order.withdrawal).toEqual({ lines: [ready] });
    for (const lines of [[engraved], [ready, engraved], [7]]) {
      expect(await withdraw({ lines })).toMatchObject({ status: 409, body: { code: 'order.not-withdrawable' } });
    }
    expect((await withdraw()).body.order).toMatchObject({ status: 'Processing', withdrawals: [{ lines: [ready] }] });
    expect(await refundsOf(id)).toEqual([]);
  });

  it('is received once, whether it is repeated with its key or without', async () => {
    const { id, withdraw, shopper } = await ordered([{}, {}]);
    const first = await withdraw({ lines: [0] }, shopper, `once-${id}`);
    expect(await withdraw({ lines: [0] }, shopper, `once-${id}`)).toEqual(first);
    expect((await withdraw({ lines: [0] })).body.order.withdrawals).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('is of the buyer alone, who may be a guest beside the account', async () => {
    const { id, withdraw } = await ordered();
    const [another, staff] = [await shop.shopper(), { ...(await shop.shopper()), headers: await shop.staff() }];
    for (const who of [another, staff]) {
      expect(await withdraw({}, who)).toMatchObject({ status: 404, body: { code: 'order.not-found' } });
    }
    expect(await eventsOf(id)).toEqual([]);
    const owner = await shop.shopper();
    const guest = await shop.shopper({ joins: owner.userId });
    const theirs = await ordered([{}], { shippingInfo: ABROAD, currency: 'USD' }, guest);
    expect((await theirs.withdraw()).body.order.status).toBe('Cancelled');
    expect((await eventsOf(theirs.id))[0]!.userId).toBe(owner.userId);
  });

  it('is in the data that the account takes out', async () => {
    const { shopper, withdraw } = await ordered([{}, {}]);
    await withdraw({ lines: [0] });
    const { body } = await shop.send<AnswerOf<typeof cartOrder.getKept>>(
      'GET',
      `/internal/buyers/${shopper.userId}/kept`,
      undefined,
      internal,
    );
    expect(JSON.stringify(body)).toContain('"withdrawals":[{"at":"');
  });

  // The last: it moves the clock for all that follow.
  it('is over fourteen days after the delivery, also for what was ordered together', async () => {
    const { id, withdraw, read } = await ordered();
    await move(id, 'Shipped', 'Delivered');
    shop.service.clock.advance(14 * DAYS);
    expect((await read()).withdrawal!.lines).toEqual([0]);
    shop.service.clock.advance(4 * DAYS);
    expect((await read()).withdrawal).toBeUndefined();
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'order.too-late-to-withdraw' } });
    const late = await ordered();
    await move(late.id, 'Shipped', 'Delivered');
    expect((await late.withdraw()).body.order).toMatchObject({ status: 'Delivered', refunds: [] });
    expect(await eventsOf(late.id)).toMatchObject([{ isCancelled: false, lines: [{ hasLeft: true }] }]);
  });
});
