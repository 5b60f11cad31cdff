import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { orderOfTwoLines } from '../../test/order-of-two-lines.ts';
import { startShop, type TestShop } from '../../test/service-harness.ts';

const MINUTES = 60_000;

let shop: TestShop;
let staff: { cookie: string };

beforeAll(async () => {
  shop = await startShop();
  staff = (await shop.staff()) as typeof staff;
});
afterAll(() => shop?.close());

/** A paid order of two pieces, with its invoice. */
async function ordered() {
  const order = await orderOfTwoLines(shop, staff);
  const { id, send } = order;
  return {
    ...order,
    mark: (status: string, message?: string) => send('PUT', `status/${id}`, { status, message }),
    ship: (lines?: number[]) => send('POST', `${id}/shipments`, { courier: 'Swift', lines }),
    correct: (shipmentId: string, trackingNumber: string) =>
      shop.send('PUT', `/admin/order/${id}/shipments/${shipmentId}`, { courier: 'Swift', trackingNumber }, staff),
    takeBack: (status: string) => send('POST', `${id}/status/take-back`, { status }),
    events: async () =>
      (await publishedEvents(shop.service, cartOrder.orderStatusChanged)).filter(({ key }) => key === id),
  };
}

describe('a status that was set by mistake', () => {
  it('is taken one step back within ten minutes, and the mail that waits is withdrawn', async () => {
    const order = await ordered();
    const before = await order.seen();
    const { takeBack } = (await order.mark('Shipped', 'With Swift')).body.order;
    expect(takeBack!.to).toBe('Processing');
    const [shipped] = await order.events();
    const minutesAfter = (at: string) => (Date.parse(at) - Date.parse(shipped!.occurredAt)) / MINUTES;
    expect(Math.round(minutesAfter(takeBack!.until))).toBe(10);
    expect(Math.round(minutesAfter(shipped!.data.mailAfter!))).toBe(11);
    const taken = await order.takeBack('Shipped');
    expect(taken.status).toBe(200);
    expect(await order.seen()).toEqual(before);
    const { version: _, ...back } = (await order.events())[1]!;
    expect(back.data).toMatchObject({ status: 'Processing', takesBack: shipped!.id });
    expect((await order.takeBack('Shipped')).body.code).toBe('order.wrong-status');
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.at(-1)!.data).toMatchObject({ action: 'order.status-taken-back', subjectId: order.id });
  });

  it('takes the parcel along that made it Shipped, and leaves those before', async () => {
    const order = await ordered();
    await order.ship([0]);
    expect((await order.seen()).takeBack).toBeUndefined();
    const { body } = await order.ship([1]);
    expect(body.order).toMatchObject({ status: 'Shipped', shipments: [{ lines: [0] }, { lines: [1] }] });
    const { order: back } = (await order.takeBack('Shipped')).body;
    expect(back).toMatchObject({ status: 'Processing', shippedAt: null, shipments: [{ lines: [0] }] });
    expect((await order.ship()).body.order.status).toBe('Shipped');
    await order.takeBack('Shipped');
    expect((await order.mark('Delivered')).status).toBe(409);
  });

  it('waits with the parcel as it was corrected, and is taken back with that', async () => {
    const order = await ordered();
    const { shipments } = (await order.ship()).body.order;
    const [shipped] = await order.events();
    for (const trackingNumber of ['7', '8']) {
      expect((await order.correct(shipments![0]!._id, trackingNumber)).status).toBe(200);
      const [back, corrected] = (await order.events()).slice(-2);
      expect(back!.data.takesBack).toBe((await order.events()).at(-3)!.id);
      expect(corrected!.data).toEqual({ ...shipped!.data, parcel: { courier: 'Swift', trackingNumber } });
    }
    const corrected = (await order.events()).at(-1)!;
    await order.takeBack('Shipped');
    expect((await order.events()).at(-1)!.data.takesBack).toBe(corrected.id);
  });

  it('waits with each of its parcels as it was corrected, and with those of before where it was only marked', async () => {
    for (const end of ['ship', 'mark'] as const) {
      const order = await ordered();
      const [first] = (await order.ship([0])).body.order.shipments!;
      await (end === 'ship' ? order.ship() : order.mark('Shipped'));
      expect((await order.correct(first!._id, '7')).status).toBe(200);
      const corrected = { courier: 'Swift', trackingNumber: '7' };
      expect((await order.events()).at(-1)!.data).toMatchObject(
        end === 'ship' ? { parcel: { courier: 'Swift' }, parcelsBefore: [corrected] } : { parcel: corrected },
      );
    }
  });

  it('whose mail has left is not mailed again when its parcel is corrected', async () => {
    const order = await ordered();
    const { shipments } = (await order.ship()).body.order;
    shop.service.clock.advance(10 * MINUTES);
    expect((await order.correct(shipments![0]!._id, '7')).status).toBe(200);
    expect(await order.events()).toHaveLength(1);
  });

  it('is one step: Delivered becomes Shipped again, and no further', async () => {
    const order = await ordered();
    await order.ship();
    await order.mark('Delivered');
    const { order: back } = (await order.takeBack('Delivered')).body;
    expect(back).toMatchObject({ status: 'Shipped', deliveredAt: null, shipments: [{ lines: [0, 1] }] });
    expect(back.takeBack).toBeUndefined();
    expect((await order.takeBack('Shipped')).body.code).toBe('order.wrong-status');
    expect((await order.mark('Delivered')).body.order.status).toBe('Delivered');
  });

  it('stays after ten minutes; neither can another status be taken back, nor by a shopper', async () => {
    const order = await ordered();
    await order.mark('Shipped');
    expect((await order.takeBack('Delivered')).body.code).toBe('order.wrong-status');
    const asShopper = await shop.send(
      'POST',
      `/admin/order/${order.id}/status/take-back`,
      { status: 'Shipped' },
      order.shopper.headers,
    );
    expect(asShopper.status).toBe(403);
    expect((await shop.getOrder(order.id, order.shopper.headers)).body.order.takeBack).toBeUndefined();
    shop.service.clock.advance(10 * MINUTES);
    expect((await order.seen()).takeBack).toBeUndefined();
    expect(await order.takeBack('Shipped')).toMatchObject({
      status: 409,
      body: { code: 'order.too-late-to-take-back' },
    });
    expect((await order.seen()).status).toBe('Shipped');
  });

  it('of a cancelled order does not exist: its money is on its way', async () => {
    const order = await ordered();
    await order.mark('Cancelled');
    expect((await order.seen()).takeBack).toBeUndefined();
    expect((await order.takeBack('Cancelled')).body.code).toBe('order.wrong-status');
    expect((await order.events())[0]!.data.mailAfter).toBeUndefined();
  });
});
