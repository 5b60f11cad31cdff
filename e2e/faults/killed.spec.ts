import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Buyer } from '../../tools/prove/buyer.ts';
import type { Part } from '../../tools/prove/own-shop.ts';
import { ShopToKill } from './shop-to-kill.ts';

// Real: five services, the gateway, MongoDB, RabbitMQ, Redis, the providers' SDKs. The providers: the sandbox.
let shop: ShopToKill;
beforeAll(async () => {
  shop = await ShopToKill.start();
}, 600_000);
afterAll(() => shop?.close());

const KILLED: Part[] = ['payment', 'cart-order', 'catalog', 'content', 'rabbitmq'];
/** With both providers at each step. */
const PAYING = ['INR', 'USD'] as const;

/** Goes on from wherever the buyer stands until the money is told to the shop. */
async function paysAndReturns(buyer: Buyer): Promise<void> {
  if (buyer.attempts.length === 0) await buyer.begin();
  if (!buyer.canReturn(buyer.attempts.at(-1))) await buyer.pay();
  await buyer.return();
}

describe.each(KILLED)('%s is killed while buyers stand at every step of the chain', (part) => {
  it('and started again: each order comes out once, and nothing is charged without one', async () => {
    const piece = await shop.piece(12);
    const at = <T>(step: (currency: (typeof PAYING)[number]) => Promise<T>) => Promise.all(PAYING.map(step));
    const registered = await at((currency) => shop.buyer(currency));
    const frozen = await at((currency) => shop.frozen(piece, currency));
    const begun = await at((currency) => shop.begun(piece, currency));
    const [paid, gone, returning] = await Promise.all(
      [1, 2, 3].map(() => at((currency) => shop.begun(piece, currency))),
    );
    for (const buyer of [...paid!, ...gone!, ...returning!]) await buyer.pay();

    // While it is being killed some ask for a checkout, and some come back from paying.
    const freezing = Promise.all(registered.map((buyer) => buyer.checkOut({ productId: piece, quantity: 1 })));
    const paying = Promise.all(returning!.map((buyer) => buyer.return()));
    await shop.killed(part);
    expect((await freezing).map(({ status }) => status)).toEqual([201, 201]);
    await paying;
    const goingOn = [...registered, ...frozen, ...begun, ...paid!];
    await Promise.all(goingOn.map((buyer) => paysAndReturns(buyer)));

    // Those who are gone never come back.
    const all = [...goingOn, ...gone!, ...returning!];
    for (const buyer of all) {
      await shop.theOrder(buyer);
      expect(await shop.money(buyer)).toMatchObject({ payments: 1, refunded: 0 });
      expect(buyer.visitor.faults).toEqual([]);
    }
    expect(await shop.wrongInTheBooks()).toEqual([]);
    expect(await shop.stockOf(piece)).toMatchObject({ free: 0, held: 0 });
  });
});

it('catalog killed right after it held: the piece does not stay held without an owner', async () => {
  const piece = await shop.piece(2);
  const buyers = await Promise.all([shop.buyer(), shop.buyer()]);
  // Nobody asks again: what was begun is for the shop itself to end.
  const asked = buyers.map((buyer) => buyer.checkOut({ productId: piece, quantity: 1 }, { patienceMs: 0 }));
  await shop.killed('catalog');
  const replies = await Promise.all(asked);
  for (const [index, { status }] of replies.entries()) if (status === 201) await buyers[index]!.giveUp();
  expect(await shop.wrongInTheBooks()).toEqual([]);
  expect(await shop.stockOf(piece)).toMatchObject({ free: 2, held: 0 });
});
