import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type cartOrder, identity, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, startShop, type TestShop } from '../../test/service-harness.ts';

// Real: MongoDB, RabbitMQ, Redis and the service.
describe('an order that is to be sent', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop?.close());

  /** A paid order. */
  async function ordered() {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
    const checkout = await shopper.freeze();
    await shop.capture(checkout);
    const { _id: id } = await orderOf(shop, shopper, checkout._id);
    const take = (isMine: boolean, headers: Record<string, string>, takeFrom?: string) =>
      shop.send<Problem & { order: cartOrder.Order }>(
        ...(['PUT', `/admin/order/${id}/taker`, { isMine, ...(takeFrom && { takeFrom }) }, headers] as const),
      );
    return { id, shopper, take };
  }
  const takerIn = async (id: string, headers: Record<string, string>) =>
    (await shop.getOrder(id, headers)).body.order.taker;

  it('is taken by at most one of the staff, also of many at once, and given back by who has it', async () => {
    const { id, take } = await ordered();
    const all = await Promise.all(Array.from({ length: 4 }, () => shop.staff()));
    const answers = await Promise.all(all.map((staff) => take(true, staff)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.flatMap(({ status, body }) => (status === 409 ? [body.code] : []))).toEqual(
      Array.from({ length: 3 }, () => 'attention.taken'),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const [owner, other] = [all[winner]!, all[(winner + 1) % 4]!];
    const taken = await takerIn(id, other);
    expect(taken).toMatchObject({ userId: expect.any(String), name: null, at: expect.any(String) });
    // What one does not have stays as it is, and what one has is taken.
    expect((await take(false, other)).body.order.taker).toEqual(taken);
    expect((await take(true, owner)).body.order.taker).toEqual(taken);
    expect((await take(false, owner)).body.order.taker).toBeUndefined();
    expect((await take(true, other)).status).toBe(200);
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === id).map(({ data }) => data.action)).toEqual(
      ['taken', 'given-back', 'taken'].map((action) => `order.${action}`),
    );
  });

  it('says by name who has it, in the list too, and nothing of it to its buyer', async () => {
    const { id, shopper, take } = await ordered();
    const [mira, ravi] = [await shop.staff(), await shop.staff()];
    const { userId } = (await take(true, mira)).body.order.taker!;
    await shop.deliverEvent(identity.userCreated, userId, {
      ...{ userId, name: 'Mira Sen', email: 'mira@example.com', role: 'admin' },
    });
    await eventually(async () => expect(await takerIn(id, ravi)).toMatchObject({ userId, name: 'Mira Sen' }));
    const { status, body } = await take(true, ravi);
    expect([status, body.message, body.details]).toEqual([409, 'Mira Sen works on it already', { name: 'Mira Sen' }]);
    const list = await shop.send<{ orders: cartOrder.Order[] }>('GET', '/admin/orders?limit=100', undefined, ravi);
    expect(list.body.orders.find(({ _id }) => _id === id)!.taker).toMatchObject({ name: 'Mira Sen' });
    expect(await takerIn(id, shopper.headers)).toBeUndefined();
    expect((await take(true, shopper.headers)).status).toBe(403);
  });

  it('is taken over from who is named, also from an account that is gone, and from no other', async () => {
    const { id, take } = await ordered();
    const [mira, ravi, kavi] = [await shop.staff(), await shop.staff(), await shop.staff()];
    const { userId: ofMira } = (await take(true, mira)).body.order.taker!;
    await shop.deliverEvent(identity.userCreated, ofMira, {
      ...{ userId: ofMira, name: 'Mira Sen', email: 'mira@example.com', role: 'admin' },
    });
    await eventually(async () => expect(await takerIn(id, ravi)).toMatchObject({ name: 'Mira Sen' }));
    const { userId: ofRavi } = (await take(true, ravi, ofMira)).body.order.taker!;
    expect(ofRavi).not.toBe(ofMira);
    // Who asked at the same time meant to take it from Mira.
    const late = await take(true, kavi, ofMira);
    expect([late.status, late.body.code]).toEqual([409, 'attention.taken']);
    // Sent again: one has it already.
    expect((await take(true, ravi, ofMira)).body.order.taker).toMatchObject({ userId: ofRavi });
    // Ravi's account is not known: it was deleted.
    expect((await take(true, kavi, ofRavi)).status).toBe(200);
    const wrong = await take(false, kavi, ofRavi);
    expect([wrong.status, wrong.body.errors]).toEqual([
      ...[400, { takeFrom: 'What is given back is taken from no one' }],
    ]);
    await take(false, kavi);
    // Given back in the time of the question.
    expect((await take(true, mira, ofRavi)).body.order.taker).toMatchObject({ userId: ofMira });
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    expect(
      entries.filter(({ data }) => data.subjectId === id).map(({ data }) => [data.action, data.after?.takenFrom]),
    ).toEqual([
      ['order.taken', undefined],
      ['order.taken-over', 'Mira Sen'],
      ['order.taken-over', ofRavi],
      ['order.given-back', undefined],
      ['order.taken', undefined],
    ]);
  });

  it('is taken by no one once it has left', async () => {
    const { id, take } = await ordered();
    const staff = await shop.staff();
    await take(true, staff);
    await shop.send('PUT', `/admin/order/status/${id}`, { status: 'Shipped' }, staff);
    expect(await takerIn(id, staff)).toBeUndefined();
    expect((await take(true, staff)).body.code).toBe('order.wrong-status');
    expect((await take(false, staff)).status).toBe(200);
    expect(
      (await shop.send<Problem>('PUT', `/admin/order/${'0'.repeat(24)}/taker`, { isMine: true }, staff)).body.code,
    ).toBe('order.not-found');
  });
});
