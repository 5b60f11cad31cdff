/** The records of all parts after everything has settled. Money in the smallest unit of its currency. */
export interface Books {
  pieces: ProductStock[];
  holds: Hold[];
  checkouts: Checkout[];
  orders: Order[];
  /** From the payment service. */
  payments: Payment[];
  /** From the providers: what they captured. */
  ledger: LedgerEntry[];
  shoppers: ShopperRecord[];
  carts: { userId: string; lines: Quantities }[];
  /** `messageId`: the same if a mail server received one mail twice. `about`: the order that it confirms. */
  mails: { to: string; subject: string; messageId: string; about: string | undefined }[];
  /** Invoices, and credit notes with their refund, as numbered in their series. */
  invoices: {
    series: string;
    sequence: number;
    orderId: string;
    refundId: string | undefined;
    /** The components of its total. */
    parts: InvoicedParts;
  }[];
  events: UnfinishedEvents;
}

type Quantities = { productId: string; quantity: number }[];

type InvoicedParts = Record<'subtotal' | 'gst' | 'charges', number>;

export interface ProductStock {
  productId: string;
  /** Before the first shopper. */
  initial: { free: number; held: number; sold: number };
  /** By staff since then. */
  added: number;
  free: number;
  held: number;
  sold: number;
}

export interface Hold {
  holdId: string;
  state: string;
  lines: Quantities;
}

export interface Checkout {
  checkoutId: string;
  userId: string;
  state: string;
  source: 'cart' | 'buy-now';
  holdId: string;
  lines: Quantities;
  total: number;
  currency: string;
}

export interface Order {
  orderId: string;
  userId: string;
  status: string;
  holdId: string;
  lines: (Quantities[number] & { amount: number })[];
  /** The amounts without their sum. */
  parts: number[];
  subtotal: number;
  /** Its frozen rows: goods and charges before GST, and the GST on both. */
  billed: InvoicedParts;
  total: number;
  currency: string;
  payment: { paymentId: string; provider: string; providerPaymentId: string; amount: number };
  refunds: Refund[];
}

export interface Refund {
  refundId: string;
  amount: number;
  state: string;
}

export interface Payment {
  paymentId: string;
  checkoutId: string;
  userId: string;
  provider: string;
  providerPaymentId: string | undefined;
  /** `open` while it can still reach another state. */
  state: 'open' | 'captured' | 'failed';
  captured: number;
  currency: string;
  refunds: Refund[];
}

export interface LedgerEntry {
  provider: string;
  paymentId: string;
  currency: string;
  captured: number;
  refunded: number;
  /** Without failed ones; `reference` is the shop's. */
  refunds: { reference: string | null; amount: number }[];
  /** In disputes. */
  lost: number;
}

export interface ShopperRecord {
  userId: string;
  email: string;
  /** What was put into the cart. */
  added: Quantities;
  /** Shown to this shopper. */
  orderId: string | undefined;
  /** Responses that no shopper may get. */
  faults: readonly string[];
}

export interface UnfinishedEvents {
  /** Unpublished events. */
  outboxes: { service: string; waiting: number }[];
  queues: { queue: string; waiting: number }[];
  deadLetters: { queue: string; name: string; key: string; reason: string }[];
  /** Published events that a consuming handler has no record of. */
  unprocessed: { handler: string; event: string; key: string }[];
  /** Undelivered, at the providers. */
  webhooks: number;
}

/** A broken guarantee, and whose history explains it. */
export interface Complaint {
  text: string;
  userId?: string | undefined;
}

export interface Check {
  /** Title of the promise. */
  title: string;
  /** It compares with what shoppers have seen, which a restored shop need not know. */
  isOfShoppers?: true;
  complaints(books: Books): Complaint[];
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/** Quantity per product. */
function counted(lines: Quantities): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { productId, quantity } of lines) counts.set(productId, (counts.get(productId) ?? 0) + quantity);
  return counts;
}

const asText = (lines: Quantities): string =>
  [...counted(lines)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([productId, quantity]) => `${quantity} × ${productId}`)
    .join(', ') || 'nothing';

function groupedBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Everything except failed refunds. */
const paidBack = (refunds: readonly Refund[]): number =>
  sum(refunds.flatMap(({ state, amount }) => (state === 'failed' ? [] : [amount])));

const TERMINAL_STATES = ['ordered', 'expired', 'cancelled', 'refused', 'closed'];
const providerKey = ({ provider, paymentId }: { provider: string; paymentId: string }) => `${provider} ${paymentId}`;

export const CHECKS: readonly Check[] = [
  {
    title: 'stock is never below zero',
    complaints: ({ pieces }) =>
      pieces.flatMap(({ productId, free, held, sold }) =>
        Math.min(free, held, sold) < 0 ? [{ text: `${productId}: ${free} free, ${held} held, ${sold} sold` }] : [],
      ),
  },
  {
    title: 'sold + reserved + free is constant',
    complaints: ({ pieces }) =>
      pieces.flatMap(({ productId, initial, added, free, held, sold }) => {
        const before = initial.free + initial.held + initial.sold + added;
        const now = free + held + sold;
        return now === before ? [] : [{ text: `${productId}: there were ${before}, there are ${now}` }];
      }),
  },
  {
    title: 'every checkout has come to an end',
    complaints: ({ checkouts }) =>
      checkouts.flatMap(({ checkoutId, state, userId }) =>
        TERMINAL_STATES.includes(state) ? [] : [{ text: `checkout ${checkoutId} is ${state}`, userId }],
      ),
  },
  {
    title: 'no piece is held without an owner',
    complaints: ({ pieces, holds, checkouts }) => {
      const owners = new Map(checkouts.map((checkout) => [checkout.holdId, checkout]));
      const left = holds.filter(({ state }) => state === 'held');
      const complaints: Complaint[] = left.map(({ holdId }) => {
        const owner = owners.get(holdId);
        const whose = owner ? `checkout ${owner.checkoutId}, which is ${owner.state}` : 'nobody';
        return { text: `hold ${holdId} is held for ${whose}`, userId: owner?.userId };
      });
      const held = counted(left.flatMap(({ lines }) => lines));
      for (const piece of pieces) {
        const should = held.get(piece.productId) ?? 0;
        if (piece.held !== should) {
          complaints.push({ text: `${piece.productId}: ${piece.held} are held, the holds say ${should}` });
        }
      }
      return complaints;
    },
  },
  {
    title: 'what is sold was ordered, and what was ordered is sold',
    complaints: ({ pieces, holds, orders }) => {
      const complaints: Complaint[] = [];
      const byId = new Map(holds.map((hold) => [hold.holdId, hold]));
      for (const { orderId, userId, holdId, status, lines } of orders) {
        const hold = byId.get(holdId);
        const wanted = status === 'Cancelled' ? 'returned' : 'sold';
        if (hold?.state !== wanted) {
          complaints.push({ text: `order ${orderId} is ${status}, its hold is ${hold?.state ?? 'not there'}`, userId });
        } else if (asText(hold.lines) !== asText(lines)) {
          complaints.push({
            text: `order ${orderId} is of ${asText(lines)}, its hold of ${asText(hold.lines)}`,
            userId,
          });
        }
      }
      const ordered = new Set(orders.map(({ holdId }) => holdId));
      for (const { holdId, state } of holds) {
        if ((state === 'sold' || state === 'returned') && !ordered.has(holdId)) {
          complaints.push({ text: `hold ${holdId} is ${state} without an order` });
        }
      }
      const sold = counted(holds.flatMap(({ state, lines }) => (state === 'sold' ? lines : [])));
      for (const { productId, initial, sold: now } of pieces) {
        const should = initial.sold + (sold.get(productId) ?? 0);
        if (now !== should) complaints.push({ text: `${productId}: ${now} are sold, the holds say ${should}` });
      }
      return complaints;
    },
  },
  {
    title: 'every captured payment has one order or went back whole',
    complaints: ({ ledger, orders, payments }) => {
      const ordersOf = groupedBy(orders, ({ payment }) => `${payment.provider} ${payment.providerPaymentId}`);
      const known = new Map(payments.map((payment) => [`${payment.provider} ${payment.providerPaymentId}`, payment]));
      return ledger.flatMap((entry): Complaint[] => {
        const matching = ordersOf.get(providerKey(entry)) ?? [];
        const userId = matching[0]?.userId ?? known.get(providerKey(entry))?.userId;
        const what = `${entry.provider} captured ${entry.captured} ${entry.currency} by ${entry.paymentId}`;
        if (matching.length > 1) return [{ text: `${what}: ${matching.length} orders`, userId }];
        if (matching.length === 1 || entry.refunded === entry.captured) return [];
        return [{ text: `${what}: no order, and ${entry.refunded} went back`, userId }];
      });
    },
  },
  {
    title: 'every order was paid, once, what it comes to',
    complaints: ({ orders, checkouts, ledger }) => {
      const captured = new Map(ledger.map((entry) => [providerKey(entry), entry]));
      const frozen = new Map(checkouts.map((checkout) => [checkout.checkoutId, checkout]));
      const complaints: Complaint[] = [];
      for (const { orderId, userId, payment, lines, parts, subtotal, total, currency } of orders) {
        const say = (text: string) => complaints.push({ text: `order ${orderId} ${text}`, userId });
        const entry = captured.get(`${payment.provider} ${payment.providerPaymentId}`);
        const checkout = frozen.get(orderId);
        if (!entry) say(`is of ${payment.providerPaymentId}, which ${payment.provider} did not capture`);
        else if (entry.captured !== total || entry.currency !== currency) {
          say(`comes to ${total} ${currency}, ${entry.captured} ${entry.currency} were captured`);
        }
        if (payment.amount !== total) say(`comes to ${total}, it says that ${payment.amount} were paid`);
        if (sum(lines.map(({ amount }) => amount)) !== subtotal) say(`has lines that do not add up to ${subtotal}`);
        if (sum(parts) !== total) say(`has parts that do not add up to ${total}`);
        if (checkout?.state !== 'ordered') say(`is of a checkout that is ${checkout?.state ?? 'not there'}`);
        else if (checkout.total !== total) say(`comes to ${total}, frozen were ${checkout.total}`);
      }
      for (const [id, same] of groupedBy(orders, ({ orderId }) => orderId)) {
        if (same.length > 1) complaints.push({ text: `order ${id} is there ${same.length} times` });
      }
      const ordered = new Set(orders.map(({ orderId }) => orderId));
      for (const { checkoutId, state, userId } of checkouts) {
        if (state === 'ordered' && !ordered.has(checkoutId)) {
          complaints.push({ text: `checkout ${checkoutId} is ordered without an order`, userId });
        }
      }
      return complaints;
    },
  },
  {
    title: 'the sums of cart-order, payment and the providers are equal to the paisa',
    complaints: ({ orders, payments, ledger }) => {
      const complaints: Complaint[] = [];
      const entries = new Map(ledger.map((entry) => [providerKey(entry), entry]));
      const captured = payments.filter(({ captured: amount }) => amount > 0);
      for (const payment of captured) {
        const key = `${payment.provider} ${payment.providerPaymentId}`;
        const entry = entries.get(key);
        const { userId } = payment;
        if (entry?.captured !== payment.captured) {
          complaints.push({ text: `${key}: payment has ${payment.captured}, the provider ${entry?.captured}`, userId });
        }
        const back = paidBack(payment.refunds);
        if (entry && entry.refunded !== back) {
          complaints.push({ text: `${key}: payment paid ${back} back, the provider ${entry.refunded}`, userId });
        }
      }
      const known = new Set(captured.map(({ provider, providerPaymentId }) => `${provider} ${providerPaymentId}`));
      for (const entry of ledger) {
        if (!known.has(providerKey(entry))) {
          complaints.push({
            text: `${providerKey(entry)}: ${entry.captured} were captured, payment knows nothing of it`,
          });
        }
      }
      for (const { orderId, userId, payment, refunds } of orders) {
        const entry = entries.get(`${payment.provider} ${payment.providerPaymentId}`);
        const back = paidBack(refunds);
        if (entry && entry.refunded !== back) {
          complaints.push({
            text: `order ${orderId} shows ${back} paid back, the provider has ${entry.refunded}`,
            userId,
          });
        }
      }
      // Order payments and fully refunded ones: their sums per currency must agree on all three sides.
      const ordered = new Set(orders.map(({ payment }) => payment.paymentId));
      const away = captured.filter(({ paymentId }) => !ordered.has(paymentId));
      for (const currency of new Set([...ledger, ...payments, ...orders].map((each) => each.currency))) {
        const here = <T extends { currency: string }>(all: readonly T[]) =>
          all.filter((each) => each.currency === currency);
        const provider = sum(here(ledger).map((entry) => entry.captured));
        const paid = sum(here(captured).map((payment) => payment.captured));
        const shop = sum([
          ...here(orders).map(({ payment }) => payment.amount),
          ...here(away).map((payment) => payment.captured),
        ]);
        if (provider !== paid || provider !== shop) {
          complaints.push({ text: `${currency}: the providers have ${provider}, payment ${paid}, the orders ${shop}` });
        }
      }
      return complaints;
    },
  },
  {
    title: 'no payment is open and no refund is on its way',
    complaints: ({ payments, orders }) => [
      ...payments.flatMap(({ paymentId, state, userId }) =>
        state === 'open' ? [{ text: `payment ${paymentId} is open`, userId }] : [],
      ),
      ...[...payments, ...orders].flatMap(({ refunds, userId }) =>
        refunds.flatMap(({ refundId, state }) =>
          state === 'completed' || state === 'failed' ? [] : [{ text: `refund ${refundId} is ${state}`, userId }],
        ),
      ),
    ],
  },
  {
    title: 'no more goes back than was captured',
    complaints: ({ ledger }) =>
      ledger.flatMap((entry) =>
        entry.refunded + entry.lost > entry.captured
          ? [
              {
                text: `${providerKey(entry)}: ${entry.refunded} of ${entry.captured} went back, ${entry.lost} were lost`,
              },
            ]
          : [],
      ),
  },
  {
    // The shop adopts a second one as made in the provider's dashboard, so that the books agree.
    title: 'no refund is paid out twice',
    complaints: ({ ledger }) =>
      ledger.flatMap((entry) => {
        const byReference = Map.groupBy(
          entry.refunds.filter(({ reference }) => reference !== null),
          ({ reference }) => reference,
        );
        return [...byReference].flatMap(([reference, made]) =>
          made.length > 1 ? [{ text: `${providerKey(entry)}: refund ${reference} was made ${made.length} times` }] : [],
        );
      }),
  },
  {
    title: 'a cancelled order gave everything back but what a dispute took',
    complaints: ({ orders, ledger }) => {
      const entries = new Map(ledger.map((entry) => [providerKey(entry), entry]));
      return orders.flatMap(({ orderId, userId, status, payment, refunds }) => {
        // Staff decide about a refund that failed days later.
        if (refunds.some(({ state }) => state === 'failed')) return [];
        const entry = entries.get(`${payment.provider} ${payment.providerPaymentId}`);
        if (status !== 'Cancelled' || !entry || entry.refunded + entry.lost === entry.captured) return [];
        const { captured, refunded, lost } = entry;
        return [{ text: `order ${orderId}: ${refunded} of ${captured} went back, ${lost} were lost`, userId }];
      });
    },
  },
  {
    title: 'one cart is one order',
    complaints: ({ checkouts }) => {
      const ordered = checkouts.filter(({ source, state }) => source === 'cart' && state === 'ordered');
      return [...groupedBy(ordered, ({ userId }) => userId)].flatMap(([userId, same]) =>
        same.length > 1
          ? [{ text: `one cart became ${same.map(({ checkoutId }) => checkoutId).join(' and ')}`, userId }]
          : [],
      );
    },
  },
  {
    title: 'the cart holds what was not bought out of it',
    isOfShoppers: true,
    complaints: ({ shoppers, checkouts, carts }) => {
      const cartOf = new Map(carts.map(({ userId, lines }) => [userId, lines]));
      const bought = groupedBy(
        checkouts.filter(({ source, state }) => source === 'cart' && state === 'ordered'),
        ({ userId }) => userId,
      );
      return shoppers.flatMap(({ userId, added }) => {
        const out = counted((bought.get(userId) ?? []).flatMap(({ lines }) => lines));
        const should = added.flatMap(({ productId, quantity }) => {
          const left = quantity - (out.get(productId) ?? 0);
          return left > 0 ? [{ productId, quantity: left }] : [];
        });
        const lines = cartOf.get(userId) ?? [];
        return asText(lines) === asText(should)
          ? []
          : [{ text: `a cart holds ${asText(lines)}, not ${asText(should)}`, userId }];
      });
    },
  },
  {
    title: 'an order that was shown is there',
    isOfShoppers: true,
    complaints: ({ shoppers, orders }) => {
      const ids = new Set(orders.map(({ orderId, userId }) => `${orderId} ${userId}`));
      return shoppers.flatMap(({ userId, orderId }) =>
        orderId && !ids.has(`${orderId} ${userId}`)
          ? [{ text: `order ${orderId} was shown and is not there`, userId }]
          : [],
      );
    },
  },
  {
    title: 'every order is confirmed by one mail, and nothing else is',
    complaints: ({ orders, shoppers, mails }) => {
      const emails = new Map(shoppers.map(({ userId, email }) => [userId, email]));
      const confirmed = groupedBy(
        mails.filter(({ about }) => about !== undefined),
        ({ about }) => about!,
      );
      const complaints: Complaint[] = [];
      for (const { orderId, userId } of orders) {
        // A mail handed to the mail server twice after a lost response counts as one.
        const sent = [...new Map((confirmed.get(orderId) ?? []).map((mail) => [mail.messageId, mail])).values()];
        const strangers = sent.filter(({ to }) => to !== emails.get(userId));
        if (sent.length !== 1)
          complaints.push({ text: `order ${orderId} was confirmed by ${sent.length} mails`, userId });
        if (strangers.length > 0)
          complaints.push({ text: `order ${orderId} was confirmed to ${strangers[0]!.to}`, userId });
      }
      const ordered = new Set(orders.map(({ orderId }) => orderId));
      for (const [about, [mail]] of confirmed) {
        if (!ordered.has(about))
          complaints.push({ text: `${mail!.to} got a confirmation of ${about}, which is no order` });
      }
      return complaints;
    },
  },
  {
    title: 'invoices have no gaps, every order has one, and every refund of an order a credit note',
    complaints: ({ invoices, orders }) => {
      const complaints: Complaint[] = [];
      // No invoices are issued until the seller's details are set.
      if (invoices.length === 0) return complaints;
      for (const [series, numbered] of groupedBy(invoices, (invoice) => invoice.series)) {
        const numbers = numbered.map(({ sequence }) => sequence).sort((one, other) => one - other);
        const odd = numbers.findIndex((number, index) => number !== index + 1);
        if (odd >= 0) complaints.push({ text: `${series}: ${numbers[odd]} stands where ${odd + 1} should` });
      }
      const perOrder = groupedBy(invoices, ({ orderId }) => orderId);
      for (const { orderId, userId, refunds } of orders) {
        const issued = perOrder.get(orderId) ?? [];
        const own = issued.filter(({ refundId }) => refundId === undefined).length;
        if (own !== 1) complaints.push({ text: `order ${orderId} has ${own} invoices`, userId });
        for (const { refundId, state } of refunds) {
          const notes = issued.filter((note) => note.refundId === refundId).length;
          if (state === 'completed' && notes !== 1) {
            complaints.push({ text: `refund ${refundId} of order ${orderId} has ${notes} credit notes`, userId });
          }
        }
      }
      return complaints;
    },
  },
  {
    title: 'an invoice says what was paid, and credit notes give back no part of it twice',
    complaints: ({ invoices, orders }) => {
      const complaints: Complaint[] = [];
      const perOrder = groupedBy(invoices, ({ orderId }) => orderId);
      for (const { orderId, userId, billed: paid, total, payment, refunds } of orders) {
        const say = (text: string) => complaints.push({ text: `order ${orderId}: ${text}`, userId });
        const issued = perOrder.get(orderId) ?? [];
        const invoice = issued.find(({ refundId }) => refundId === undefined);
        // Reported above, or the seller's details are not set.
        if (!invoice) continue;
        if (sum(Object.values(paid)) !== total) say(`has a bill of ${sum(Object.values(paid))}, not ${total}`);
        // A refund that fails later cancels its credit note.
        const credited: InvoicedParts[] = [];
        for (const { refundId, parts } of issued) {
          if (refundId === undefined) continue;
          const refund = refunds.find((one) => one.refundId === refundId);
          const given = sum(Object.values(parts));
          if (given !== refund?.amount) say(`a credit note of ${given} stands for a refund of ${refund?.amount}`);
          if (Math.min(...Object.values(parts)) < 0) say(`the credit note of refund ${refundId} takes something back`);
          if (refund?.state === 'completed') credited.push(parts);
        }
        const isWhole = paidBack(refunds) === payment.amount;
        for (const part of ['subtotal', 'gst', 'charges'] as const) {
          const [invoiced, back] = [invoice.parts[part], sum(credited.map((parts) => parts[part]))];
          if (invoiced !== paid[part]) say(`${invoiced} of ${part} were invoiced, ${paid[part]} were charged`);
          if (back > invoiced) say(`${back} of ${part} were credited, ${invoiced} were invoiced`);
          else if (isWhole && back < invoiced)
            say(`all was paid back, ${back} of ${part} credited, ${invoiced} invoiced`);
        }
      }
      return complaints;
    },
  },
  {
    title: 'no event was left behind',
    complaints: ({ events }) => [
      ...events.outboxes.flatMap(({ service, waiting }) =>
        waiting > 0 ? [{ text: `${waiting} events wait in the outbox of ${service}` }] : [],
      ),
      ...events.queues.flatMap(({ queue, waiting }) =>
        waiting > 0 ? [{ text: `${waiting} events wait in ${queue}` }] : [],
      ),
      ...events.deadLetters.map(({ queue, name, key, reason }) => ({
        text: `${queue} gave up on ${name} of ${key}: ${reason}`,
      })),
      ...events.unprocessed.map(({ handler, event, key }) => ({ text: `${handler} never had ${event} of ${key}` })),
      ...(events.webhooks > 0 ? [{ text: `${events.webhooks} webhooks were not taken` }] : []),
    ],
  },
  {
    title: 'nobody met an unexpected error',
    complaints: ({ shoppers }) => shoppers.flatMap(({ userId, faults }) => faults.map((text) => ({ text, userId }))),
  },
];
