import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, cartOrder } from '@shop/contracts';
import { type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

type Cart = AnswerOf<typeof cartOrder.getCart>;

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog is a stub.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const cartOf = async ({ headers }: Shopper): Promise<Cart> =>
  (await shop.send<Cart>('GET', '/cart', undefined, headers)).body;
const sizes = ({ cart }: Cart) => cart.map(({ customizations, quantity }) => [customizations['sizeOptions'], quantity]);
const ring = (fields = {}) => shop.catalog.add({ price: 1_000, stock: 5, ...fields });
const valueOf = (given: unknown): unknown => (given as { value?: string } | undefined)?.value ?? given;

describe('the options of a line', () => {
  const change = (shopper: Shopper, line: string, productId: string, customizations: object) =>
    shop.send<AnswerOf<typeof cartOrder.changeOptions>>(
      'PUT',
      `/cart/${line}/options`,
      { productId, customizations },
      shopper.headers,
    );

  it('are changed in its place, at the price that catalog quotes', async () => {
    const shopper = await shop.shopper();
    const [first, second] = [ring(), ring()];
    const { body } = await shopper.add(first, 2, { sizeOptions: '12' });
    await shopper.add(second);
    const changed = await change(shopper, body.cartItem._id, first, { sizeOptions: '14' });
    expect([changed.status, changed.body.count]).toEqual([200, 3]);
    const cart = await cartOf(shopper);
    expect(cart.cart.map(({ _id, productId }) => [_id === body.cartItem._id, productId])).toEqual([
      [true, first],
      [false, second],
    ]);
    expect([valueOf(cart.cart[0]!.customizations['sizeOptions']), cart.cart[0]!.quantity]).toEqual(['14', 2]);
  });

  it('may lead to another product of the group: its metal tone', async () => {
    const shopper = await shop.shopper();
    const [yellow, white] = [ring(), ring({ price: 1_200 })];
    const { body } = await shopper.add(yellow, 1, { sizeOptions: '12' });
    await change(shopper, body.cartItem._id, white, { sizeOptions: '12' });
    const cart = await cartOf(shopper);
    expect(cart).toMatchObject({ subtotal: 1_200, cart: [{ productId: white, finalPrice: 1_200 }] });
  });

  it('make it join the line that is the same, and no piece is lost', async () => {
    const shopper = await shop.shopper();
    const id = ring();
    await shopper.add(id, 1, { sizeOptions: '12' });
    const { body } = await shopper.add(id, 2, { sizeOptions: '14' });
    await change(shopper, body.cartItem._id, id, { sizeOptions: '12' });
    expect(sizes(await cartOf(shopper)).map(([size, quantity]) => [valueOf(size), quantity])).toEqual([['12', 3]]);
  });

  it('stay as they are where there is too little of the other product, and of a line that is gone', async () => {
    const shopper = await shop.shopper();
    const [first, rare] = [ring(), ring({ stock: 1 })];
    const { body } = await shopper.add(first, 2);
    const { status } = await change(shopper, body.cartItem._id, rare, {});
    expect([status, (await cartOf(shopper)).cart[0]!.productId]).toEqual([409, first]);
    expect((await change(shopper, 'f'.repeat(24), first, {})).status).toBe(404);
  });
});

describe('a line that is put aside', () => {
  const save = (shopper: Shopper, id: string) => shop.send('PUT', `/cart/saved/${id}`, undefined, shopper.headers);
  const move = (shopper: Shopper, id: string) =>
    shop.send<AnswerOf<typeof cartOrder.moveToCart>>('POST', `/cart/saved/${id}/move`, undefined, shopper.headers);

  it('is in no sum and no count, and comes back with its quantity', async () => {
    const shopper = await shop.shopper();
    const { body } = await shopper.add(ring(), 2, { sizeOptions: '12' });
    await shopper.add(ring({ price: 500 }));
    const id = body.cartItem._id;
    expect((await save(shopper, id)).body).toMatchObject({ count: 1 });
    expect(await cartOf(shopper)).toMatchObject({
      count: 1,
      subtotal: 500,
      cart: [{ quantity: 1 }],
      saved: [{ _id: id, quantity: 2, finalPrice: 1_000, mrp: 1_030 }],
    });
    expect((await move(shopper, id)).body).toMatchObject({ count: 3 });
    expect(await cartOf(shopper)).toMatchObject({ count: 3, subtotal: 2_500, saved: [] });
  });

  it('is not bought with the others, and stays when the cart is emptied', async () => {
    const shopper = await shop.shopper();
    const { body } = await shopper.add(ring());
    await shopper.add(ring({ price: 500 }));
    await save(shopper, body.cartItem._id);
    expect((await shopper.freeze()).lines).toMatchObject([{ unitPrice: 500 }]);
    await shop.send('DELETE', '/clear', undefined, shopper.headers);
    expect(await cartOf(shopper)).toMatchObject({ cart: [], saved: [{ quantity: 1 }] });
  });

  it('is one with the same piece that was put aside before', async () => {
    const shopper = await shop.shopper();
    const id = ring();
    for (let time = 0; time < 2; time += 1) {
      const { body } = await shopper.add(id);
      await save(shopper, body.cartItem._id);
    }
    expect((await cartOf(shopper)).saved).toMatchObject([{ quantity: 2 }]);
  });

  it('stays where it is when it is sold out', async () => {
    const shopper = await shop.shopper();
    const { body } = await shopper.add(ring({ stock: 2 }), 2);
    const other = await shop.shopper();
    const { productId, _id: id } = body.cartItem;
    await save(shopper, id);
    await other.add(productId, 2);
    await other.freeze();
    expect((await move(shopper, id)).status).toBe(409);
    expect((await cartOf(shopper)).saved).toHaveLength(1);
  });

  it('may be sold out, and in no cart before: as taken along from another session, as often as that is sent', async () => {
    const shopper = await shop.shopper();
    const [soldOut, second] = [ring({ stock: 0 }), ring()];
    const put = async (productId: string, quantity: number, customizations = {}) =>
      shop.send<{ id: string }>('POST', '/cart/saved', { productId, quantity, customizations }, shopper.headers);
    const { status, body } = await put(soldOut, 2, { sizeOptions: '12' });
    await put(second, 1);
    for (const quantity of [1, 2]) {
      expect((await put(soldOut, quantity, { sizeOptions: '12' })).body).toEqual(body);
    }
    expect(status).toBe(201);
    const { cart, count, saved } = await cartOf(shopper);
    expect([cart, count, saved!.map(({ productId, quantity, stock }) => [productId, quantity, stock])]).toEqual([
      [],
      0,
      [
        [soldOut, 2, 0],
        [second, 1, 5],
      ],
    ]);
    expect((await move(shopper, body.id)).status).toBe(409);
    expect((await put('f'.repeat(24), 1)).status).toBe(404);
  });

  it('can be removed, by its owner alone', async () => {
    const shopper = await shop.shopper();
    const { body } = await shopper.add(ring());
    const id = body.cartItem._id;
    await save(shopper, id);
    const remove = (who: Shopper) => shop.send('DELETE', `/cart/saved/${id}`, undefined, who.headers);
    expect((await remove(await shop.shopper())).status).toBe(404);
    expect((await remove(shopper)).status).toBe(200);
    expect((await cartOf(shopper)).saved).toEqual([]);
    expect((await save(shopper, id)).status).toBe(404);
  });
});
