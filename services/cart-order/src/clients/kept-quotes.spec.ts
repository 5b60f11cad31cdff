import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnyEvent, catalog, type DataOf, type Problem } from '@shop/contracts';
import { EventBus } from '@shop/service-kit';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { eventually, link, type Link } from '@shop/test-kit';
import { startShop, type Shopper, type TestShop } from '../../test/service-harness.ts';
import { AppModule } from '../app.module.ts';
import { variables } from '../variables.ts';
import { Catalog } from './catalog.ts';
import { KeptQuotes } from './kept-quotes.ts';

let shop: TestShop;
let asha: Shopper;
beforeAll(async () => {
  // Only events explain what is forgotten.
  shop = await startShop({ QUOTES_KEEP: '1h' });
  asha = await shop.shopper();
});
afterAll(() => shop?.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const quoteIn = ({ app }: Pick<TestService, 'app'>, productId: string) =>
  app.get(Catalog).quoteLine({ productId, quantity: 1, customizations: { costomization: 'no' } });
const priceIn = async (service: Pick<TestService, 'app'>, productId: string) => {
  const quoted = await quoteIn(service, productId);
  return quoted.state === 'priced' ? quoted.basePaise / 100 : quoted.state;
};

/** Changes a product in catalog, which does not say so yet. */
const change = (productId: string, fields: { price?: number; stock?: number }) =>
  Object.assign(shop.catalog.product(productId), fields);

const send = <E extends AnyEvent>(event: E, data: DataOf<E>) => shop.deliverEvent(event, 'key', data);
const which = (productId: string) => ({
  productId,
  productGroup: shop.catalog.product(productId).shown.productGroup,
});
const sayChanged = (productId: string) => {
  const { shown, price, stock } = shop.catalog.product(productId);
  const { name, images, metalTone, category, detailsRef, detailsModel } = shown;
  const display = { name, images, metalTone, categoryMain: category.main, materialTag: 'gold' };
  const data = { ...which(productId), ...display, detailsRef, detailsModel, pricePaise: price * 100, stock };
  return send(catalog.productChanged, data);
};
const sayStock = (productId: string) =>
  send(catalog.stockChanged, {
    ...which(productId),
    stock: shop.catalog.product(productId).stock,
    availabilityChanged: false,
  });

/** How often catalog was asked in the meantime. */
async function asked(what: () => Promise<unknown>): Promise<number> {
  const before = shop.catalog.requests.length;
  await what();
  return shop.catalog.requests.length - before;
}

describe('a quote for a cart', () => {
  it('is asked for once for the same choices', async () => {
    const productId = shop.catalog.add({ sizes: ['12', '14'] });
    expect(await asked(() => asha.add(productId, 1, { sizeOptions: '12' }))).toBe(1);
    expect(await asked(() => asha.add(productId, 1, { sizeOptions: { value: '12', price: 3 } }))).toBe(0);
    expect(await asked(() => asha.add(productId, 1, { sizeOptions: '14' }))).toBe(1);
    const { cart } = await asha.cart();
    expect(cart.filter((line) => line.productId === productId).map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  it('is asked for each time where nothing can be bought', async () => {
    const productId = shop.catalog.add({ sizes: ['12'] });
    expect((await asha.add(productId)).status).toBe(422);
    change(productId, {}).sizes = ['12', '14'];
    expect((await asha.add(productId, 1, { sizeOptions: '14' })).status).toBe(201);
  });

  it('has the new price as soon as the event is there', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000 });
    expect((await ravi.add(productId)).body.cartItem.finalPrice).toBe(1_000);
    change(productId, { price: 1_300 });
    await sayChanged(productId);
    await eventually(async () => expect(await priceIn(shop.service, productId)).toBe(1_300));
    expect((await ravi.add(productId)).body.cartItem.finalPrice).toBe(1_300);
    await eventually(async () => expect((await ravi.cart()).subtotal).toBe(2_600));
  });

  it('has the new stock as soon as the event is there', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 5 });
    await ravi.add(productId);
    change(productId, { stock: 0 });
    await sayStock(productId);
    await eventually(async () => expect(await quoteIn(shop.service, productId)).toMatchObject({ stock: 0 }));
    expect((await ravi.add(productId)).body).toMatchObject({ message: 'Out of stock' });
  });

  it('goes when its product does', async () => {
    const productId = shop.catalog.add();
    const data = which(productId);
    await quoteIn(shop.service, productId);
    shop.catalog.remove(productId);
    await send(catalog.productRemoved, data);
    await eventually(async () => expect(await priceIn(shop.service, productId)).toBe('gone'));
    expect((await asha.add(productId)).status).toBe(404);
  });

  it.each(['options', 'options:metal-purities', 'customization:AR-1042', 'products'])(
    'goes with all others when %s changed',
    async (tag) => {
      const products = [shop.catalog.add({ price: 10 }), shop.catalog.add({ price: 20 })];
      for (const productId of products) await quoteIn(shop.service, productId);
      for (const productId of products) change(productId, { price: 30 });
      await send(catalog.taxonomyChanged, { tag });
      for (const productId of products)
        await eventually(async () => expect(await priceIn(shop.service, productId)).toBe(30));
    },
  );

  it.each([
    ['its product', (productId: string) => sayChanged(productId)],
    ['the whole catalogue', () => send(catalog.taxonomyChanged, { tag: 'products' })],
  ])('is not kept when an event about %s came while it was asked for', async (_, say) => {
    const productId = shop.catalog.add({ price: 1_000 });
    const kept = shop.service.app.get(KeptQuotes);
    const heard = [jest.spyOn(kept, 'forget'), jest.spyOn(kept, 'forgetAll')];
    const { promise, resolve: answerNow } = Promise.withResolvers<void>();
    shop.catalog.busy = promise;
    const before = shop.catalog.requests.length;
    const earlier = priceIn(shop.service, productId);
    await eventually(() => shop.catalog.requests.length > before, { what: 'the request' });
    change(productId, { price: 1_300 });
    await say(productId);
    await eventually(() => heard.some(({ mock }) => mock.calls.length > 0), { what: 'the event' });
    answerNow();
    expect(await earlier).toBe(1_000);
    expect(await priceIn(shop.service, productId)).toBe(1_300);
  });

  it('is never what a checkout charges', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ price: 1_000 });
    await ravi.add(productId);
    change(productId, { price: 1_300 });
    expect(await priceIn(shop.service, productId)).toBe(1_000);
    const refused = await ravi.checkout();
    expect([refused.status, refused.body.code]).toEqual([409, 'checkout.changed']);
    expect(await ravi.checkout({ buyNow: { productId, quantity: 1 }, expectedSubtotal: 1_000 })).toMatchObject({
      status: 409,
    });
  });

  it('is never what a checkout holds', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 2 });
    await ravi.add(productId, 2);
    change(productId, { stock: 1 });
    const { status, body } = await ravi.checkout();
    expect([status, (body as Problem).details]).toMatchObject([409, { changes: [{ what: 'stock', now: 1 }] }]);
  });

  it('shows its buyer what he holds, before the event', async () => {
    const ravi = await shop.shopper();
    const productId = shop.catalog.add({ stock: 3 });
    await ravi.add(productId, 2);
    await ravi.freeze();
    expect((await ravi.add(productId, 2)).body).toMatchObject({
      code: 'cart.insufficient-stock',
      details: { stock: 3 },
    });
  });

  it('expires, because an event may be late', async () => {
    const productId = shop.catalog.add({ price: 1_000 });
    await quoteIn(shop.service, productId);
    change(productId, { price: 1_300 });
    shop.service.clock.advance(3_600_000 - 60_000);
    expect(await priceIn(shop.service, productId)).toBe(1_000);
    shop.service.clock.advance(60_000);
    expect(await priceIn(shop.service, productId)).toBe(1_300);
  });
});

describe('with another instance', () => {
  let rabbitmq: Link;
  let second: TestService;
  const hears = () => second.app.get(EventBus).hearsBroadcasts;
  beforeAll(async () => {
    const { environment } = shop.service;
    rabbitmq = await link(environment['RABBITMQ_URL']!);
    second = await startTestService({
      name: 'cart-order',
      module: AppModule,
      variables,
      environment: { ...environment, RABBITMQ_URL: rabbitmq.url },
    });
    await eventually(hears);
  });
  afterAll(async () => {
    await second?.stop();
    await second?.identity.stop();
    await rabbitmq?.close();
  });
  afterEach(() => rabbitmq.restore());

  it('both hear of a change', async () => {
    const productId = shop.catalog.add({ price: 1_000 });
    for (const service of [shop.service, second]) expect(await priceIn(service, productId)).toBe(1_000);
    change(productId, { price: 1_300 });
    expect([await priceIn(shop.service, productId), await priceIn(second, productId)]).toEqual([1_000, 1_000]);
    await sayChanged(productId);
    for (const service of [shop.service, second])
      await eventually(async () => expect(await priceIn(service, productId)).toBe(1_300));
  });

  it('the one without RabbitMQ asks catalog, and keeps nothing from before when it is back', async () => {
    const productId = shop.catalog.add({ price: 1_000 });
    await quoteIn(second, productId);
    await rabbitmq.cut();
    await eventually(() => !hears());
    change(productId, { price: 1_300 });
    await sayChanged(productId);
    expect(await priceIn(second, productId)).toBe(1_300);
    expect(await asked(() => quoteIn(second, productId))).toBe(1);
    change(productId, { price: 1_400 });
    await sayChanged(productId);
    await rabbitmq.restore();
    await eventually(hears);
    expect(await priceIn(second, productId)).toBe(1_400);
    expect(await asked(() => quoteIn(second, productId))).toBe(0);
  });
});
