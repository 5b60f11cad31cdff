import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Buyer } from '../../tools/prove/buyer.ts';
import { type FaultShop, faultShop, POLL_INTERVAL_MS } from './fault-shop.ts';

// Real services, gateway, MongoDB, RabbitMQ, Redis and providers' SDKs; the providers are the sandbox.
let shop: FaultShop;
beforeAll(async () => {
  shop = await faultShop();
}, 600_000);

const payAndReturn = async (tab: Buyer) => {
  await tab.pay();
  await tab.return();
};

/** Who pays when: the Razorpay tab froze the cart first. */
const ORDERS: [who: string, pay: (razorpay: Buyer, paypal: Buyer) => Promise<unknown>][] = [
  [
    'Razorpay first',
    async (razorpay, paypal) => {
      await payAndReturn(razorpay);
      await payAndReturn(paypal);
    },
  ],
  [
    'PayPal first',
    async (razorpay, paypal) => {
      await payAndReturn(paypal);
      await payAndReturn(razorpay);
    },
  ],
  ['both at once', (razorpay, paypal) => Promise.all([payAndReturn(razorpay), payAndReturn(paypal)])],
];

it.each(ORDERS)(
  'one cart paid in two tabs, %s, is one order of the last piece; nothing is paid twice',
  async (_, pay) => {
    const piece = await shop.productWithStock(1);
    const { sold } = await shop.stockOf(piece);
    const razorpay = await shop.buyer('INR');
    expect((await razorpay.add({ productId: piece, quantity: 1 })).status).toBe(201);
    const paypal = razorpay.otherTab('USD');
    for (const tab of [razorpay, paypal]) {
      expect((await tab.checkOut()).status).toBe(201);
      expect((await tab.begin()).status).toBe(201);
    }
    await pay(razorpay, paypal);
    const order = await shop.waitForOrder(razorpay);
    const isOfRazorpay = order._id === razorpay.checkoutId;
    await eventually(
      async () => {
        const [paid, other] = isOfRazorpay ? [razorpay, paypal] : [paypal, razorpay];
        expect(await shop.money(paid)).toMatchObject({ payments: 1, refunded: 0 });
        const { captured, refunded } = await shop.money(other);
        expect(refunded).toBe(captured);
      },
      { what: 'the money of the other tab back', everyMs: POLL_INTERVAL_MS },
    );
    await eventually(async () => expect(await shop.stockOf(piece)).toEqual({ free: 0, held: 0, sold: sold + 1 }));
    expect(await razorpay.orders()).toHaveLength(1);
    expect(await razorpay.cart()).toEqual([]);
  },
);

it('keeps the books of all parts consistent', async () => {
  // The reconciler looks at failed payments again and again: at that moment one is under way.
  expect(await shop.findDiscrepancies()).toEqual([]);
});
