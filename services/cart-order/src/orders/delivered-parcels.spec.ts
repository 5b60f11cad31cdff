import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { orderOfTwoLines } from '../../test/order-of-two-lines.ts';
import { startShop, type TestShop } from '../../test/service-harness.ts';

let shop: TestShop;
let staff: Record<string, string>;

beforeAll(async () => {
  shop = await startShop();
  staff = await shop.staff();
});
afterAll(() => shop?.close());

/** A paid order of two lines with its invoice, and what staff do with its parcels. */
async function ordered() {
  const order = await orderOfTwoLines(shop, staff);
  const { id, seen, send } = order;
  return {
    ...order,
    /** Sends a line in a parcel; returns its id. */
    ship: async (line: number) =>
      (await send('POST', `${id}/shipments`, { courier: 'Swift', lines: [line] })).body.order.shipments!.at(-1)!._id,
    mark: (status: string) => send('PUT', `status/${id}`, { status }),
    set: (shipmentId: string, isDelivered: boolean, headers = staff) =>
      send('PUT', `${id}/shipments/${shipmentId}/delivered`, { isDelivered }, headers),
    takeBack: () => send('POST', `${id}/status/take-back`, { status: 'Delivered' }),
    /** Whether each parcel has arrived. */
    arrived: async () => (await seen()).shipments!.map(({ deliveredAt }) => deliveredAt !== undefined),
    /** In the audit trail, with the status before and after where it changed. */
    entries: async () =>
      (await publishedEvents(shop.service, identity.auditRecorded))
        .filter(({ data }) => data.subjectId === id)
        .map(({ data: { action, before, after } }) => [action, before?.['status'], after?.['status']]),
  };
}

describe('a parcel that has arrived', () => {
  it('leaves the order Shipped while another is on its way, and makes it Delivered as the last one', async () => {
    const order = await ordered();
    const [first, second] = [await order.ship(0), await order.ship(1)];
    const half = (await order.set(first, true)).body.order;
    expect(half).toMatchObject({ status: 'Shipped', deliveredAt: null });
    expect(half.shipments!.map(({ deliveredAt }) => deliveredAt)).toEqual([expect.any(String), undefined]);
    expect((await shop.getOrder(order.id, order.shopper.headers)).body.order.shipments).toEqual(half.shipments);
    const told = await order.events();
    const whole = (await order.set(second, true)).body.order;
    expect(whole).toMatchObject({
      ...{ status: 'Delivered', statusMessage: 'Your order was delivered', takeBack: { to: 'Shipped' } },
      shipments: [{ deliveredAt: half.shipments![0]!.deliveredAt }, { deliveredAt: whole.deliveredAt }],
    });
    // As by hand: one event, whose mail waits. A parcel alone has none.
    const [delivered, ...more] = (await order.events()).slice(told.length);
    expect(delivered!.data).toMatchObject({ status: 'Delivered', mailAfter: expect.any(String) });
    expect(more).toEqual([]);
    expect((await order.entries()).slice(2)).toEqual([
      ['order.shipment-delivered', undefined, undefined],
      ['order.shipment-delivered', 'Shipped', 'Delivered'],
    ]);
  });

  it('does not make the order Delivered before every line has left in a parcel', async () => {
    const order = await ordered();
    const first = await order.ship(0);
    expect((await order.set(first, true)).body.order).toMatchObject({ status: 'Processing', deliveredAt: null });
    await order.set(first, false);
    // The other line left without a parcel: that it has arrived is for staff to say.
    await order.mark('Shipped');
    expect((await order.set(first, true)).body.order.status).toBe('Shipped');
    expect((await order.mark('Delivered')).body.order.status).toBe('Delivered');
  });

  it('is said once: the same again changes nothing, not even the day', async () => {
    const order = await ordered();
    const [first, second] = [await order.ship(0), await order.ship(1)];
    for (const id of [first, second]) {
      const { order: before } = (await order.set(id, true)).body;
      const [events, entries] = [await order.events(), await order.entries()];
      shop.service.clock.advance(1_000);
      const again = await order.set(id, true);
      expect([again.status, again.body.order.shipments]).toEqual([200, before.shipments]);
      expect([await order.events(), await order.entries()]).toEqual([events, entries]);
    }
  });

  it('and another that two of the staff mark at once are both kept, and the order is Delivered once', async () => {
    const order = await ordered();
    const parcels = [await order.ship(0), await order.ship(1)];
    const all = await Promise.all(parcels.map(() => shop.staff()));
    const answers = await Promise.all(parcels.map((id, index) => order.set(id, true, all[index])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await order.seen()).status).toBe('Delivered');
    expect(await order.arrived()).toEqual([true, true]);
    const delivered = (await order.events()).filter(({ data }) => data.status === 'Delivered');
    expect(delivered).toHaveLength(1);
  });

  it('by mistake is on its way again, until the order is Delivered', async () => {
    const order = await ordered();
    const [first, second] = [await order.ship(0), await order.ship(1)];
    const before = await order.seen();
    await order.set(first, true);
    await order.set(first, false);
    expect(await order.seen()).toEqual(before);
    expect((await order.entries()).at(-1)).toEqual(['order.shipment-not-delivered', undefined, undefined]);
    for (const id of [first, second]) await order.set(id, true);
    expect((await order.set(first, false)).body.code).toBe('order.wrong-status');
  });

  it('with the whole order is taken back with it; one of before stays', async () => {
    for (const how of ['parcel', 'order'] as const) {
      const order = await ordered();
      const [first, second] = [await order.ship(0), await order.ship(1)];
      await order.set(first, true);
      const before = await order.seen();
      await (how === 'parcel' ? order.set(second, true) : order.mark('Delivered'));
      expect(await order.arrived()).toEqual([true, true]);
      const [delivered] = (await order.events()).slice(-1);
      expect((await order.takeBack()).body.order.status).toBe('Shipped');
      expect((await order.events()).at(-1)!.data.takesBack).toBe(delivered!.id);
      const { takeBack: _, ...shown } = before;
      expect(await order.seen()).toEqual(shown);
      expect((await order.set(second, true)).body.order.status).toBe('Delivered');
    }
  });

  it('keeps its day when it is corrected, also by who read it before it arrived', async () => {
    const order = await ordered();
    const first = await order.ship(0);
    const { version } = (await order.seen()).shipments![0]!;
    const { deliveredAt } = (await order.set(first, true)).body.order.shipments![0]!;
    const { status, body } = await shop.send<{ order: cartOrder.Order }>(
      ...(['PUT', `/admin/order/${order.id}/shipments/${first}`, { courier: 'Post' }] as const),
      { ...staff, 'if-match': `"${version}"` },
    );
    expect([status, body.order.shipments![0]]).toEqual([
      200,
      expect.objectContaining({ courier: 'Post', deliveredAt: deliveredAt! }),
    ]);
  });

  it('is none of an unknown id, of a cancelled order, or for its buyer to say', async () => {
    const order = await ordered();
    const first = await order.ship(0);
    expect((await order.set(crypto.randomUUID(), true)).body.code).toBe('shipment.not-found');
    expect((await order.set(first, true, order.shopper.headers)).status).toBe(403);
    await order.mark('Cancelled');
    expect((await order.set(first, true)).body.code).toBe('order.wrong-status');
    expect(await order.arrived()).toEqual([false]);
  });
});
