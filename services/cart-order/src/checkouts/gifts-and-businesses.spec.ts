import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, cartOrder } from '@shop/contracts';
import { ABROAD, orderOf, startShop, type Shopper, type TestShop } from '../../test/service-harness.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog and content are stubs.
let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());

const withRing = async (): Promise<Shopper> => {
  const shopper = await shop.shopper();
  await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }));
  return shopper;
};

describe('a present', () => {
  it('costs its wrapping, which is quoted, frozen and charged, and takes its message to the order', async () => {
    const shopper = await withRing();
    const { body } = await shop.send<AnswerOf<typeof cartOrder.quoteCheckout>>(
      'POST',
      '/checkout/quote',
      { giftWrap: true },
      shopper.headers,
    );
    expect(body.quote).toMatchObject({ extras: { giftWrap: 150 }, totals: { giftWrap: 150, total: 1_180 } });
    const checkout = await shopper.freeze({ gift: { wrap: true, message: ' For you ' } });
    expect(checkout).toMatchObject({
      totals: { giftWrap: 150, total: 1_180 },
      gift: { wrap: true, message: 'For you' },
    });
    const { amount } = await shop.capture(checkout);
    expect(amount).toBe(1_180_00);
    const order = await orderOf(shop, shopper, checkout._id);
    expect(order).toMatchObject({ gift: { wrap: true, message: 'For you' }, charges: { giftWrap: 150 } });
  });

  it('may be a message alone, which costs nothing, and is none without both', async () => {
    const shopper = await withRing();
    const checkout = await shopper.freeze({ gift: { wrap: false, message: 'For you' } });
    expect(checkout).toMatchObject({ totals: { giftWrap: 0, total: 1_030 }, gift: { message: 'For you' } });
    expect((await shopper.freeze({ gift: { wrap: false, message: '  ' } })).gift).toBeUndefined();
  });

  it('is wrapped at the price that staff set', async () => {
    const staff = await shop.staff();
    await shop.send('PUT', '/admin/charges', { giftWrap: 99.5 }, staff);
    const checkout = await (await withRing()).freeze({ gift: { wrap: true } });
    await shop.send('PUT', '/admin/charges', { giftWrap: 150 }, staff);
    expect(checkout.totals).toMatchObject({ giftWrap: 99.5, total: 1_129.5 });
  });

  it('has a message of at most 250 characters', async () => {
    const { status, body } = await (await withRing()).checkout({ gift: { wrap: false, message: 'x'.repeat(251) } });
    expect([status, body.errors]).toEqual([400, { 'gift.message': 'At most 250 characters' }]);
  });
});

describe('a business', () => {
  it.each([
    ['27AAPFU0939F1Z', 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV'],
    ['27AAPFU0939F1ZW', 'This is not a GSTIN: its last character does not fit the others'],
  ])('with the GSTIN %s is refused at the field', async (gstin, message) => {
    const { status, body } = await (await withRing()).checkout({ business: { name: 'Rao LLP', gstin } });
    expect([status, body.errors]).toEqual([400, { 'business.gstin': message }]);
  });

  it('has a name', async () => {
    const business = { name: ' ', gstin: '27AAPFU0939F1ZV' };
    const { status, body } = await (await withRing()).checkout({ business });
    expect([status, body.errors]).toEqual([400, { 'business.name': 'Name of the business is required' }]);
  });

  it('has its goods delivered in India', async () => {
    const business = { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' };
    const { status, body } = await (await withRing()).checkout({ business, shippingInfo: ABROAD });
    expect([status, body.errors]).toEqual([400, { 'business.gstin': 'A GSTIN needs an address in India' }]);
  });
});
