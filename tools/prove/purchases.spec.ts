import { describe, expect, it } from '@jest/globals';
import { type Books, CHECKS } from './purchases-checks.ts';
import { type History, type Incident, planOf, planText } from './purchases-plan.ts';
import type { Step } from './purchases-steps.ts';
import { missingStates, TRANSFER_KINDS } from './purchases-transfer-plan.ts';

const stepsOf = (histories: number, seed = 1): Step[] =>
  planOf({ seed, histories }).histories.flatMap(({ steps }) => steps);

describe('the plan of a proof', () => {
  it('is the same for the same seed, and another one for another', () => {
    const text = planText(planOf({ seed: 7, histories: 200 }));
    expect(planText(planOf({ seed: 7, histories: 200 }))).toBe(text);
    expect(planText(planOf({ seed: 8, histories: 200 }))).not.toBe(text);
  });

  it('has every kind of history, every provider, and every way in which webhooks and answers go astray', () => {
    const { histories } = planOf({ seed: 1, histories: 600 });
    const kinds = new Map<History['kind'], number>();
    for (const { kind } of histories) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(kinds.size).toBe(25 + TRANSFER_KINDS.length);
    expect(new Set(histories.map(({ currency }) => currency))).toEqual(new Set(['INR', 'USD', 'EUR', 'GBP', 'JPY']));
    const steps = histories.flatMap((history) => history.steps);
    const webhooks = new Set(steps.map((step) => (step.do === 'pay' ? step.webhooks : undefined)));
    expect(webhooks.size).toBe(7);
    const edits = new Set(steps.flatMap((step) => (step.do === 'staff edit' ? Object.keys(step.edit) : [])));
    expect(edits).toEqual(new Set(['price', 'stock', 'withdraw']));
    const troubles = new Set(steps.map((step) => (step.do === 'return' ? step.fault : undefined)));
    expect(troubles.size).toBe(5);
  });

  it('kills each part that a purchase crosses, all through the steps', () => {
    const { incidents } = planOf({ seed: 3, histories: 200 });
    const kills = incidents.filter((incident): incident is Extract<Incident, { kill: string }> => 'kill' in incident);
    const killed = new Set(kills.map(({ kill }) => kill));
    expect(killed).toEqual(new Set(['payment', 'cart-order', 'catalog', 'content', 'gateway', 'rabbitmq']));
    expect(kills.length).toBe(25);
    const last = stepsOf(200, 3).length;
    expect(kills.every(({ afterSteps }) => afterSteps >= 0 && afterSteps < last)).toBe(true);
    expect(kills.filter(({ afterSteps }) => afterSteps > last / 2).length).toBeGreaterThan(3);
  });

  it('has many shoppers for few pieces, and fewer of them than are wanted', () => {
    const plan = planOf({ seed: 5, histories: 200 });
    const wanted = plan.histories
      .flatMap(({ steps }) => steps)
      .reduce((sum, step) => {
        const line = step.do === 'add' ? step : step.do === 'check out' ? step.buyNow : undefined;
        return sum + (line?.quantity ?? 0);
      }, 0);
    const stock = plan.stock.slice(0, 20).reduce((sum, pieces) => sum + pieces, 0);
    expect(stock).toBeLessThan(wanted);
    expect(Math.min(...plan.stock)).toBeGreaterThan(0);
  });

  it('has shoppers who want the last of a piece at the same moment', () => {
    const { histories, stock } = planOf({ seed: 5, histories: 200 });
    const rushes = histories.flatMap(({ steps }) => steps.filter((step) => step.do === 'rush'));
    const byPiece = [...Map.groupBy(rushes, ({ piece }) => piece)];
    expect(byPiece.length).toBeGreaterThan(1);
    expect(byPiece.map(([piece, all]) => [stock[piece], all.length])).toEqual(byPiece.map(() => [1, 3]));
    expect(rushes.every(({ shoppers }) => shoppers === 3)).toBe(true);
  });

  it('says which states of transfers a run did not reach, if it had enough histories, and which are left undecided', () => {
    const ends = ['transfer arrived', 'transfer refused', 'transfer expired', 'transfer cancelled'];
    const others = ['arrival matched', 'arrival goes-back', 'arrival set-aside', 'return sent', 'return failed'];
    const all = new Map([...ends, ...others].map((state) => [state, 1]));
    expect(missingStates(140, all)).toEqual([]);
    all.delete('return failed');
    expect(missingStates(140, all)).toEqual(['no return failed']);
    expect(missingStates(20, all)).toEqual([]);
    expect(missingStates(20, all.set('transfer waiting', 2))).toEqual(['2 × transfer waiting is left']);
  });

  it('has every kind of transfer among the other histories, however few there are', () => {
    const { histories } = planOf({ seed: 3, histories: 60 });
    const kinds = histories.map(({ kind }) => kind as string);
    const places = TRANSFER_KINDS.map((kind) => kinds.indexOf(kind));
    expect(places).not.toContain(-1);
    expect(Math.min(...places)).toBeLessThan(10);
    const transfers = histories.filter(({ kind }) => (TRANSFER_KINDS as readonly string[]).includes(kind));
    expect(transfers.every(({ currency }) => currency === 'INR')).toBe(true);
    const told = histories.flatMap(({ steps }) =>
      steps.map((step) => (step.do === 'transfer' ? step.told : undefined)),
    );
    expect(new Set(told)).toEqual(new Set([undefined, 'by hand', 'by statement', 'without its reference']));
  });

  it('begins before it pays, and pays before it returns', () => {
    const hasty = planOf({ seed: 9, histories: 300 }).histories.filter(({ steps }) =>
      steps.some((step, index) => {
        const before = steps.slice(0, index);
        if (step.do === 'pay') return before.filter((earlier) => earlier.do === 'begin').length <= step.attempt;
        return step.do === 'return' && !before.some((earlier) => earlier.do === 'pay');
      }),
    );
    expect(hasty).toEqual([]);
  });
});

/** Two shoppers bought, one of them from the cart and cancelled; a third found it sold out. */
function soundBooks(): Books {
  return {
    pieces: [{ productId: 'ring', initial: { free: 5, held: 0, sold: 7 }, added: 0, free: 4, held: 0, sold: 8 }],
    holds: [
      { holdId: 'h1', state: 'sold', lines: [{ productId: 'ring', quantity: 1 }] },
      { holdId: 'h2', state: 'returned', lines: [{ productId: 'ring', quantity: 2 }] },
      { holdId: 'h3', state: 'released', lines: [{ productId: 'ring', quantity: 1 }] },
    ],
    checkouts: [
      checkout('c1', 'asha', 'buy-now', 'h1', 'ordered', 1),
      checkout('c2', 'emily', 'cart', 'h2', 'ordered', 2),
      checkout('c3', 'ravi', 'cart', 'h3', 'refused', 1),
    ],
    orders: [
      order('c1', 'asha', 'h1', 'pay_1', 1),
      {
        ...order('c2', 'emily', 'h2', 'pay_2', 2),
        status: 'Cancelled',
        refunds: [refund('r1', 206, 'failed'), refund('r2', 206)],
      },
    ],
    payments: [
      payment('p1', 'c1', 'asha', 'pay_1', 103),
      { ...payment('p2', 'c2', 'emily', 'pay_2', 206), refunds: [refund('r2', 206)] },
      { ...payment('p3', 'c3', 'ravi', 'pay_3', 103), refunds: [refund('r3', 103)] },
    ],
    ledger: [ledger('pay_1', 103, 0), ledger('pay_2', 206, 206), ledger('pay_3', 103, 103)],
    shoppers: [
      { ...shopper('asha'), added: [{ productId: 'ring', quantity: 3 }], orderId: 'c1' },
      { ...shopper('emily'), added: [{ productId: 'ring', quantity: 2 }] },
      { ...shopper('ravi'), added: [{ productId: 'ring', quantity: 1 }] },
    ],
    carts: [
      { userId: 'asha', lines: [{ productId: 'ring', quantity: 3 }] },
      { userId: 'emily', lines: [] },
      { userId: 'ravi', lines: [{ productId: 'ring', quantity: 1 }] },
    ],
    mails: [
      { to: 'asha@example.com', subject: 'Your order is confirmed', messageId: 'm1', about: 'c1' },
      // Handed over twice, because the first response was lost.
      { to: 'asha@example.com', subject: 'Your order is confirmed', messageId: 'm1', about: 'c1' },
      { to: 'emily@example.com', subject: 'Your order is confirmed', messageId: 'm2', about: 'c2' },
      { to: 'ravi@example.com', subject: 'Your money goes back', messageId: 'm3', about: undefined },
    ],
    invoices: [
      { series: 'invoice 26-27', sequence: 1, orderId: 'c1', refundId: undefined, parts: partsOf(1) },
      { series: 'invoice 26-27', sequence: 2, orderId: 'c2', refundId: undefined, parts: partsOf(2) },
      // The first was returned, and paid out again.
      { series: 'credit-note 26-27', sequence: 1, orderId: 'c2', refundId: 'r1', parts: partsOf(2) },
      { series: 'credit-note 26-27', sequence: 2, orderId: 'c2', refundId: 'r2', parts: partsOf(2) },
    ],
    events: {
      outboxes: [{ service: 'cart-order', waiting: 0 }],
      queues: [{ queue: 'catalog.sell-hold-when-order-created', waiting: 0 }],
      deadLetters: [],
      unprocessed: [],
      webhooks: 0,
    },
  };
}

type Made<Key extends 'checkouts' | 'orders' | 'payments' | 'ledger' | 'shoppers'> = Books[Key][number];
const RING = 100;
const TAX = 3;

function checkout(
  checkoutId: string,
  userId: string,
  source: 'cart' | 'buy-now',
  holdId: string,
  state: string,
  quantity: number,
): Made<'checkouts'> {
  const lines = [{ productId: 'ring', quantity }];
  return { checkoutId, userId, state, source, holdId, lines, total: (RING + TAX) * quantity, currency: 'INR' };
}

function order(orderId: string, userId: string, holdId: string, paid: string, quantity: number): Made<'orders'> {
  const total = (RING + TAX) * quantity;
  return {
    orderId,
    userId,
    status: 'Processing',
    holdId,
    lines: [{ productId: 'ring', quantity, amount: RING * quantity }],
    parts: [RING * quantity, TAX * quantity],
    subtotal: RING * quantity,
    billed: partsOf(quantity),
    total,
    currency: 'INR',
    payment: { paymentId: paid.replace('pay_', 'p'), provider: 'razorpay', providerPaymentId: paid, amount: total },
    refunds: [],
  };
}

function payment(
  paymentId: string,
  checkoutId: string,
  userId: string,
  paid: string,
  captured: number,
): Made<'payments'> {
  const payment = { paymentId, checkoutId, userId, provider: 'razorpay', providerPaymentId: paid };
  return { ...payment, state: 'captured', captured, currency: 'INR', refunds: [] };
}

const refund = (refundId: string, amount: number, state = 'completed') => ({ refundId, amount, state });
const partsOf = (quantity: number) => ({ subtotal: RING * quantity, gst: TAX * quantity, charges: 0 });
const ledger = (paymentId: string, captured: number, refunded: number): Made<'ledger'> => ({
  provider: 'razorpay',
  paymentId,
  currency: 'INR',
  captured,
  refunded,
  refunds: [],
  lost: 0,
});
const shopper = (userId: string): Made<'shoppers'> => ({
  userId,
  email: `${userId}@example.com`,
  added: [],
  orderId: undefined,
  faults: [],
});

const complaintsOf = (books: Books): Record<string, string[]> =>
  Object.fromEntries(
    CHECKS.map(({ title, complaints }) => [title, complaints(books).map(({ text }) => text)] as const).filter(
      ([, texts]) => texts.length > 0,
    ),
  );

/** Books with one defect each, with the promise that must detect it, and its message. */
const BROKEN_BOOKS: [promise: string, says: RegExp, broken: (books: Books) => void][] = [
  ['stock is never below zero', /-1 free/, ({ pieces }) => (pieces[0]!.free = -1)],
  ['sold + reserved + free is constant', /there were 12, there are 13/, ({ pieces }) => (pieces[0]!.free += 1)],
  ['sold + reserved + free is constant', /there were 13, there are 12/, ({ pieces }) => (pieces[0]!.added = 1)],
  ['every checkout has come to an end', /c3 is frozen/, ({ checkouts }) => (checkouts[2]!.state = 'frozen')],
  ['no piece is held without an owner', /h3 is held for checkout c3/, ({ holds }) => (holds[2]!.state = 'held')],
  [
    'no piece is held without an owner',
    /h4 is held for nobody/,
    ({ holds }) => void holds.push({ holdId: 'h4', state: 'held', lines: [] }),
  ],
  ['no piece is held without an owner', /1 are held, the holds say 0/, ({ pieces }) => (pieces[0]!.held = 1)],
  [
    'what is sold was ordered, and what was ordered is sold',
    /c1 is Processing, its hold is released/,
    ({ holds }) => (holds[0]!.state = 'released'),
  ],
  [
    'what is sold was ordered, and what was ordered is sold',
    /c2 is Cancelled, its hold is sold/,
    ({ holds }) => (holds[1]!.state = 'sold'),
  ],
  [
    'what is sold was ordered, and what was ordered is sold',
    /h3 is sold without an order/,
    ({ holds }) => (holds[2]!.state = 'sold'),
  ],
  [
    'what is sold was ordered, and what was ordered is sold',
    /of 1 × ring, its hold of 2 × ring/,
    ({ holds }) => (holds[0]!.lines[0]!.quantity = 2),
  ],
  [
    'every captured payment has one order or went back whole',
    /pay_4: no order, and 0 went back/,
    ({ ledger: entries }) => void entries.push(ledger('pay_4', 103, 0)),
  ],
  [
    'every captured payment has one order or went back whole',
    /pay_3: no order, and 100 went back/,
    ({ ledger: [, , third] }) => (third!.refunded = 100),
  ],
  [
    'every captured payment has one order or went back whole',
    /pay_1: 2 orders/,
    ({ orders }) => void orders.push({ ...orders[0]!, orderId: 'c9' }),
  ],
  [
    'every order was paid, once, what it comes to',
    /pay_1, which razorpay did not capture/,
    ({ ledger: entries }) => void entries.shift(),
  ],
  [
    'every order was paid, once, what it comes to',
    /comes to 103 INR, 102 INR were captured/,
    ({ ledger: [first] }) => (first!.captured = 102),
  ],
  [
    'every order was paid, once, what it comes to',
    /lines that do not add up/,
    ({ orders }) => (orders[0]!.lines[0]!.amount = 99),
  ],
  [
    'every order was paid, once, what it comes to',
    /parts that do not add up/,
    ({ orders }) => (orders[0]!.parts = [100, 2]),
  ],
  ['every order was paid, once, what it comes to', /c1 is there 2 times/, ({ orders }) => void orders.push(orders[0]!)],
  [
    'every order was paid, once, what it comes to',
    /c3 is ordered without an order/,
    ({ checkouts }) => (checkouts[2]!.state = 'ordered'),
  ],
  ['every order was paid, once, what it comes to', /frozen were 50/, ({ checkouts }) => (checkouts[0]!.total = 50)],
  [
    'the sums of cart-order, payment and the providers are equal to the paisa',
    /payment has 104, the provider 103/,
    ({ payments }) => (payments[0]!.captured = 104),
  ],
  [
    'the sums of cart-order, payment and the providers are equal to the paisa',
    /payment paid 205 back, the provider 206/,
    ({ payments }) => (payments[1]!.refunds = [refund('r2', 205)]),
  ],
  [
    'the sums of cart-order, payment and the providers are equal to the paisa',
    /shows 0 paid back, the provider has 206/,
    ({ orders }) => (orders[1]!.refunds = []),
  ],
  [
    'the sums of cart-order, payment and the providers are equal to the paisa',
    /payment knows nothing of it/,
    ({ payments }) => void payments.pop(),
  ],
  [
    'the sums of cart-order, payment and the providers are equal to the paisa',
    /INR: the providers have 412, payment 412, the orders 413/,
    ({ orders }) => (orders[0]!.payment.amount = 104),
  ],
  [
    'no payment is open and no refund is on its way',
    /p9 is open/,
    ({ payments }) => void payments.push({ ...payment('p9', 'c3', 'ravi', 'pay_9', 0), state: 'open' }),
  ],
  [
    'no payment is open and no refund is on its way',
    /refund r2 is requested/,
    ({ orders }) => (orders[1]!.refunds[1]!.state = 'requested'),
  ],
  [
    'no more goes back than was captured',
    /206 of 206 went back, 1 were lost/,
    ({ ledger: [, second] }) => (second!.lost = 1),
  ],
  [
    'a cancelled order gave everything back but what a dispute took',
    /c2: 200 of 206 went back, 0 were lost/,
    ({ ledger: [, second], orders }) => {
      second!.refunded = 200;
      orders[1]!.refunds.shift();
    },
  ],
  [
    'one cart is one order',
    /c2 and c9/,
    ({ checkouts }) => void checkouts.push({ ...checkouts[1]!, checkoutId: 'c9' }),
  ],
  ['no more goes back than was captured', /104 of 103 went back/, ({ ledger: [, , third] }) => (third!.refunded = 104)],
  [
    'no refund is paid out twice',
    /refund r1 was made 2 times/,
    ({ ledger: [, second] }) => {
      second!.refunds = [
        { reference: 'r1', amount: 103 },
        { reference: 'r1', amount: 103 },
      ];
    },
  ],
  [
    'the cart holds what was not bought out of it',
    /holds nothing, not 1 × ring/,
    ({ carts }) => (carts[2]!.lines = []),
  ],
  [
    'the cart holds what was not bought out of it',
    /holds 2 × ring, not nothing/,
    ({ carts }) => (carts[1]!.lines = [{ productId: 'ring', quantity: 2 }]),
  ],
  ['an order that was shown is there', /order c8 was shown/, ({ shoppers }) => (shoppers[2]!.orderId = 'c8')],
  [
    'every order is confirmed by one mail, and nothing else is',
    /c1 was confirmed by 0 mails/,
    ({ mails }) => void mails.splice(0, 2),
  ],
  [
    'every order is confirmed by one mail, and nothing else is',
    /c1 was confirmed by 2 mails/,
    ({ mails }) => void mails.push({ ...mails[0]!, messageId: 'm9' }),
  ],
  [
    'every order is confirmed by one mail, and nothing else is',
    /c1 was confirmed to eve@example.com/,
    ({ mails }) => (mails[1]!.to = 'eve@example.com'),
  ],
  [
    'every order is confirmed by one mail, and nothing else is',
    /c3, which is no order/,
    ({ mails }) => (mails[3]!.about = 'c3'),
  ],
  [
    'invoices have no gaps, every order has one, and every refund of an order a credit note',
    /invoice 26-27: 3 stands where 2 should/,
    ({ invoices }) => (invoices[1]!.sequence = 3),
  ],
  [
    'invoices have no gaps, every order has one, and every refund of an order a credit note',
    /invoice 26-27: 2 stands where 1 should/,
    ({ invoices }) => void invoices.shift(),
  ],
  [
    'invoices have no gaps, every order has one, and every refund of an order a credit note',
    /order c2 has 0 invoices/,
    ({ invoices }) => (invoices[1]!.orderId = 'c9'),
  ],
  [
    'invoices have no gaps, every order has one, and every refund of an order a credit note',
    /refund r2 of order c2 has 0 credit notes/,
    ({ invoices }) => void invoices.pop(),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /4 of gst were invoiced, 3 were charged/,
    ({ invoices }) => (invoices[0]!.parts.gst = 4),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /a credit note of 205 stands for a refund of 206/,
    ({ invoices }) => (invoices[3]!.parts.gst = 5),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /a credit note of 103 stands for a refund of undefined/,
    ({ invoices }) =>
      void invoices.push({
        series: 'credit-note 26-27',
        sequence: 3,
        orderId: 'c1',
        refundId: 'r9',
        parts: partsOf(1),
      }),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /the credit note of refund r1 takes something back/,
    ({ invoices }) => (invoices[2]!.parts = { subtotal: 207, gst: -1, charges: 0 }),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /7 of gst were credited, 6 were invoiced/,
    ({ invoices }) => (invoices[3]!.parts = { subtotal: 199, gst: 7, charges: 0 }),
  ],
  [
    'an invoice says what was paid, and credit notes give back no part of it twice',
    /all was paid back, 199 of subtotal credited, 200 invoiced/,
    ({ invoices }) => (invoices[3]!.parts = { subtotal: 199, gst: 7, charges: 0 }),
  ],
  [
    'no event was left behind',
    /2 events wait in the outbox of cart-order/,
    ({ events }) => (events.outboxes[0]!.waiting = 2),
  ],
  ['no event was left behind', /1 events wait in catalog.sell-hold/, ({ events }) => (events.queues[0]!.waiting = 1)],
  [
    'no event was left behind',
    /gave up on order.created.v1 of c1: no stock/,
    ({ events }) =>
      void events.deadLetters.push({ queue: 'catalog.sell', name: 'order.created.v1', key: 'c1', reason: 'no stock' }),
  ],
  [
    'no event was left behind',
    /sell never had order.created.v1 of c1/,
    ({ events }) => void events.unprocessed.push({ handler: 'sell', event: 'order.created.v1', key: 'c1' }),
  ],
  ['no event was left behind', /3 webhooks were not taken/, ({ events }) => (events.webhooks = 3)],
  [
    'nobody met an unexpected error',
    /answered 500/,
    ({ shoppers }) => (shoppers[0]!.faults = ['GET /cart answered 500']),
  ],
];

describe('the checks of a proof', () => {
  it('find nothing in a sound world', () => {
    expect(complaintsOf(soundBooks())).toEqual({});
  });

  it.each(BROKEN_BOOKS)('"%s" says %s of a broken one', (promise, says, breakIt) => {
    const books = soundBooks();
    breakIt(books);
    expect(complaintsOf(books)[promise]?.join('\n')).toMatch(says);
  });

  it('each have a broken world that they find', () => {
    expect(new Set(BROKEN_BOOKS.map(([promise]) => promise))).toEqual(new Set(CHECKS.map(({ title }) => title)));
  });
});
