import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { cartOrder, Problem } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { HOME, internal, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

const MINUTES = 60_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const many = (fields: { name?: string } = {}) => shop.catalog.add({ stock: 100, ...fields });

const setLimit = async (maxPieces: number) =>
  expect((await shop.send('PUT', '/admin/charges', { maxPieces }, await shop.staff())).status).toBe(200);

const setQuantity = ({ headers }: Shopper, id: string, quantity: number) =>
  shop.send<Problem & { cartItem: cartOrder.CartItem }>('PUT', `/cart/${id}`, { quantity }, headers);

const refusalOf = ({ status, body }: { status: number; body: Problem | object }) => {
  const { code, message, details } = body as Problem;
  return { status, code, message, details };
};

describe('the pieces of a product that one account can have', () => {
  it('are limited in a line, by adding and by changing the quantity, with the limit in the answer', async () => {
    const shopper = await shop.shopper();
    const productId = many({ name: 'Tara Ring' });
    const refused = {
      status: 409,
      code: 'cart.too-many',
      message: 'At most 5 of Tara Ring for one customer',
      details: { productId, limit: 5 },
    };
    expect(refusalOf(await shopper.add(productId, 6))).toEqual(refused);
    const { cartItem } = (await shopper.add(productId, 5)).body;
    expect(refusalOf(await shopper.add(productId, 1))).toEqual(refused);
    expect(refusalOf(await setQuantity(shopper, cartItem._id, 6))).toEqual(refused);
    expect((await shopper.cart()).count).toBe(5);
    expect(await shopper.cart()).toMatchObject({ maxPieces: 5 });
  });

  it('are limited over all lines of the product', async () => {
    const shopper = await shop.shopper();
    const productId = many();
    await shopper.add(productId, 4);
    expect((await shopper.add(productId, 2, { costomization: 'yes' })).body).toMatchObject({ code: 'cart.too-many' });
    const { cartItem } = (await shopper.add(productId, 1, { costomization: 'yes' })).body;
    expect((await setQuantity(shopper, cartItem._id, 2)).body.code).toBe('cart.too-many');
  });

  it('are limited in buy now, and over everything that the account holds', async () => {
    const shopper = await shop.shopper();
    const productId = many();
    const buyNow = (quantity: number) => ({ buyNow: { productId, quantity } });
    expect((await shopper.checkout(buyNow(6))).body).toMatchObject({ code: 'cart.too-many' });
    await shopper.add(productId, 3);
    const cart = await shopper.freeze();
    expect(refusalOf(await shopper.checkout(buyNow(3)))).toMatchObject({
      code: 'cart.too-many',
      details: { limit: 5, changes: [{ productId, what: 'stock', was: 3, now: 2 }] },
    });
    await shopper.freeze(buyNow(2));
    // What replaces an own hold does not count twice.
    await shopper.freeze(buyNow(1));
    expect(await shopper.state(cart._id)).toBe('frozen');
    await shopper.freeze();
    expect(shop.catalog.product(productId).stock).toBe(96);
  });

  it('cannot be exceeded by checkouts at the same moment', async () => {
    const shopper = await shop.shopper();
    const productId = many();
    await shopper.add(productId, 4);
    const buyNow = { productId, quantity: 4 };
    const answers = await Promise.all([shopper.checkout(), shopper.checkout({ buyNow })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await eventually(() => shop.catalog.product(productId).stock === 96);
  });

  it('follow the setting of staff; what is in a cart already can be made less and is not sold', async () => {
    const shopper = await shop.shopper();
    const productId = many();
    await setLimit(8);
    const { cartItem } = (await shopper.add(productId, 8)).body;
    await setLimit(2);
    expect((await shopper.checkout()).body).toMatchObject({
      code: 'cart.too-many',
      details: { limit: 2, changes: [{ cartItemId: cartItem._id, was: 8, now: 2 }] },
    });
    expect((await setQuantity(shopper, cartItem._id, 4)).status).toBe(200);
    expect((await setQuantity(shopper, cartItem._id, 5)).body.code).toBe('cart.too-many');
    expect((await setQuantity(shopper, cartItem._id, 2)).status).toBe(200);
    await shopper.freeze();
    await setLimit(5);
  });

  it.each([0, 1.5, 10_001, '5'])('are not set to %p', async (maxPieces) => {
    const { status, body } = await shop.send('PUT', '/admin/charges', { maxPieces }, await shop.staff());
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['maxPieces']]);
  });
});

describe('checkouts that expired unpaid', () => {
  const expire = async (shopper: Shopper) => {
    const { _id } = await shopper.freeze();
    shop.service.clock.advance(15 * MINUTES);
    await eventually(async () => (await shopper.state(_id)) === 'expired', { what: 'the end of the checkout' });
    return _id;
  };
  const withCart = async () => {
    const shopper = await shop.shopper();
    await shopper.add(many());
    return shopper;
  };

  it('three times in an hour make the buyer wait, and the answer says how long', async () => {
    const shopper = await withCart();
    for (let time = 0; time < 3; time += 1) await expire(shopper);
    const answer = await fetch(`${shop.service.url}/api/v1/checkout`, {
      method: 'POST',
      headers: { ...shopper.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ shippingInfo: HOME }),
    });
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([429, 'checkout.too-many-expired']);
    // The first one ended half an hour ago.
    const wait = Number(answer.headers.get('retry-after'));
    expect(Math.round(wait / 60)).toBe(30);
    const byPayment = { userId: shopper.userId, shippingInfo: HOME, currency: 'INR' };
    expect((await shop.send('POST', '/internal/checkouts', byPayment, internal)).status).toBe(429);
    shop.service.clock.advance((wait - 60) * 1_000);
    expect((await shopper.checkout()).status).toBe(429);
    shop.service.clock.advance(61_000);
    expect((await shopper.checkout()).status).toBe(201);
  });

  it('do not include cancelled and replaced ones, those that were paid late, and those of others', async () => {
    const [shopper, other] = [await withCart(), await withCart()];
    const late = await expire(shopper);
    await expire(shopper);
    await expire(other);
    const { _id } = await shopper.freeze();
    await shopper.freeze();
    const last = await shopper.freeze();
    await shop.send('DELETE', `/checkout/${last._id}`, undefined, shopper.headers);
    expect(await shopper.state(_id)).toBe('cancelled');
    await expire(shopper);
    expect((await shopper.checkout()).status).toBe(429);
    await shop.capture({ _id: late, currency: 'INR' });
    await eventually(async () => (await shopper.state(late)) === 'ordered');
    await shopper.add(many());
    expect((await shopper.checkout()).status).toBe(201);
  });

  it('make the buyer wait until two are left in the hour, however many there are', async () => {
    const shopper = await withCart();
    await expire(shopper);
    const buyNow = () => ({ buyNow: { productId: many(), quantity: 1 } });
    const open = [await shopper.freeze(), await shopper.freeze(buyNow()), await shopper.freeze(buyNow())];
    shop.service.clock.advance(15 * MINUTES);
    for (const { _id } of open) await eventually(async () => (await shopper.state(_id)) === 'expired');
    const { details } = (await shopper.checkout()).body as unknown as { details: { retryAfterS: number } };
    expect(Math.round(details.retryAfterS / 60)).toBe(60);
  });

  it('do not include those for which nothing was held, because catalog did not answer', async () => {
    const shopper = await withCart();
    const expired = () =>
      shop.service.connection.collection('checkouts').countDocuments({ userId: shopper.userId, state: 'expired' });
    shop.catalog.refuseHolds = true;
    try {
      for (const count of [1, 2, 3]) {
        expect((await shopper.checkout()).status).toBe(503);
        shop.service.clock.advance(MINUTES);
        await eventually(async () => (await expired()) === count, { what: `the end of checkout ${count}` });
      }
    } finally {
      shop.catalog.refuseHolds = false;
    }
    expect((await shopper.checkout()).status).toBe(201);
  });
});
