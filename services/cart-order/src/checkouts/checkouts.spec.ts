import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, payment, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { ABROAD, HOME, internal, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';

const MINUTES = 60_000;

type Frozen = { checkout: cartOrder.Checkout };

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.close());
const payable = (id: string) =>
  shop.send<{ checkout: cartOrder.PayableCheckout }>('GET', `/internal/checkouts/${id}`, undefined, internal);

const beginCapture = (id: string, paymentId: string, capture?: number) =>
  shop.send<Problem & { checkout: cartOrder.PayableCheckout }>(
    'POST',
    `/internal/checkouts/${id}/begin-capture`,
    { paymentId, ...(capture !== undefined && { capture }) },
    internal,
  );

/** Payment reports a failed capture. */
const failed = ({ userId }: Shopper, checkoutId: string, paymentId: string, capture?: number) =>
  shop.deliverEvent(payment.paymentFailed, paymentId, {
    paymentId,
    provider: 'paypal',
    checkoutId,
    userId,
    reason: 'declined',
    ...(capture !== undefined && { capture }),
    failedAt: new Date().toISOString(),
  });

/** Number of processed events. */
const processed = () => shop.service.connection.collection('inbox').countDocuments({});

const changesOf = (problem: Problem) => problem.details!['changes'] as cartOrder.CheckoutChange[];

/** A shopper with two pieces of a product in the cart. */
async function withCart(fields: Parameters<TestShop['catalog']['add']>[0] = {}): Promise<[Shopper, string]> {
  const shopper = await shop.shopper();
  const productId = shop.catalog.add(fields);
  await shopper.add(productId, Math.min(2, fields?.stock ?? 2));
  return [shopper, productId];
}

describe('a quote', () => {
  const quote = (shopper: Shopper, body: object = {}) =>
    shop.send<Problem & { quote: cartOrder.CheckoutQuote }>('POST', '/checkout/quote', body, shopper.headers);

  it('is what freezing then charges, with every extra and what each would cost, and holds nothing', async () => {
    const [asha, productId] = await withCart({ price: 1_000, stock: 5 });
    const { quote: shown } = (await quote(asha, { hallmarking: true, specialRequest: true })).body;
    expect(shown).toMatchObject({ extras: { hallmarking: 99, specialRequest: 499 }, couriers: [], courier: null });
    expect(shown.lines).toMatchObject([{ productId, quantity: 2, linePrice: 2_000, stock: 5 }]);
    expect(shop.catalog.product(productId).stock).toBe(5);
    const frozen = await asha.freeze({ hallmarking: true, specialRequest: { note: 'A red box' } });
    expect(shown.totals).toEqual(frozen.totals);
    expect((await quote(asha)).body.quote.extras).toEqual(shown.extras);
  });

  it('offers hallmarking while one of the pieces has none, and charges nothing where all of them have it', async () => {
    const gold = { particulars: { isHallmarked: true } };
    const [asha, marked] = await withCart({ price: 1_000, ...gold });
    const asked = { hallmarking: true };
    const { quote: none } = (await quote(asha, asked)).body;
    expect([none.offersHallmarking, none.totals.hallmarking, none.totals.total]).toEqual([false, 0, 2_060]);
    const bare = shop.catalog.add({ price: 500, particulars: { isHallmarked: false } });
    await asha.add(bare, 1);
    const { quote: some } = (await quote(asha, asked)).body;
    expect([some.offersHallmarking, some.totals.hallmarking]).toEqual([true, 99]);
    const { quote: alone } = (await quote(asha, { ...asked, buyNow: { productId: marked, quantity: 1 } })).body;
    expect([alone.offersHallmarking, alone.totals.hallmarking]).toEqual([false, 0]);
    // The cart changed after the page was shown with it.
    shop.catalog.product(bare).particulars = { isHallmarked: true };
    const frozen = await asha.freeze(asked);
    expect([frozen.totals.hallmarking, frozen.totals.total]).toEqual([0, 2_575]);
  });

  it('counts what the own checkout holds among what the buyer can have', async () => {
    const [asha] = await withCart({ stock: 3 });
    await asha.freeze();
    expect((await quote(asha)).body.quote.lines[0]!.stock).toBe(3);
  });

  it('names the couriers of the country with their charge in the buyer’s currency, free above the threshold', async () => {
    const staff = await shop.staff();
    for (const [courier, charge] of [
      ['Alpine', 2_000],
      ['Valley', 1_000],
    ] as const) {
      await shop.send('PUT', '/admin/charges/international', { country: 'Austria', courier, charge }, staff);
    }
    const [asha] = await withCart({ price: 1_000 });
    const dollars = { country: 'Austria', currency: 'USD' };
    expect((await quote(asha, dollars)).body.quote).toMatchObject({
      courier: 'Valley',
      couriers: [
        { courier: 'Valley', charge: 11.9 },
        { courier: 'Alpine', charge: 23.8 },
      ],
      totals: { shipping: 11.9 },
    });
    expect((await quote(asha, { ...dollars, courier: 'Alpine' })).body.quote.totals.shipping).toBe(23.8);
    expect((await quote(asha, { ...dollars, courier: 'Pigeon' })).body.code).toBe('checkout.unknown-courier');
    const [rich] = await withCart({ price: 5_000 });
    expect((await quote(rich, dollars)).body.quote.couriers.map(({ charge }) => charge)).toEqual([0, 0]);
  });

  it('of buy now leaves the cart out, and of an empty cart is none', async () => {
    const asha = await shop.shopper();
    const productId = shop.catalog.add({ price: 700 });
    expect((await quote(asha)).body.code).toBe('checkout.empty');
    const buyNow = { productId, quantity: 1 };
    expect((await quote(asha, { buyNow })).body.quote.lines).toMatchObject([{ productId, unitPrice: 700 }]);
    expect((await asha.cart()).count).toBe(0);
  });

  it('says what changed since the cart was shown', async () => {
    const [asha, productId] = await withCart({ price: 1_000 });
    shop.catalog.product(productId).price = 1_300;
    expect(changesOf((await quote(asha)).body)).toMatchObject([
      { what: 'price', was: 1_000, now: 1_300, message: 'The price of Meera Ring is now ₹1,339.00' },
    ]);
    expect((await quote(asha)).body.quote.totals.subtotal).toBe(2_600);
  });
});

describe('freezing', () => {
  it('answers what will be charged, holds the stock and tells payment the same amount', async () => {
    const [asha, productId] = await withCart({ price: 1_000, stock: 5 });
    const checkout = await asha.freeze({ hallmarking: true, specialRequest: { note: 'A red box' } });
    expect(checkout).toMatchObject({
      state: 'frozen',
      currency: 'INR',
      symbol: '₹',
      rate: null,
      totals: {
        subtotal: 2_000,
        gst: 60,
        shipping: 0,
        engraving: 0,
        hallmarking: 99,
        specialRequest: 499,
        total: 2_658,
      },
      shippingInfo: HOME,
      specialRequest: 'A red box',
      orderId: null,
    });
    expect(checkout.totals).toEqual(checkout.totalsInRupees);
    expect(shop.catalog.product(productId).stock).toBe(3);
    expect((await payable(checkout._id)).body.checkout).toMatchObject({
      userId: asha.userId,
      amount: 2_658_00,
      breakdown: { items: 2_000_00, gst: 60_00, shipping: 0, extras: 598_00 },
    });
  });

  it('freezes the cart for payment, of a buyer who pays without a checkout, once per key', async () => {
    const [asha] = await withCart({ price: 1_000 });
    const body = { userId: asha.userId, shippingInfo: HOME, currency: 'INR' };
    const freeze = (headers: Record<string, string>) =>
      shop.send<{ checkout: cartOrder.PayableCheckout }>('POST', '/internal/checkouts', body, headers);
    const key = { ...internal, 'idempotency-key': 'payment-1' };
    const { status, body: frozen } = await freeze(key);
    expect([status, frozen.checkout]).toEqual([
      201,
      expect.objectContaining({ userId: asha.userId, state: 'frozen', amount: 2_060_00 }),
    ]);
    expect((await freeze(key)).body).toEqual(frozen);
    expect((await freeze({})).status).toBe(404);
  });

  it('charges engraving where a text was asked for', async () => {
    const asha = await shop.shopper();
    await asha.add(shop.catalog.add(), 1, { engraving: 'Meera' });
    expect((await asha.freeze()).totals.engraving).toBe(199);
  });

  it('converts every price at the frozen rate, and a currency without cents into whole units', async () => {
    const [asha] = await withCart({ price: 1_000 });
    const dollars = await asha.freeze({ currency: 'USD', shippingInfo: ABROAD });
    expect(dollars).toMatchObject({
      symbol: '$',
      rate: { rate: 0.0119, at: '2026-01-05T06:00:00.000Z' },
      totals: { subtotal: 23.8, gst: 0.71, total: 24.51 },
      totalsInRupees: { subtotal: 2_000, gst: 60, total: 2_060 },
    });
    expect((await payable(dollars._id)).body.checkout).toMatchObject({ amount: 2_451, currency: 'USD' });
    const yen = await asha.freeze({ currency: 'JPY', shippingInfo: ABROAD });
    expect((await payable(yen._id)).body.checkout.amount).toBe(3_580 + 107);
  });

  it('is refused in a currency without a rate', async () => {
    const [asha, productId] = await withCart();
    const before = shop.catalog.product(productId).stock;
    const refused = (await asha.checkout({ currency: 'GBP', shippingInfo: ABROAD })).body;
    expect([refused.status, refused.message]).toEqual([409, 'Unable to start payment']);
    expect(shop.catalog.product(productId).stock).toBe(before);
  });

  it('takes the courier that the buyer picks', async () => {
    const staff = await shop.staff();
    for (const [courier, charge] of [
      ['Swift', 900],
      ['Calm', 400],
    ] as const) {
      await shop.send('PUT', '/admin/charges/international', { country: 'Germany', courier, charge }, staff);
    }
    const [asha] = await withCart();
    expect((await asha.freeze({ shippingInfo: ABROAD })).totals.shipping).toBe(400);
    expect(await asha.freeze({ shippingInfo: ABROAD, courier: 'Swift' })).toMatchObject({
      courier: 'Swift',
      totals: { shipping: 900 },
    });
    expect((await asha.checkout({ shippingInfo: ABROAD, courier: 'Pigeon' })).status).toBe(422);
  });

  it('says which price changed, shows it in the cart, and goes on at the second try', async () => {
    const [asha, productId] = await withCart({ price: 1_000 });
    shop.catalog.product(productId).price = 1_300;
    const refused = (await asha.checkout()).body;
    expect([refused.status, refused.code]).toEqual([409, 'checkout.changed']);
    expect(changesOf(refused)).toEqual([expect.objectContaining({ productId, what: 'price', was: 1_000, now: 1_300 })]);
    expect((await asha.cart()).cart[0]!.finalPrice).toBe(1_300);
    expect((await asha.freeze()).totals.subtotal).toBe(2_600);
  });

  it('says which piece is gone', async () => {
    const [asha, productId] = await withCart();
    shop.catalog.remove(productId);
    expect(changesOf((await asha.checkout()).body)).toEqual([expect.objectContaining({ productId, what: 'gone' })]);
  });

  it('says how few are left when stock ran out after add-to-cart, and holds nothing', async () => {
    const [asha, scarce] = await withCart({ stock: 2 });
    const plenty = shop.catalog.add({ stock: 9 });
    await asha.add(plenty);
    shop.catalog.product(scarce).stock = 1;
    const refused = (await asha.checkout()).body;
    expect(changesOf(refused)).toEqual([expect.objectContaining({ productId: scarce, what: 'stock', now: 1 })]);
    expect(shop.catalog.product(plenty).stock).toBe(9);
  });

  it('gives the last piece to one of two shoppers, and a clear answer to the other', async () => {
    const productId = shop.catalog.add({ stock: 1 });
    const [asha, ravi] = [await shop.shopper(), await shop.shopper()];
    for (const shopper of [asha, ravi]) await shopper.add(productId);
    const answers = await Promise.all([asha.checkout(), ravi.checkout()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = answers.find(({ status }) => status === 409)!;
    expect(changesOf(body)[0]).toMatchObject({ what: 'stock', now: 0 });
  });

  it('compares the sum that the buyer saw', async () => {
    const [asha] = await withCart({ price: 1_000 });
    expect((await asha.checkout({ expectedSubtotal: 1_999.99 })).body.code).toBe('checkout.changed');
    expect((await asha.checkout({ expectedSubtotal: 2_000 })).status).toBe(201);
  });

  it('refuses an empty cart and an address with a blank field', async () => {
    const asha = await shop.shopper();
    expect((await asha.checkout()).body.code).toBe('checkout.empty');
    const blank = (await asha.checkout({ shippingInfo: { ...HOME, street: ' ' } })).body;
    expect([blank.status, blank.errors]).toEqual([400, { 'shippingInfo.street': 'Street address is required' }]);
  });

  it('buys now without touching the cart', async () => {
    const [asha] = await withCart();
    const productId = shop.catalog.add({ price: 500 });
    const checkout = await asha.freeze({ buyNow: { productId, quantity: 1 } });
    expect(checkout.lines.map((line) => line.productId)).toEqual([productId]);
    expect((await asha.cart()).count).toBe(2);
  });

  it('is one checkout for one idempotency key', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await asha.freeze({}, headers);
    expect(await asha.freeze({}, headers)).toEqual(first);
    expect(shop.catalog.product(productId).stock).toBe(3);
  });

  it('is resumed with the same hold when the answer of catalog was lost', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    shop.catalog.loseAnswerOfNextHold = true;
    expect((await asha.checkout({}, headers)).status).toBe(503);
    expect(shop.catalog.product(productId).stock).toBe(3);
    expect((await asha.freeze({}, headers)).state).toBe('frozen');
    expect(shop.catalog.product(productId).stock).toBe(3);
  });

  it('leaves no piece held without an owner when catalog was killed right after it held', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    shop.catalog.loseAnswerOfNextHold = true;
    expect((await asha.checkout()).status).toBe(503);
    expect(shop.catalog.product(productId).stock).toBe(3);
    shop.service.clock.advance(1 * MINUTES);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
  });

  it('replaces the earlier checkout of the same cart, also when it held the last piece', async () => {
    const [asha, productId] = await withCart({ stock: 1 });
    const first = await asha.freeze();
    expect((await asha.cart()).cart[0]!.availability).toBe('available');
    const second = await asha.freeze({ hallmarking: true });
    expect([await asha.state(first._id), await asha.state(second._id)]).toEqual(['cancelled', 'frozen']);
    expect(shop.catalog.product(productId).stock).toBe(0);
    const expired = await publishedEvents(shop.service, cartOrder.checkoutExpired);
    expect(expired.find(({ data }) => data.checkoutId === first._id)?.data.reason).toBe('replaced');
  });

  it('of two tabs at once is one, and neither hears that the piece is sold out', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [asha, productId] = await withCart({ stock: 1 });
      const replies = await Promise.all([asha.checkout(), asha.checkout(), asha.checkout()]);
      const started = replies.flatMap(({ status, body }) =>
        status === 201 ? (body as unknown as Frozen).checkout._id : [],
      );
      const refused = replies.filter(({ status }) => status !== 201).map(({ body }) => body.code);
      expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['checkout.closed'] : []));
      const states = await Promise.all(started.map((id) => asha.state(id)));
      expect(states.filter((state) => state === 'frozen')).toHaveLength(1);
      await eventually(() => shop.catalog.product(productId).stock === 0, { what: 'the hold of the last piece' });
    }
  });

  it('gives way when its buyer buys the last piece now, and the other way round', async () => {
    const [asha, productId] = await withCart({ stock: 1 });
    const cart = await asha.freeze();
    const now = await asha.freeze({ buyNow: { productId, quantity: 1 } });
    expect([await asha.state(cart._id), await asha.state(now._id)]).toEqual(['cancelled', 'frozen']);
    const again = await asha.freeze();
    expect([await asha.state(now._id), await asha.state(again._id)]).toEqual(['cancelled', 'frozen']);
    expect(shop.catalog.product(productId).stock).toBe(0);
  });

  it('stays beside another one of its buyer while there are pieces for both', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const cart = await asha.freeze();
    const now = await asha.freeze({ buyNow: { productId, quantity: 3 } });
    expect([await asha.state(cart._id), await asha.state(now._id)]).toEqual(['frozen', 'frozen']);
  });

  it('whose money is on its way keeps its piece, and its buyer hears why there is none', async () => {
    const [asha, productId] = await withCart({ stock: 1 });
    const { _id } = await asha.freeze();
    expect((await beginCapture(_id, 'the payment')).status).toBe(200);
    const { status, body } = await asha.checkout({ buyNow: { productId, quantity: 1 } });
    expect([status, body.code]).toEqual([409, 'checkout.changed']);
    expect(changesOf(body)).toMatchObject([
      { what: 'stock', now: 0, message: expect.stringMatching(/^A payment of yours/) },
    ]);
    expect(await asha.state(_id)).toBe('capturing');
  });
});

describe('a frozen checkout', () => {
  it("is nobody else's", async () => {
    const [asha] = await withCart();
    const checkout = await asha.freeze();
    const ravi = await shop.shopper();
    for (const method of ['GET', 'DELETE']) {
      expect((await shop.send(method, `/checkout/${checkout._id}`, undefined, ravi.headers)).status).toBe(404);
    }
    expect(await asha.state(checkout._id)).toBe('frozen');
  });

  it('is not shown to who has no service token', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    expect((await shop.send('GET', `/internal/checkouts/${_id}`, undefined, asha.headers)).status).toBe(404);
  });

  it('gives its stock back when it is cancelled, and the cart stays', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const { _id } = await asha.freeze();
    const { body } = await shop.send<{ checkout: cartOrder.Checkout }>(
      'DELETE',
      `/checkout/${_id}`,
      undefined,
      asha.headers,
    );
    expect(body.checkout.state).toBe('cancelled');
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    expect((await asha.cart()).count).toBe(2);
  });

  it('expires after 15 minutes, and not before', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const { _id, expiresAt } = await asha.freeze();
    const left = Date.parse(expiresAt) - shop.service.clock.millis();
    expect(Math.round(left / MINUTES)).toBe(15);
    shop.service.clock.advance(14 * MINUTES);
    expect(await asha.state(_id)).toBe('frozen');
    shop.service.clock.advance(1 * MINUTES);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    expect(await asha.state(_id)).toBe('expired');
  });
});

describe('before a capture', () => {
  it('the checkout is claimed by one payment, again and again, and by no other', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    expect((await beginCapture(_id, 'one')).body.checkout.state).toBe('capturing');
    expect((await beginCapture(_id, 'one')).status).toBe(200);
    expect((await beginCapture(_id, 'two')).body.code).toBe('checkout.busy');
    expect((await shop.send('DELETE', `/checkout/${_id}`, undefined, asha.headers)).body.code).toBe('checkout.busy');
  });

  it('the checkout does not expire while the money is being taken', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const claimed = await asha.freeze();
    await beginCapture(claimed._id, 'one');
    const [ravi] = await withCart();
    const idle = await ravi.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(async () => (await ravi.state(idle._id)) === 'expired');
    expect(await asha.state(claimed._id)).toBe('capturing');
    expect(shop.catalog.product(productId).stock).toBe(3);
  });

  it('a payment that failed frees it for the next one, whose failure is not its own', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    await beginCapture(_id, 'one');
    await failed(asha, _id, 'stranger');
    await failed(asha, _id, 'one');
    await eventually(async () => (await asha.state(_id)) === 'frozen');
    expect((await beginCapture(_id, 'two')).status).toBe(200);
  });

  it('the failure of an earlier capture, told late, does not take the checkout from the later one', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    await beginCapture(_id, 'one', 1);
    // Declined, approved and captured again, before the failure arrives here.
    await beginCapture(_id, 'one', 2);
    const before = await processed();
    await failed(asha, _id, 'one', 1);
    await eventually(async () => (await processed()) === before + 1, { what: 'the late failure being processed' });
    expect(await asha.state(_id)).toBe('capturing');
    await failed(asha, _id, 'one', 2);
    await eventually(async () => (await asha.state(_id)) === 'frozen');
  });

  it('a request of a capture that has failed, come late, leaves nobody waiting for its end', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    await beginCapture(_id, 'one', 1);
    await failed(asha, _id, 'one', 1);
    await eventually(async () => (await asha.state(_id)) === 'frozen');
    expect((await beginCapture(_id, 'one', 1)).body.code).toBe('checkout.busy');
    expect(await asha.state(_id)).toBe('frozen');
    expect((await beginCapture(_id, 'one', 2)).body.checkout.state).toBe('capturing');
  });

  it('an expired one takes its stock again', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const { _id } = await asha.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    expect((await beginCapture(_id, 'one')).body.checkout.state).toBe('capturing');
    expect(shop.catalog.product(productId).stock).toBe(3);
  });

  it('an expired one whose stock is gone is refused', async () => {
    const [asha, productId] = await withCart({ stock: 5 });
    const { _id } = await asha.freeze();
    shop.service.clock.advance(16 * MINUTES);
    await eventually(() => shop.catalog.product(productId).stock === 5, { what: 'the stock back' });
    shop.catalog.product(productId).stock = 1;
    const refused = (await beginCapture(_id, 'one')).body;
    expect([refused.status, refused.code]).toEqual([409, 'stock.insufficient']);
    expect(await asha.state(_id)).toBe('expired');
  });

  it('a cancelled one and an unknown one are refused', async () => {
    const [asha] = await withCart();
    const { _id } = await asha.freeze();
    await shop.send('DELETE', `/checkout/${_id}`, undefined, asha.headers);
    expect((await beginCapture(_id, 'one')).body.code).toBe('checkout.closed');
    expect((await beginCapture('0'.repeat(24), 'one')).body.code).toBe('checkout.not-found');
  });
});
