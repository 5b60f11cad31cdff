import crypto from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, identity, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop({ ERASURE_SWEEP: '50ms', ERASURE_WAIT: '200ms' });
});
afterAll(() => shop?.close());

async function bought() {
  const shopper = await shop.shopper();
  await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
  const checkout = await shopper.freeze();
  await shop.capture(checkout);
  return { shopper, order: await orderOf(shop, shopper, checkout._id) };
}

const noteOn = (id: string, text: string, headers: Record<string, string>) =>
  shop.send<AnswerOf<typeof cartOrder.addOrderNote> & Problem>(
    'POST',
    `/admin/order/${id}/notes`,
    { text },
    { 'idempotency-key': crypto.randomUUID(), ...headers },
  );
const notesOf = async (id: string, headers: Record<string, string>) =>
  (await shop.send<AnswerOf<typeof cartOrder.listOrderNotes>>('GET', `/admin/order/${id}/notes`, undefined, headers))
    .body.notes;

it('notes are told among staff, newest first, and in no answer for the buyer; one key adds one note', async () => {
  const { shopper, order } = await bought();
  const staff = await shop.staff();
  const key = { 'idempotency-key': crypto.randomUUID() };
  for (let time = 0; time < 2; time += 1) await noteOn(order._id, 'Calls himself a jeweller', { ...staff, ...key });
  shop.service.clock.advance(1_000);
  await noteOn(order._id, 'Second parcel waits for the box', await shop.staff());
  expect((await notesOf(order._id, staff)).map(({ text }) => text)).toEqual([
    'Second parcel waits for the box',
    'Calls himself a jeweller',
  ]);
  for (const path of [`/order/${order._id}`, '/orders/my-orders', `/admin/order/${order._id}/notes`]) {
    expect(JSON.stringify(await shop.send('GET', path, undefined, shopper.headers))).not.toContain('jeweller');
  }
  expect((await noteOn(order._id, 'Mine', shopper.headers)).status).toBe(403);
  expect((await noteOn(order._id, '  ', staff)).body.errors).toEqual({ text: 'Write the note' });
  expect((await noteOn('f'.repeat(24), 'Of none', staff)).body.code).toBe('order.not-found');
});

it('who wrote a note deletes it, with both in the audit trail and its text in neither', async () => {
  const { order } = await bought();
  const [author, other] = [await shop.staff(), await shop.staff()];
  const { note } = (await noteOn(order._id, 'Rude on the phone', author)).body;
  const remove = (headers: Record<string, string>) =>
    shop.send('DELETE', `/admin/order/${order._id}/notes/${note._id}`, undefined, headers);
  expect((await remove(other)).body.code).toBe('note.not-own');
  expect((await remove(author)).status).toBe(200);
  expect((await remove(author)).body.code).toBe('note.not-found');
  expect(await notesOf(order._id, other)).toEqual([]);
  const entries = (await publishedEvents(shop.service, identity.auditRecorded)).filter(
    ({ data }) => data.subjectId === order._id,
  );
  expect(entries.map(({ data }) => data.action)).toEqual(['order.note-added', 'order.note-deleted']);
  expect(JSON.stringify(entries)).not.toContain('Rude');
});

it('notes on an order go when it is sealed, because its account was deleted', async () => {
  const { shopper, order } = await bought();
  const staff = await shop.staff();
  await noteOn(order._id, 'Asha wants it engraved', staff);
  for (const status of ['Shipped', 'Delivered']) {
    await shop.send('PUT', `/admin/order/status/${order._id}`, { status }, staff);
  }
  await shop.deliverEvent(identity.userDeleted, shopper.userId, { userId: shopper.userId }, { version: 5 });
  await eventually(async () => (await notesOf(order._id, staff)).length === 0, { what: 'no notes' });
  expect((await shop.getOrder(order._id, staff)).body.order.sealed).toBe(true);
});

it('staff see what a buyer spent by currency, without what goes back, and which orders have pieces to pick', async () => {
  const { shopper, order } = await bought();
  const staff = await shop.staff();
  await shop.send(
    'POST',
    `/admin/order/${order._id}/refund`,
    { amount: 30.5, note: 'A scratch' },
    { ...staff, 'idempotency-key': crypto.randomUUID() },
  );
  const buyer = async () =>
    (
      await shop.send<AnswerOf<typeof cartOrder.summarizeBuyer>>(
        'GET',
        `/admin/orders/buyers/${shopper.userId}`,
        undefined,
        staff,
      )
    ).body;
  expect(await buyer()).toEqual({ orders: 1, spend: [{ currency: 'INR', orders: 1, amount: 999.5 }] });
  const toPick = async (query: string) =>
    (
      await shop.send<AnswerOf<typeof cartOrder.listOrdersToPick>>(
        'GET',
        `/admin/orders/to-pick${query}`,
        undefined,
        staff,
      )
    ).body.orders.map(({ _id }) => _id);
  const later = (await bought()).order;
  expect(await toPick('')).toEqual(expect.arrayContaining([order._id, later._id]));
  expect(await toPick(`?ids=${later._id},${order._id}`)).toEqual([order._id, later._id]);
  await shop.send('PUT', `/admin/order/status/${order._id}`, { status: 'Shipped' }, staff);
  expect(await toPick(`?ids=${later._id},${order._id}`)).toEqual([later._id]);
});
