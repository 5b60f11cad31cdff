import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Buyer } from '../../tools/prove/buyer.ts';
import type { Part } from '../../tools/prove/own-shop.ts';
import { type FaultShop, faultShop } from './fault-shop.ts';

// Real services, gateway, MongoDB, RabbitMQ, Redis and providers' SDKs; the providers are the sandbox.
let shop: FaultShop;
beforeAll(async () => {
  shop = await faultShop();
}, 600_000);

const KILLED: Part[] = ['payment', 'cart-order', 'catalog', 'content', 'rabbitmq'];
/** Both providers, by currency. */
const CURRENCIES = ['INR', 'USD'] as const;

/** Continues from the buyer's current step until the payment is reported to the shop. */
async function payAndReturn(buyer: Buyer): Promise<void> {
  if (buyer.attempts.length === 0) await buyer.begin();
  if (!buyer.canReturn(buyer.attempts.at(-1))) await buyer.pay();
  await buyer.return();
}

describe.each(KILLED)('%s is killed while buyers stand at every step of the chain', (part) => {
  it('and started again: each order comes out once, and nothing is charged without one', async () => {
    const piece = await shop.productWithStock(12);
    const at = <T>(step: (currency: (typeof CURRENCIES)[number]) => Promise<T>) => Promise.all(CURRENCIES.map(step));
    const registered = await at((currency) => shop.buyer(currency));
    const frozen = await at((currency) => shop.buyerAtCheckout(piece, currency));
    const started = await at((currency) => shop.buyerPaying(piece, currency));
    const [paid, gone, returning] = await Promise.all(
      [1, 2, 3].map(() => at((currency) => shop.buyerPaying(piece, currency))),
    );
    for (const buyer of [...paid!, ...gone!, ...returning!]) await buyer.pay();

    // Some buyers request a checkout and some return from paying while the part is killed.
    const freezing = Promise.all(registered.map((buyer) => buyer.checkOut({ productId: piece, quantity: 1 })));
    const paying = Promise.all(returning!.map((buyer) => buyer.return()));
    await shop.killAndRestart(part);
    expect((await freezing).map(({ status }) => status)).toEqual([201, 201]);
    await paying;
    const continuing = [...registered, ...frozen, ...started, ...paid!];
    await Promise.all(continuing.map((buyer) => payAndReturn(buyer)));

    // The buyers of `gone` never return.
    const all = [...continuing, ...gone!, ...returning!];
    for (const buyer of all) {
      await shop.waitForOrder(buyer);
      expect(await shop.money(buyer)).toMatchObject({ payments: 1, refunded: 0 });
      expect(buyer.visitor.faults).toEqual([]);
    }
    expect(await shop.findDiscrepancies()).toEqual([]);
    expect(await shop.stockOf(piece)).toMatchObject({ free: 0, held: 0 });
  });
});

it('catalog killed right after it held: the piece does not stay held without an owner', async () => {
  const piece = await shop.productWithStock(2);
  const buyers = await Promise.all([shop.buyer(), shop.buyer()]);
  // No retries: the shop itself must finish or undo the started checkouts.
  const asked = buyers.map((buyer) => buyer.checkOut({ productId: piece, quantity: 1 }, { retryForMs: 0 }));
  await shop.killAndRestart('catalog');
  const replies = await Promise.all(asked);
  for (const [index, { status }] of replies.entries()) if (status === 201) await buyers[index]!.giveUp();
  expect(await shop.findDiscrepancies()).toEqual([]);
  expect(await shop.stockOf(piece)).toMatchObject({ free: 2, held: 0 });
});
