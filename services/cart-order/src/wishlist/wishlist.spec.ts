import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, cartOrder, catalog, identity } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

type List = AnswerOf<typeof cartOrder.getWishlist>;
type Shared = AnswerOf<typeof cartOrder.getSharedWishlist>;

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const listOf = async ({ headers }: Shopper) => (await shop.send<List>('GET', '/wishlist', undefined, headers)).body;
const idsOf = async (shopper: Shopper) => (await listOf(shopper)).items.map(({ productId }) => productId);
const save = ({ headers }: Shopper, productId: string, body: object = {}) =>
  shop.send<{ count: number; code: string }>('PUT', `/wishlist/pieces/${productId}`, body, headers);
/** A busy machine may need longer than the limit of the call: it is sent again, as it may be. */
const merge = ({ headers }: Shopper, items: object[]) =>
  eventually(async () => {
    const answer = await shop.send<{ count: number; left: string[] }>('POST', '/wishlist/merge', { items }, headers);
    return answer.status === 504 ? false : answer;
  });
const shared = (token: string) => shop.send<Shared & { code: string }>('GET', `/wishlist/shared/${token}`);

describe('a wishlist', () => {
  it('has each piece once, the newest first, with the price when it was saved', async () => {
    const asha = await shop.shopper();
    const [ring, necklace] = [shop.catalog.add({ price: 1_000 }), shop.catalog.add({ price: 2_500.5 })];
    await save(asha, ring);
    await save(asha, necklace);
    shop.catalog.product(ring).price = 900;
    const again = await save(asha, ring);
    expect([again.status, again.body.count]).toEqual([200, 2]);
    expect((await listOf(asha)).items.map(({ productId, price }) => [productId, price])).toEqual([
      [necklace, 2_500.5],
      [ring, 1_000],
    ]);
  });

  it('loses a piece as often as it is removed, and has it back where it was', async () => {
    const asha = await shop.shopper();
    const pieces = [shop.catalog.add(), shop.catalog.add(), shop.catalog.add()];
    for (const piece of pieces) await save(asha, piece);
    const before = await listOf(asha);
    const { productId, ...saved } = before.items[1]!;
    for (const _ of [1, 2]) {
      const removed = await shop.send<{ count: number }>(
        'DELETE',
        `/wishlist/pieces/${productId}`,
        undefined,
        asha.headers,
      );
      expect([removed.status, removed.body.count]).toEqual([200, 2]);
    }
    await save(asha, productId, saved);
    expect(await listOf(asha)).toEqual(before);
  });

  it('takes nothing that the shop never had', async () => {
    const asha = await shop.shopper();
    const answer = await save(asha, 'f'.repeat(24));
    expect([answer.status, answer.body.code, await idsOf(asha)]).toEqual([404, 'product.not-found', []]);
  });

  it('says by name what is not in the shop any more', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add();
    await save(asha, productId);
    const which = { productId, productGroup: 'AR-7001' };
    await shop.deliverEvent(catalog.productChanged, productId, {
      ...which,
      ...{ name: 'Noor Ring', images: [], metalTone: 'Yellow Gold', categoryMain: 'ring', materialTag: 'gold' },
      ...{ detailsRef: 'a'.repeat(24), detailsModel: 'RingDetails', pricePaise: 100_000, stock: 1 },
    });
    await shop.deliverEvent(catalog.productRemoved, productId, which, { version: 2 });
    await eventually(async () =>
      expect((await listOf(asha)).items[0]).toMatchObject({ gone: true, name: 'Noor Ring' }),
    );
  });

  it('takes 200 pieces, also when the last place is asked for twice at once', async () => {
    const asha = await shop.shopper();
    const pieces = Array.from({ length: cartOrder.MAX_WISHES + 1 }, () => shop.catalog.add());
    await merge(
      asha,
      pieces.slice(0, -2).map((productId) => ({ productId })),
    );
    const answers = await Promise.all(pieces.slice(-2).map((piece) => save(asha, piece)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'wishlist.full',
      details: { limit: 200 },
    });
    expect(await idsOf(asha)).toHaveLength(200);
  });

  it('goes with its account, and so does its link', async () => {
    const asha = await shop.shopper();
    await save(asha, shop.catalog.add());
    const { body } = await shop.send<AnswerOf<typeof cartOrder.shareWishlist>>(
      'PUT',
      '/wishlist/share',
      { showName: true },
      asha.headers,
    );
    await shop.deliverEvent(identity.userDeleted, asha.userId, { userId: asha.userId });
    await eventually(async () => expect((await shared(body.share.token)).status).toBe(404));
    await eventually(async () => expect(await idsOf(asha)).toEqual([]));
  });
});

describe('a list from before signing in', () => {
  it('joins that of the account without loss and without doubles, from two tabs at once too', async () => {
    const asha = await shop.shopper();
    const [own, both, guests] = [shop.catalog.add(), shop.catalog.add(), shop.catalog.add({ price: 700 })];
    await save(asha, own);
    await save(asha, both);
    const sent = [{ productId: both }, { productId: guests, price: 750, addedAt: '2026-01-01T10:00:00.000Z' }];
    const answers = await Promise.all([merge(asha, sent), merge(asha, sent)]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [200, { count: 3, left: [] }]),
    );
    expect(await idsOf(asha)).toEqual([both, own, guests]);
    expect((await listOf(asha)).items[2]).toEqual({
      productId: guests,
      price: 750,
      addedAt: '2026-01-01T10:00:00.000Z',
    });
  });

  it('keeps with the guest what finds no room', async () => {
    const asha = await shop.shopper();
    const pieces = Array.from({ length: cartOrder.MAX_WISHES + 2 }, () => shop.catalog.add());
    const first = await merge(
      asha,
      pieces.slice(0, 199).map((productId) => ({ productId })),
    );
    expect(first.body).toEqual({ count: 199, left: [] });
    const [older, newest, oldest] = pieces.slice(-3).map((productId, n) => ({
      productId,
      addedAt: `2026-01-0${[2, 3, 1][n]!}T00:00:00.000Z`,
    }));
    const { body } = await merge(asha, [older!, newest!, oldest!]);
    expect(body).toEqual({ count: 200, left: [older!.productId, oldest!.productId] });
  });
});

describe('the link of a wishlist', () => {
  const share = async ({ headers }: Shopper, showName: boolean) =>
    (await shop.send<AnswerOf<typeof cartOrder.shareWishlist>>('PUT', '/wishlist/share', { showName }, headers)).body
      .share;

  it('shows the pieces, and the first name only where the owner wants that', async () => {
    const asha = await shop.shopper();
    await shop.deliverEvent(identity.userCreated, asha.userId, {
      ...{ userId: asha.userId, name: 'Asha Mehta', email: 'asha@aranya.example', role: 'user' },
    });
    const productId = shop.catalog.add();
    await save(asha, productId);
    const { token } = await share(asha, false);
    expect((await shared(token)).body).toEqual({ productIds: [productId] });
    expect(await share(asha, true)).toMatchObject({ token, showName: true });
    await eventually(async () =>
      expect((await shared(token)).body).toEqual({ firstName: 'Asha', productIds: [productId] }),
    );
    expect((await listOf(asha)).share).toMatchObject({ token, showName: true });
  });

  it('is dead once it is taken back, and another one is another link', async () => {
    const asha = await shop.shopper();
    const { token } = await share(asha, false);
    expect((await shop.send('DELETE', '/wishlist/share', undefined, asha.headers)).status).toBe(200);
    expect((await shared(token)).body).toMatchObject({ code: 'wishlist.not-shared' });
    expect((await share(asha, false)).token).not.toBe(token);
    expect((await shared(token)).status).toBe(404);
  });

  it('is not found by guessing', async () => {
    expect((await shared('a'.repeat(32))).status).toBe(404);
    expect((await shared('$ne')).status).toBe(404);
  });
});
