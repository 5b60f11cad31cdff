import { eventually } from '@shop/test-kit';
import type { Buyer } from './buyer.ts';
import type { OwnShop } from './own-shop.ts';
import { decideDispute, openDispute, refundAtProvider } from './provider-dashboard.ts';
import type { OutcomeReader } from './provider-events-outcome.ts';
import type { EventHistory, Happening } from './provider-events-plan.ts';

const WITHIN_MS = 60_000;

/** A webhook as the provider signed it. */
interface SentWebhook {
  id: string;
  event: string;
  headers: Record<string, string>;
  body: string;
}

interface StoredPurchase {
  attempts: {
    _id: string;
    state: string;
    looks: number;
    providerPaymentId?: string;
    disputes?: { status: string }[];
  }[];
  order?: { disputes?: { status: string }[]; refunds: { state: string }[] } | null;
}

/** Plays one history after the other as one buyer, whose webhooks are delivered as the history says. */
export class EventBuyer {
  readonly #shop: OwnShop;
  readonly #reader: OutcomeReader;
  readonly #buyer: Buyer;
  readonly #productId: string;

  constructor(shop: OwnShop, reader: OutcomeReader, buyer: Buyer, productId: string) {
    this.#shop = shop;
    this.#reader = reader;
    this.#buyer = buyer;
    this.#productId = productId;
  }

  /** @returns the checkout. @throws Error when the shop does not come to rest */
  async play(history: EventHistory): Promise<string> {
    const buyer = this.#buyer;
    buyer.attempts.length = 0;
    const frozen = await buyer.checkOut({ productId: this.#productId, quantity: 1 });
    if (frozen.status !== 201) throw new Error(`No checkout: ${frozen.status} ${frozen.code}`);
    const checkoutId = buyer.checkoutId!;
    await this.#begin();
    const provider = new AtProvider(this.#shop, buyer);
    const told = new Map<Happening, SentWebhook[]>();
    for (const happening of history.happenings) {
      const before = await provider.webhooks();
      await provider.make(happening);
      const known = new Set(before.map(({ id }) => id));
      told.set(
        happening,
        (await provider.webhooks()).filter(({ id }) => !known.has(id)),
      );
      if (history.isNatural && history.told.includes(happening)) await this.#deliver(told.get(happening)!);
      if (happening === 'failed' && buyer.provider === 'paypal') await this.#beginAgain(history);
    }
    if (!history.isNatural) {
      for (const [index, happening] of history.told.entries()) {
        for (let time = 0; time < 2; time += 1) await this.#deliver(told.get(happening)!);
        if (history.reconciled[index]) await this.#reconcile(checkoutId);
      }
    }
    await this.#rest(checkoutId, history);
    return checkoutId;
  }

  /** The checkout is busy until the shop has worked off that the payment before failed. */
  async #begin(): Promise<void> {
    const { status, code } = await eventually(async () => {
      const reply = await this.#buyer.begin();
      return reply.code !== 'checkout.busy' && reply;
    }, soon('a payment can begin'));
    if (status !== 201) throw new Error(`No payment: ${status} ${code}`);
  }

  /** A declined capture ends PayPal's order: the next try is another one. */
  async #beginAgain({ happenings }: EventHistory): Promise<void> {
    if (happenings.includes('captured')) await this.#begin();
  }

  /** Posts the webhooks byte for byte, and waits until they are processed. */
  async #deliver(webhooks: SentWebhook[]): Promise<void> {
    const { provider } = this.#buyer;
    for (const { headers, body } of webhooks) {
      const answer = await fetch(`${this.#shop.url}/api/v1/payment/webhooks/${provider}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      if (answer.status !== 200) throw new Error(`A webhook was answered ${answer.status}: ${await answer.text()}`);
    }
    const ids = webhooks.map(({ headers, body }) => `${provider}/${eventIdOf(headers, body)}`);
    const stored = this.#reader.db('payment').collection<{ _id: string; state: string }>('webhooks');
    await eventually(async () => {
      const waiting = await stored.countDocuments({ _id: { $in: ids }, state: 'waiting' });
      return waiting === 0;
    }, soon('the webhooks are processed'));
  }

  /** Lets the jobs ask the provider about this payment and its disputes now. */
  async #reconcile(checkoutId: string): Promise<void> {
    const payments = this.#reader.db('payment');
    const now = new Date();
    await payments
      .collection('attempts')
      .updateMany({ checkoutId, dueAt: { $exists: true } }, { $set: { dueAt: now } });
    // Not from the start of the proof: each look would read the disputes of all histories played so far.
    const seenUntil = new Date(now.getTime() - WITHIN_MS);
    await payments.collection('dispute-watches').updateMany({}, { $set: { dueAt: now, seenUntil } });
    await eventually(async () => {
      const due = { checkoutId, dueAt: { $lte: new Date() } };
      const busy = { checkoutId, claim: { $exists: true } };
      return (await payments.collection('attempts').countDocuments({ $or: [due, busy] })) === 0;
    }, soon('the reconciler has looked'));
  }

  /** Waits until the order shows what payment knows, then cancels it: what is left of the payment goes back. */
  async #rest(checkoutId: string, { happenings }: EventHistory): Promise<void> {
    if (!happenings.includes('captured')) {
      const gone = await this.#buyer.giveUp();
      if (gone.status >= 400) throw new Error(`The checkout was not given up: ${gone.status} ${gone.code}`);
      return;
    }
    await eventually(async () => {
      const { attempts, order } = await this.#stored(checkoutId);
      const captured = attempts.find(({ state }) => state === 'captured');
      if (!captured || !order) return false;
      const refunds = await this.#reader
        .db('payment')
        .collection('refunds')
        .countDocuments({ paymentId: captured._id, state: 'completed' });
      const standing = (disputes: { status: string }[] = []) => disputes.map(({ status }) => status).join();
      return (
        order.refunds.filter(({ state }) => state === 'completed').length === refunds &&
        standing(order.disputes) === standing(captured.disputes)
      );
    }, soon('the order shows what payment knows'));
    const cancelled = await this.#buyer.visitor.post(`/order/${checkoutId}/cancel`, {});
    if (cancelled.status !== 200) throw new Error(`The order was not cancelled: ${cancelled.status} ${cancelled.code}`);
  }

  async #stored(checkoutId: string): Promise<StoredPurchase> {
    const attempts = this.#reader.db('payment').collection<StoredPurchase['attempts'][number]>('attempts');
    const orders = this.#reader
      .db('cart-order')
      .collection<{ _id: string } & NonNullable<StoredPurchase['order']>>('orders');
    return {
      attempts: await attempts.find({ checkoutId }).toArray(),
      order: await orders.findOne({ _id: checkoutId }),
    };
  }
}

/** What buyers, banks and the provider's dashboard do, through the sandbox's control API. */
class AtProvider {
  readonly #shop: OwnShop;
  readonly #buyer: Buyer;
  #paymentId = '';
  #disputeId = '';
  #amount = 0;

  constructor(shop: OwnShop, buyer: Buyer) {
    this.#shop = shop;
    this.#buyer = buyer;
  }

  make(happening: Happening): Promise<void> {
    switch (happening) {
      case 'failed':
        return this.#fail();
      case 'captured':
        return this.#capture();
      case 'refund in part':
        return this.#refund(this.#part);
      case 'refund of the rest':
        return this.#refund(this.#amount - this.#part);
      case 'dispute opened':
        return this.#dispute();
      case 'dispute won':
      case 'dispute lost':
        return this.#decide(happening === 'dispute won');
    }
  }

  /** Of all orders of this purchase; the sandbox delivers none. */
  async webhooks(): Promise<SentWebhook[]> {
    const all: SentWebhook[] = [];
    for (const { providerOrder } of this.#buyer.attempts) {
      const response = await fetch(`${this.#shop.sandbox}/control/webhooks?subject=${providerOrder}&limit=100`);
      all.push(...((await response.json()) as { webhooks: SentWebhook[] }).webhooks);
    }
    return all;
  }

  /** A declined payment of the same order at Razorpay; at PayPal a declined capture, which ends the order. */
  async #fail(): Promise<void> {
    if (this.#buyer.rupees) {
      await this.#buyer.pay(undefined, 'declined');
      return;
    }
    const where = { 'params.id': this.#buyer.attempts.at(-1)!.providerOrder };
    await this.#buyer.injectFailure({ call: 'order.capture', kind: 'capture-declined', where });
    await this.#buyer.pay();
    await this.#buyer.return();
  }

  /** The provider captures, and the shop does not hear of it: the browser was closed, or the answer is lost. */
  async #capture(): Promise<void> {
    const { providerOrder } = this.#buyer.attempts.at(-1)!;
    await this.#buyer.pay();
    if (!this.#buyer.rupees) {
      const where = { 'params.id': providerOrder };
      await this.#buyer.injectFailure({ call: 'order.capture', kind: 'timeout-after', holdMs: 0, where });
      await this.#buyer.return();
    }
    await this.#readCapture();
  }

  async #refund(amount: number): Promise<void> {
    accepted(await refundAtProvider(this.#buyer, this.#paymentId, amount));
  }

  async #dispute(): Promise<void> {
    const amount = Math.floor(this.#amount / 4);
    this.#disputeId = accepted(await openDispute(this.#buyer, this.#paymentId, amount))['id']!;
  }

  async #decide(isWon: boolean): Promise<void> {
    accepted(await decideDispute(this.#buyer, this.#disputeId, isWon));
  }

  get #part(): number {
    return Math.floor(this.#amount / 3);
  }

  async #readCapture(): Promise<void> {
    const event = this.#buyer.rupees ? 'payment.captured' : 'PAYMENT.CAPTURE.COMPLETED';
    const sent = (await this.webhooks()).find((webhook) => webhook.event === event);
    if (!sent) throw new Error('Nothing was captured');
    const { payload, resource } = JSON.parse(sent.body) as {
      payload?: { payment: { entity: { id: string; amount: number } } };
      resource?: { id: string; amount: { value: string } };
    };
    const { id, amount } = payload?.payment.entity ?? {
      id: resource!.id,
      amount: Math.round(Number(resource!.amount.value) * 100),
    };
    [this.#paymentId, this.#amount] = [id, amount];
  }
}

function accepted(answer: Record<string, string>): Record<string, string> {
  if ('error' in answer || 'name' in answer) throw new Error(`The provider refused: ${JSON.stringify(answer)}`);
  return answer;
}

const soon = (what: string) => ({ what, withinMs: WITHIN_MS, everyMs: 40 });

/** The id under which payment stores a webhook. */
function eventIdOf(headers: Record<string, string>, body: string): string {
  return headers['x-razorpay-event-id'] ?? (JSON.parse(body) as { id: string }).id;
}
