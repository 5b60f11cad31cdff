import { mailsIn } from '@shop/test-kit';
import { type Db, MongoClient } from 'mongodb';
import { ShopEvents } from '../events/shop-events.ts';
import type { PlayedShop } from './own-shop.ts';
import type { Bank } from './purchases-bank.ts';
import type { Books, UnfinishedEvents, ProductStock } from './purchases-checks.ts';
import type { Shopper } from './purchases-shopper.ts';
import { capturedAt } from './sandbox-control.ts';

/** A stored document: this proof reads the services' databases, not their code. */
// oxlint-disable-next-line typescript/no-explicit-any -- documents of other services
type Document = any;

const MAX_WEBHOOKS = 1_000;

/** Reads the records of all parts, for the checks and to detect when everything has settled. */
export class Bookkeeper {
  readonly #shop: PlayedShop;
  readonly #mongodb: MongoClient;
  /** Handler queues may not have existed earlier: older events have no consumer. */
  readonly #opened = new Date().toISOString();
  /** Handlers that came later belong to a version that does not run any more. */
  #until: Date | undefined;
  /** By message id: the mailbox keeps only the newest mails. */
  readonly #mails = new Map<string, { to: string; subject: string; text: string; messageId: string }>();
  #mailsSeenAt = 0;

  static async open(shop: PlayedShop): Promise<Bookkeeper> {
    return new Bookkeeper(shop, await MongoClient.connect(shop.mongodbUri));
  }

  private constructor(shop: PlayedShop, mongodb: MongoClient) {
    this.#shop = shop;
    this.#mongodb = mongodb;
  }

  close(): Promise<void> {
    return this.#mongodb.close();
  }

  /** Free, held and sold stock per product. */
  async stock(): Promise<Map<string, { free: number; held: number; sold: number }>> {
    const products = await this.#all('catalog', 'products');
    return new Map(products.map(({ _id, stock, held, sold }) => [String(_id), { free: stock, held, sold }]));
  }

  /** Pieces by product, from the audit trail: the answer to an edit may be lost. */
  async #addedByStaff(since: Date): Promise<Map<string, number>> {
    const added = new Map<string, number>();
    for (const { subject, subjectId, before, after, at } of await this.#all('identity', 'audit')) {
      if (subject !== 'product' || at < since || after?.stock === undefined || before === null) continue;
      added.set(subjectId, (added.get(subjectId) ?? 0) + after.stock - before.stock);
    }
    return added;
  }

  /** Describes what is still in progress; blank when everything has settled. */
  async unsettled(): Promise<string> {
    const count = (service: string, collection: string, filter: Record<string, unknown>) =>
      this.#in(service).collection(collection).countDocuments(filter);
    const [checkouts, attempts, refunds, notices, mails, orders, waiting, invoices, events] = await Promise.all([
      count('cart-order', 'checkouts', { state: { $in: ['reserving', 'frozen', 'capturing', 'retaking'] } }),
      count('payment', 'attempts', { state: { $in: ['creating', 'open', 'capturing', 'pending'] } }),
      count('payment', 'refunds', { state: { $in: ['requested', 'pending'] } }),
      count('payment', 'webhooks', { state: 'waiting' }),
      count('content', 'mails', { state: 'queued' }),
      count('cart-order', 'orders', {}),
      count('cart-order', 'orders', { 'refunds.state': 'requested' }),
      count('cart-order', 'invoices', { kind: 'invoice' }),
      this.#events(),
    ]);
    const queued = (counts: { waiting: number }[]) => counts.reduce((sum, { waiting: count }) => sum + count, 0);
    const left = {
      'live checkouts': checkouts,
      'open payments': attempts,
      'refunds in progress': refunds,
      'unprocessed webhooks': notices,
      'queued mails': mails,
      'orders with a pending refund': waiting,
      // No invoices are issued until the seller's details are set.
      'orders without an invoice': invoices === 0 ? 0 : orders - invoices,
      'events in outboxes': queued(events.outboxes),
      'events in queues': queued(events.queues),
      'events without an effect': events.unprocessed.length,
      'undelivered webhooks': events.webhooks,
    };
    return Object.entries(left)
      .flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
      .join(', ');
  }

  /** Collects the mails that arrived since the last call. */
  async collectMails(): Promise<void> {
    const since = this.#mailsSeenAt;
    this.#mailsSeenAt = Date.now() - 2_000;
    for (const { id, to, subject, text, headers } of await mailsIn(this.#shop.mailbox, { since, limit: 1_000 })) {
      this.#mails.set(id, { to: String(to), subject, text, messageId: headers['message-id'] ?? id });
    }
  }

  /** For a shop that was restored: of what it does not know, buyers may be told again. */
  async forgetMailsOfLostOrders(): Promise<void> {
    await this.collectMails();
    const orders = (await this.#all('cart-order', 'orders')).map(({ _id }) => String(_id));
    for (const [id, { subject, text }] of this.#mails) {
      if (confirms(subject) && !orders.some((order) => text.includes(order))) this.#mails.delete(id);
    }
  }

  async read(
    shoppers: readonly Pick<Shopper, 'buyer' | 'added' | 'orderId'>[],
    {
      pieces,
      since,
      bank,
    }: { pieces: readonly Pick<ProductStock, 'productId' | 'initial'>[]; since: Date; bank: Pick<Bank, 'ledger'> },
  ): Promise<Books> {
    await this.collectMails();
    const [
      stock,
      added,
      holds,
      checkouts,
      orders,
      attempts,
      refunds,
      carts,
      invoices,
      arrivals,
      razorpay,
      paypal,
      events,
    ] = await Promise.all([
      this.stock(),
      this.#addedByStaff(since),
      this.#all('catalog', 'holds'),
      this.#all('cart-order', 'checkouts'),
      this.#all('cart-order', 'orders'),
      this.#all('payment', 'attempts'),
      this.#all('payment', 'refunds'),
      this.#all('cart-order', 'carts'),
      this.#all('cart-order', 'invoices'),
      this.#all('payment', 'bankArrivals'),
      capturedAt(this.#shop.sandbox, 'razorpay'),
      capturedAt(this.#shop.sandbox, 'paypal'),
      this.#events(),
    ]);
    const orderIds = new Set(orders.map(({ _id }) => String(_id)));
    return {
      pieces: pieces.map((piece) => ({
        ...piece,
        added: added.get(piece.productId) ?? 0,
        ...stock.get(piece.productId)!,
      })),
      holds: holds.map(({ _id, state, lines }) => ({ holdId: _id, state, lines })),
      checkouts: checkouts.map(({ _id, userId, state, source, holdId, lines, amounts, currency }) => ({
        checkoutId: _id,
        userId,
        state,
        source,
        holdId,
        lines,
        total: amounts.total,
        currency,
      })),
      orders: orders.map((order) => orderIn(order)),
      payments: [...attempts.map((attempt) => paymentIn(attempt, refunds)), ...extraIn(refunds)],
      ledger: [
        ...razorpay,
        ...paypal,
        ...bank.ledger(new Map(arrivals.map(({ _id, bankReference }) => [bankReference, String(_id)]))),
      ],
      shoppers: shoppers.map(({ buyer, added, orderId }) => ({
        userId: buyer.userId,
        email: buyer.email,
        added: [...added].map(([productId, quantity]) => ({ productId, quantity })),
        orderId,
        faults: buyer.visitor.faults,
      })),
      carts: carts.map(({ _id, lines }) => ({ userId: _id, lines })),
      mails: [...this.#mails.values()].map(({ to, subject, text, messageId }) => ({
        to,
        subject,
        messageId,
        about: confirms(subject) ? [...orderIds].find((id) => text.includes(id)) : undefined,
      })),
      invoices: invoices.map(({ kind, year, sequence, orderId, refundId, parts }) => ({
        series: `${kind} ${year}`,
        sequence,
        orderId,
        refundId: refundId ?? undefined,
        parts,
      })),
      events,
    };
  }

  /** How many transfers, arrivals and returns are in each state. */
  async transferStates(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const [name, collection] of TRANSFER_RECORDS) {
      for (const { state } of await this.#all('payment', collection)) {
        counts.set(`${name} ${state}`, (counts.get(`${name} ${state}`) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** For a version that was taken back: it does not consume the queues of handlers that the later one added. */
  ignoreHandlersSince(upgrade: Date): void {
    this.#until = upgrade;
  }

  async #events(): Promise<UnfinishedEvents> {
    const events = await ShopEvents.connect(this.#shop.mongodbUri, this.#shop.rabbitmqUrl);
    try {
      const { queues: all, outboxes } = await events.lag();
      // After going back to the version before, queues of a later generation wait for that version: it recognises what was handled.
      const known = (await events.queues()).filter(({ since }) => !(since && this.#until && since >= this.#until));
      const handlers = new Map(known.map(({ service, handler, queue }) => [queue, `${service}.${handler}`]));
      const consumed = new Set(all.filter(({ consumers }) => consumers > 0).map(({ queue }) => handlers.get(queue)));
      const queues = all.filter(
        ({ queue, consumers }) => consumers > 0 || (handlers.has(queue) && !consumed.has(handlers.get(queue))),
      );
      return {
        outboxes: outboxes.map(({ service, waiting }) => ({ service, waiting })),
        queues: queues.map(({ queue, waiting = 0 }) => ({ queue, waiting })),
        deadLetters: await events.deadLetters(),
        unprocessed: await this.#unprocessed(known),
        webhooks: await this.#pendingWebhooks(),
      };
    } finally {
      await events.close();
    }
  }

  /** Outbox events that a handler consumes but has not recorded in its inbox. */
  async #unprocessed(queues: Awaited<ReturnType<ShopEvents['queues']>>): Promise<UnfinishedEvents['unprocessed']> {
    const unprocessed: UnfinishedEvents['unprocessed'] = [];
    const published: { id: string; name: string; key: string; occurredAt: string }[] = [];
    for (const service of SERVICES) published.push(...(await this.#all(service, 'outbox')).map(({ event }) => event));
    for (const { service, handler, events, since } of queues) {
      const done = new Set((await this.#all(service, 'inbox')).map(({ _id }) => String(_id)));
      for (const { id, name, key, occurredAt } of published) {
        // A handler of an upgrade is not given what happened before it was there.
        const isOlder = since !== undefined && new Date(occurredAt) < since;
        const isExpected = events.includes(name) && occurredAt >= this.#opened && !isOlder;
        if (isExpected && !done.has(`${handler}/${id}`)) unprocessed.push({ handler, event: name, key });
      }
    }
    return unprocessed;
  }

  async #pendingWebhooks(): Promise<number> {
    const url = `${this.#shop.sandbox}/control/webhooks?state=waiting&limit=${MAX_WEBHOOKS}`;
    return ((await (await fetch(url)).json()) as { webhooks: unknown[] }).webhooks.length;
  }

  #in(service: string): Db {
    return this.#mongodb.db(`shop-${service}`);
  }

  #all(service: string, collection: string): Promise<Document[]> {
    return this.#in(service).collection(collection).find().sort({ _id: 1 }).toArray();
  }
}

const TRANSFER_RECORDS = [
  ['transfer', 'bankTransfers'],
  ['arrival', 'bankArrivals'],
  ['return', 'bankTransferReturns'],
] as const;

const SERVICES = ['catalog', 'identity', 'cart-order', 'payment', 'content'];

const confirms = (subject: string): boolean => /order .* is confirmed$/.test(subject);

type Taxed = Record<'taxable' | 'gst', number>;
const sumOf = (rows: readonly Taxed[], part: keyof Taxed) => rows.reduce((sum, row) => sum + row[part], 0);

function orderIn({
  _id,
  userId,
  status,
  holdId,
  lines,
  amounts,
  bill,
  currency,
  payment,
  refunds,
}: Document): Books['orders'][number] {
  const { total, ...parts } = amounts as Record<string, number>;
  const goods = bill.lines as Taxed[];
  const charges = Object.values<Taxed>(bill.charges);
  return {
    orderId: _id,
    userId,
    status,
    holdId,
    lines: lines.map(({ productId, quantity, unitAmount }: Document) => ({
      productId,
      quantity,
      amount: unitAmount * quantity,
    })),
    parts: Object.values(parts),
    subtotal: parts['subtotal']!,
    billed: {
      subtotal: sumOf(goods, 'taxable'),
      gst: sumOf([...goods, ...charges], 'gst'),
      charges: sumOf(charges, 'taxable'),
    },
    total: total!,
    currency,
    payment,
    refunds: refunds.map(({ refundId, amount, state }: Document) => ({ refundId, amount, state })),
  };
}

function paymentIn(attempt: Document, refunds: Document[]): Books['payments'][number] {
  const { _id: paymentId, checkoutId, userId, provider, providerPaymentId, state, amount, currency } = attempt;
  return {
    paymentId,
    checkoutId,
    userId,
    provider,
    providerPaymentId,
    state: state === 'captured' || state === 'failed' ? state : 'open',
    captured: state === 'captured' ? amount : 0,
    currency,
    refunds: refunds.flatMap((refund) =>
      refund.paymentId === paymentId && !refund.extraPaymentId ? [refundIn(refund)] : [],
    ),
  };
}

/**
 * Duplicate payments of an order, which the payment service refunds automatically: the refunds are their only record.
 */
const extraIn = (refunds: Document[]): Books['payments'] =>
  refunds.flatMap((refund) => {
    const { extraPaymentId, paymentId, checkoutId, userId, provider, amount, currency } = refund;
    if (!extraPaymentId) return [];
    const payment = {
      paymentId: `${paymentId} again`,
      checkoutId,
      userId,
      provider,
      providerPaymentId: extraPaymentId,
    };
    return [{ ...payment, state: 'captured' as const, captured: amount, currency, refunds: [refundIn(refund)] }];
  });

const refundIn = ({ _id, amount, state }: Document) => ({ refundId: _id, amount, state });
