import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import type { Buyer } from '../../tools/prove/buyer.ts';
import { type FaultShop, faultShop, POLL_INTERVAL_MS } from './fault-shop.ts';

// Real services, gateway, MongoDB, RabbitMQ, Redis and providers' SDKs; the providers are the sandbox.
let shop: FaultShop;
beforeAll(async () => {
  shop = await faultShop();
}, 600_000);

const untilCheckoutIs = (buyer: Buyer, state: string) =>
  eventually(async () => expect(await buyer.checkoutState()).toBe(state), {
    what: `the checkout of ${buyer.name} is ${state}`,
    everyMs: POLL_INTERVAL_MS,
  });

/** Expects one order, one payment, and one piece less in stock. */
async function expectOneOrder(buyer: Buyer, piece: string, before: { free: number; sold: number }): Promise<void> {
  const order = await shop.waitForOrder(buyer);
  expect(order.status).toBe('Processing');
  expect(await shop.money(buyer)).toMatchObject({ payments: 1, refunded: 0 });
  await eventually(async () =>
    expect(await shop.stockOf(piece)).toEqual({ free: before.free - 1, held: 0, sold: before.sold + 1 }),
  );
}

/** Another buyer starts paying for the last piece, once its reservation has been released. */
const buyLastPiece = (piece: string) =>
  eventually(() => shop.buyerPaying(piece), { what: 'another buyer of the last piece', everyMs: POLL_INTERVAL_MS });

const returnThreeTimes = (buyer: Buyer) => Promise.all([1, 2, 3].map(() => buyer.return()));

/** Orders in which webhook, return and reconciliation report the payment. */
const REPORTS: [who: string, webhooks: object | undefined, then: (buyer: Buyer) => Promise<unknown>][] = [
  ['the webhook alone, the browser closed right after paying', undefined, async () => {}],
  ['nobody but the reconciler: no webhook, the browser closed', { kind: 'webhook-never' }, async () => {}],
  ['the return alone, the webhook never', { kind: 'webhook-never' }, (buyer) => buyer.return()],
  ['the return first, the webhook after it', { kind: 'webhook-late', delayMs: 1_500 }, (buyer) => buyer.return()],
  [
    'the webhook first, the return after it',
    undefined,
    async (buyer) => {
      await shop.waitForOrder(buyer);
      await buyer.return();
    },
  ],
  ['webhook and return at once, three times each', { kind: 'webhook-twice', delayMs: 0 }, returnThreeTimes],
  [
    'the return, and the webhook an hour late',
    { kind: 'webhook-late', delayMs: 3_600_000 },
    async (buyer) => {
      await buyer.return();
      await shop.waitForOrder(buyer);
      await shop.advanceProvidersByHour(buyer);
    },
  ],
];

describe.each(['INR', 'USD'] as const)('paying in %s', (currency) => {
  it.each(REPORTS)('is one order when it is noticed by %s', async (_who, webhooks, then) => {
    const piece = await shop.productWithStock(3);
    const before = await shop.stockOf(piece);
    const buyer = await shop.buyerPaying(piece, currency);
    if (webhooks) await shop.injectWebhookFailure(buyer, webhooks);
    await buyer.pay();
    await then(buyer);
    await expectOneOrder(buyer, piece, before);
  });

  it('declined: the piece stays held, and another try pays for it', async () => {
    const piece = await shop.productWithStock(1);
    const buyer = await shop.buyerPaying(piece, currency);
    await buyer.pay(undefined, 'declined');
    if (currency !== 'INR') {
      // oxlint-disable-next-line jest/no-conditional-expect -- Razorpay's dialog shows the decline
      expect(await buyer.return()).toMatchObject({ status: 402, code: 'payment.declined' });
    }
    expect(await shop.stockOf(piece)).toMatchObject({ free: 0, held: 1 });
    const again = await buyer.begin();
    expect(again.status).toBe(201);
    await buyer.pay();
    expect((await buyer.return()).status).toBe(200);
    await shop.waitForOrder(buyer);
  });

  it('abandoned, cancelled or expired: no order, the stock back, the cart as it was', async () => {
    const piece = await shop.productWithStock(3);
    const before = await shop.stockOf(piece);
    const [abandoned, cancelled] = await Promise.all([shop.buyer(currency), shop.buyer(currency)]);
    for (const buyer of [abandoned, cancelled]) {
      expect((await buyer.add({ productId: piece, quantity: 1 })).status).toBe(201);
      expect((await buyer.checkOut()).status).toBe(201);
      expect((await buyer.begin()).status).toBe(201);
    }
    expect((await cancelled.giveUp()).status).toBe(200);
    await shop.expireCheckouts(abandoned);
    await untilCheckoutIs(abandoned, 'expired');
    await untilCheckoutIs(cancelled, 'cancelled');
    await eventually(async () => expect(await shop.stockOf(piece)).toEqual(before));
    for (const buyer of [abandoned, cancelled]) {
      expect(await buyer.orders()).toEqual([]);
      expect(await buyer.cart()).toEqual([{ productId: piece, quantity: 1 }]);
      expect(await shop.money(buyer)).toMatchObject({ payments: 0 });
    }
  });

  it('captured after the expiry: the stock is taken again, or the money goes back and the buyer is told by mail', async () => {
    const [left, gone] = await Promise.all([shop.productWithStock(1), shop.productWithStock(1)]);
    const [lucky, late] = await Promise.all([shop.buyerPaying(left, currency), shop.buyerPaying(gone, currency)]);
    await shop.expireCheckouts(lucky, late);
    await Promise.all([untilCheckoutIs(lucky, 'expired'), untilCheckoutIs(late, 'expired')]);
    const other = await buyLastPiece(gone);
    await Promise.all([lucky.pay(), late.pay()]);
    await Promise.all([lucky.return(), late.return()]);
    await shop.waitForOrder(lucky);
    await other.pay();
    await other.return();
    await shop.waitForOrder(other);
    expect(await late.orders()).toEqual([]);
    // Razorpay captured the money and refunds it; PayPal was never asked to capture.
    await eventually(
      async () => {
        const { captured, refunded } = await shop.money(late);
        expect(refunded).toBe(captured);
      },
      { what: 'the money goes back' },
    );
  });
});

it('tells the buyer by mail when the money goes back because the piece is gone', async () => {
  const piece = await shop.productWithStock(1);
  const late = await shop.buyerPaying(piece);
  await shop.expireCheckouts(late);
  await untilCheckoutIs(late, 'expired');
  const other = await buyLastPiece(piece);
  await late.pay();
  const paid = await late.return();
  await eventually(async () =>
    expect(await late.orderOf(paid.body.paymentId)).toMatchObject({ code: 'order.refused' }),
  );
  await other.pay();
  await eventually(
    async () => {
      const mails = await shop.mailsTo(late);
      expect(mails.filter(({ subject }) => subject.endsWith('is coming back to you')).length).toBe(1);
    },
    { what: 'the mail that the money goes back' },
  );
});

it('two shoppers and one last piece: one order, the other hears of it before paying', async () => {
  const piece = await shop.productWithStock(1);
  const both = await Promise.all([shop.buyer('INR'), shop.buyer('USD')]);
  for (const buyer of both) expect((await buyer.add({ productId: piece, quantity: 1 })).status).toBe(201);
  const replies = await Promise.all(both.map((buyer) => buyer.checkOut()));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [winner, loser] = replies[0]!.status === 201 ? [both[0]!, both[1]!] : [both[1]!, both[0]!];
  const refusal = replies.find(({ status }) => status === 409)!;
  expect(refusal).toMatchObject({
    code: 'checkout.changed',
    body: { details: { changes: [{ productId: piece, what: 'stock', now: 0 }] } },
  });
  await winner.begin();
  await winner.pay();
  await winner.return();
  await shop.waitForOrder(winner);
  expect(await loser.orders()).toEqual([]);
});

it('leaves nothing behind: the books of all parts agree, and no event or webhook is left', async () => {
  expect(await shop.findDiscrepancies()).toEqual([]);
});
