import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnswerOf, cartOrder, catalog, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';
import { Catalog } from '../clients/catalog.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { TidyAlerts } from './tidy-alerts.ts';

type Wanted = AnswerOf<typeof cartOrder.listAlerts>;
const HOURS = 3_600_000;
const TEXT = 'Mail me once when this piece is back. I can take this back at any time.';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop({ ALERT_SWEEP: '50ms', ALERT_GATHER: '1ms', ALERT_PEOPLE_PER_PIECE: '2' });
});
afterAll(() => shop?.close());

const want = ({ headers }: Shopper, kind: cartOrder.AlertKind, productId: string) =>
  shop.send('PUT', `/alerts/${kind}/${productId}`, { consent: TEXT }, headers);
const wantedOf = async ({ headers }: Shopper) => (await shop.send<Wanted>('GET', '/alerts', undefined, headers)).body;
const mails = async () => (await publishedEvents(shop.service, cartOrder.alertRaised)).map(({ data }) => data);
const mailsTo = async ({ userId }: Shopper) => (await mails()).filter((mail) => mail.userId === userId);
const rowsOf = (productId: string) =>
  shop.service.connection
    .collection<{ _id: string; state: string; consents: object[] }>('alerts')
    .find({ productId })
    .toArray();

/** Catalog has these pieces again, and says so. */
async function restock(productId: string, stock: number, version = 1) {
  const product = shop.catalog.product(productId);
  const availabilityChanged = product.stock === 0;
  product.stock = stock;
  const { productGroup } = product.shown;
  await shop.deliverEvent(
    catalog.stockChanged,
    productId,
    { productId, productGroup, stock, availabilityChanged },
    { version },
  );
}

/** Catalog sells it for so many rupees now, and says so. */
async function reprice(productId: string, price: number, version = 1) {
  const { shown, stock } = Object.assign(shop.catalog.product(productId), { price });
  await shop.deliverEvent(
    catalog.productChanged,
    productId,
    {
      ...{ productId, productGroup: shown.productGroup, name: shown.name, images: [], metalTone: 'Yellow Gold' },
      ...{
        categoryMain: 'ring',
        materialTag: 'gold',
        detailsRef: 'a'.repeat(24),
        detailsModel: 'RingDetails' as const,
      },
      ...{ pricePaise: price * 100, stock },
    },
    { version },
  );
}

describe('a piece that is back', () => {
  it('is told once to who agreed to it, with the record of the agreement', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ stock: 0, name: 'Noor Ring', price: 1_500 });
    expect((await want(asha, 'back-in-stock', productId)).status).toBe(200);
    expect((await wantedOf(asha)).alerts).toMatchObject([{ productId, kind: 'back-in-stock' }]);
    await restock(productId, 1);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(1));
    expect((await mailsTo(asha))[0]).toMatchObject({
      token: expect.stringMatching(/^[\w-]{44}$/),
      pieces: [{ productId, name: 'Noor Ring', kind: 'back-in-stock', price: 1_500 }],
    });
    expect((await wantedOf(asha)).alerts).toEqual([]);
    expect(await rowsOf(productId)).toMatchObject([
      { state: 'ended', consents: [{ text: TEXT, at: expect.any(Date), endedBy: 'sent', endedAt: expect.any(Date) }] },
    ]);
    await restock(productId, 0, 2);
    await restock(productId, 3, 3);
    shop.service.clock.advance(30 * HOURS);
    const ravi = await shop.shopper();
    const other = shop.catalog.add({ stock: 0 });
    await want(ravi, 'back-in-stock', other);
    await restock(other, 1);
    // What was queued before has been sent by then.
    await eventually(async () => expect(await mailsTo(ravi)).toHaveLength(1));
    expect(await mailsTo(asha)).toHaveLength(1);
  });

  it('is told to few for each piece, those first who have waited the longest, and later to the next', async () => {
    const productId = shop.catalog.add({ stock: 0 });
    const waiting: Shopper[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      const shopper = await shop.shopper();
      await want(shopper, 'back-in-stock', productId);
      waiting.push(shopper);
      shop.service.clock.advance(1_000);
    }
    const told = async () => {
      const all = await mails();
      return waiting.map(({ userId }) => all.filter((mail) => mail.userId === userId).length);
    };
    await restock(productId, 1);
    await eventually(async () => expect(await told()).toEqual([1, 1, 0, 0, 0]));
    shop.service.clock.advance(6 * HOURS);
    await eventually(async () => expect(await told()).toEqual([1, 1, 1, 1, 0]));
    // Sold out again: no one is sent for nothing.
    shop.catalog.product(productId).stock = 0;
    shop.service.clock.advance(6 * HOURS);
    await eventually(async () => {
      const round = await shop.service.connection
        .collection<{ _id: string; dueAt?: Date }>('alert-rounds')
        .findOne({ _id: `back-in-stock.${productId}` });
      expect(round?.dueAt).toBeUndefined();
    });
    expect(await told()).toEqual([1, 1, 1, 1, 0]);
    await restock(productId, 1, 2);
    await eventually(async () => expect(await told()).toEqual([1, 1, 1, 1, 1]));
  });

  it('is told when it comes back while a round has just found it gone', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ stock: 0 });
    await want(asha, 'back-in-stock', productId);
    const pieces = shop.service.app.get(Catalog, { strict: false });
    const cardsOf = pieces.cardsOf.bind(pieces);
    const [found, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asked = jest.spyOn(pieces, 'cardsOf').mockImplementationOnce(async (ids) => {
      const cards = await cardsOf(ids);
      found.resolve();
      await goOn.promise;
      return cards;
    });
    const scheduled = jest.spyOn(shop.service.app.get(AlertsRepository, { strict: false }), 'schedule');
    try {
      const { productGroup } = shop.catalog.product(productId).shown;
      const back = { productId, productGroup, stock: 1, availabilityChanged: true };
      await shop.deliverEvent(catalog.stockChanged, productId, back, { version: 1 });
      await found.promise;
      scheduled.mockClear();
      shop.catalog.product(productId).stock = 1;
      await reprice(productId, 1_000);
      await eventually(() => scheduled.mock.results.length > 0);
      await scheduled.mock.results[0]!.value;
    } finally {
      goOn.resolve();
      asked.mockRestore();
      scheduled.mockRestore();
    }
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(1));
  });

  it('is not told to who has bought it', async () => {
    const [asha, ravi] = [await shop.shopper(), await shop.shopper()];
    const productId = shop.catalog.add({ stock: 0 });
    for (const shopper of [asha, ravi]) await want(shopper, 'back-in-stock', productId);
    shop.catalog.product(productId).stock = 2;
    await asha.add(productId);
    const checkout = await asha.freeze();
    await shop.capture(checkout);
    await orderOf(shop, asha, checkout._id);
    shop.catalog.product(productId).stock = 0;
    await restock(productId, 1);
    await eventually(async () => expect(await mailsTo(ravi)).toHaveLength(1));
    await eventually(async () =>
      expect((await rowsOf(productId)).map(({ consents }) => consents[0])).toEqual(
        expect.arrayContaining([expect.objectContaining({ endedBy: 'bought' })]),
      ),
    );
    expect(await mailsTo(asha)).toEqual([]);
  });

  it('is no wish while it is there', async () => {
    const answer = await want(await shop.shopper(), 'back-in-stock', shop.catalog.add({ stock: 1 }));
    expect([answer.status, answer.body.code]).toEqual([409, 'alert.in-stock']);
  });
});

describe('a lower price', () => {
  it('is told with each drop, and not when it is the same or higher', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000 });
    await want(asha, 'price-drop', productId);
    await reprice(productId, 1_100, 1);
    await reprice(productId, 900, 2);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(1));
    expect((await mailsTo(asha))[0]!.pieces).toMatchObject([{ kind: 'price-drop', price: 900, before: 1_000 }]);
    shop.service.clock.advance(25 * HOURS);
    await reprice(productId, 950, 3);
    await reprice(productId, 850, 4);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(2));
    expect((await mailsTo(asha))[1]!.pieces).toMatchObject([{ price: 850, before: 900 }]);
  });

  it('shares a mail with others, and a day has one mail', async () => {
    const asha = await shop.shopper();
    const [ring, necklace, bangle] = [1, 2, 3].map(() => shop.catalog.add({ price: 1_000 })) as [
      string,
      string,
      string,
    ];
    for (const piece of [ring, necklace, bangle]) await want(asha, 'price-drop', piece);
    await reprice(ring, 900);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(1));
    await reprice(necklace, 900);
    await reprice(bangle, 900);
    await eventually(async () =>
      expect((await Promise.all([necklace, bangle].map(rowsOf))).flat().map(({ state }) => state)).toEqual([
        'queued',
        'queued',
      ]),
    );
    expect(await mailsTo(asha)).toHaveLength(1);
    shop.service.clock.advance(25 * HOURS);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(2));
    expect((await mailsTo(asha))[1]!.pieces.map(({ productId }) => productId).sort()).toEqual(
      [necklace, bangle].sort(),
    );
  });

  it('is wanted of everything on a wishlist, what is saved later too, until that is taken back', async () => {
    const asha = await shop.shopper();
    const [now, later] = [shop.catalog.add({ price: 1_000 }), shop.catalog.add({ price: 1_000 })];
    const save = (id: string) => shop.send('PUT', `/wishlist/pieces/${id}`, {}, asha.headers);
    const switchTo = (body: object) => shop.send<Wanted>('PUT', '/alerts/price-drops', body, asha.headers);
    const idsOf = ({ alerts }: Wanted) => alerts.map(({ productId }) => productId).sort();
    await save(now);
    const { body } = await switchTo({ isWanted: true, consent: TEXT });
    expect([body.allPriceDrops, idsOf(body)]).toEqual([true, [now]]);
    await save(later);
    expect(idsOf(await wantedOf(asha))).toEqual([now, later].sort());
    await shop.send('DELETE', `/wishlist/pieces/${now}`, undefined, asha.headers);
    expect(idsOf(await wantedOf(asha))).toEqual([later]);
    expect((await switchTo({ isWanted: false })).body).toEqual({ alerts: [], allPriceDrops: false });
  });
});

describe('an address without an account', () => {
  const ask = (email: string, productId: string) =>
    shop.send('POST', '/alerts/guest', { email, productId, consent: TEXT });
  const askings = async (email: string) =>
    (await publishedEvents(shop.service, cartOrder.alertRequested)).filter(({ data }) => data.email === email);
  const byLink = (method: string, path: string, body?: object) =>
    shop.send<{ alerts: cartOrder.Alert[]; code: string }>(method, `/alerts/link/${path}`, body);

  it('is told only after its owner confirmed it, and can take it back without signing in', async () => {
    const productId = shop.catalog.add({ stock: 0 });
    expect((await ask('no address', productId)).status).toBe(400);
    expect((await ask('Meera@Example.com', productId)).status).toBe(202);
    const [asked] = await askings('meera@example.com');
    const { token } = asked!.data;
    await restock(productId, 1);
    expect((await byLink('GET', token)).body.alerts).toMatchObject([{ productId, isUnconfirmed: true }]);
    expect(await mails()).not.toContainEqual(expect.objectContaining({ email: 'meera@example.com' }));
    // It came back before it was confirmed.
    expect((await byLink('POST', `${token}/confirm`)).status).toBe(200);
    await eventually(async () =>
      expect(await mails()).toContainEqual(expect.objectContaining({ email: 'meera@example.com', token })),
    );
    const other = shop.catalog.add({ stock: 0 });
    await ask('meera@example.com', other);
    await byLink('POST', `${token}/confirm`);
    expect((await byLink('POST', `${token}/withdraw`, {})).body.alerts).toEqual([]);
    expect(await rowsOf(other)).toMatchObject([
      { state: 'ended', consents: [{ confirmedAt: expect.any(Date), endedBy: 'link' }] },
    ]);
  });

  it('is unsubscribed by one click of a mail program, in the form that these send', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000 });
    await want(asha, 'price-drop', productId);
    await reprice(productId, 900);
    await eventually(async () => expect(await mailsTo(asha)).toHaveLength(1));
    const { token } = (await mailsTo(asha))[0]!;
    const oneClick = (path: string) =>
      fetch(`${shop.service.url}/api/v1/alerts/unsubscribe/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
    expect((await oneClick(token)).status).toBe(200);
    expect((await wantedOf(asha)).alerts).toEqual([]);
    expect((await oneClick(`${token.slice(0, -1)}x`)).status).toBe(404);
    // A form of another site reaches no other call.
    const form = { method: 'POST', body: new URLSearchParams({ email: 'a@example.com' }) };
    expect((await fetch(`${shop.service.url}/api/v1/alerts/guest`, form)).status).toBe(415);
  });

  it('is asked a few times a day at most, and the answer says nothing about that', async () => {
    const email = 'flooded@example.com';
    for (let n = 0; n < 7; n++)
      expect((await ask(email, shop.catalog.add({ stock: 0 }))).body).toEqual({ isAsked: true });
    expect(await askings(email)).toHaveLength(5);
    shop.service.clock.advance(25 * HOURS);
    await ask(email, shop.catalog.add({ stock: 0 }));
    expect(await askings(email)).toHaveLength(6);
  });

  it('is forgotten when no one confirmed it for a week', async () => {
    const productId = shop.catalog.add({ stock: 0 });
    await ask('stranger@example.com', productId);
    shop.service.clock.advance(8 * 24 * HOURS);
    await shop.service.app.get(TidyAlerts, { strict: false }).tidy();
    expect(await rowsOf(productId)).toEqual([]);
    expect(
      await shop.service.connection.collection('alert-recipients').findOne({ email: 'stranger@example.com' }),
    ).toBeNull();
  });
});

it('forgets an account that is deleted', async () => {
  const asha = await shop.shopper();
  const productId = shop.catalog.add({ stock: 0 });
  await want(asha, 'back-in-stock', productId);
  await shop.deliverEvent(identity.userDeleted, asha.userId, { userId: asha.userId });
  await eventually(async () => expect(await rowsOf(productId)).toEqual([]));
});
