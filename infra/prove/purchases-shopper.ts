import { setTimeout as wait } from 'node:timers/promises';
import type { OwnShop } from './own-shop.ts';
import { type Currency, type History, type Mood, type Step, stepText, type Trouble } from './purchases-plan.ts';
import { type Reply, Visitor } from './visitor.ts';

/** What all shoppers share. */
export interface World {
  shop: OwnShop;
  /** Ids of the products that stand for the plan's pieces. */
  pieces: string[];
  staff: Visitor;
  /** Called when a step of anybody begins. */
  stepBegins(): void;
  /** ms that have passed since the first step. */
  elapsed(): number;
}

/** One try to pay: what the provider calls it, and what the buyer's browser was handed to return with. */
interface Attempt {
  providerOrder: string;
  proof?: Record<string, string>;
  approved?: boolean;
}

const LATE_MS = 3_000;
const HOUR_MS = 3_600_000;
const BANK_MS = 4_000;
const EXPIRES_WITHIN_MS = 60_000;
const ORDER_WITHIN_MS = 40_000;

/** One history, lived in real sessions over HTTP. Whatever the shop answers, the shopper goes on as a person would. */
export class Shopper {
  readonly history: History;
  readonly email: string;
  userId = '';
  /** What lies in the cart unless it is bought, by product. */
  readonly added = new Map<string, number>();
  checkoutId: string | undefined;
  orderId: string | undefined;
  /** What happened, step by step, for the one who reads a failed run. */
  readonly notes: string[] = [];
  readonly #world: World;
  readonly #visitor: Visitor;
  readonly #attempts: Attempt[] = [];

  constructor(world: World, history: History) {
    this.#world = world;
    this.history = history;
    this.email = `shopper-${history.number}@example.com`;
    this.#visitor = new Visitor(world.shop);
  }

  get faults(): readonly string[] {
    return this.#visitor.faults;
  }

  async play(): Promise<void> {
    const { number, steps } = this.history;
    const password = `many shoppers few pieces ${number}`;
    try {
      this.userId = await this.#visitor.register({ name: `Shopper ${number}`, email: this.email, password });
      for (const step of steps) {
        this.#world.stepBegins();
        const began = this.#world.elapsed();
        const outcome = await this.#take(step);
        const times = `${seconds(began)}–${seconds(this.#world.elapsed())}`;
        this.notes.push(`${times} ${stepText(step)} → ${outcome}`);
      }
    } catch (error) {
      this.notes.push(`stopped: ${(error as Error).message}`);
      this.#visitor.faults.push(`a shopper could not go on: ${(error as Error).message}`);
    }
  }

  /** Answers in a few words what came of it. */
  #take(step: Step): Promise<string> | string {
    switch (step.do) {
      case 'add':
        return this.#add(this.#world.pieces[step.piece]!, step.quantity);
      case 'check out':
        return this.#checkOut(step.buyNow);
      case 'begin':
        return this.#begin(step.trouble);
      case 'pay':
        return this.#pay(step);
      case 'return':
        return this.#return(step);
      case 'await the order':
        return this.#awaitOrder();
      case 'give the checkout up':
        return this.#giveUp();
      case 'let it expire':
        return this.#expire();
      case 'cancel the order':
        return this.#ofOrder((id) => this.#visitor.post(`/order/${id}/cancel`, {}));
      case 'staff ship':
        return this.#byStaff('Shipped');
      case 'staff cancel':
        return this.#byStaff('Cancelled');
      case 'staff refund':
        return this.#refund(step.share);
    }
  }

  async #add(productId: string, quantity: number): Promise<string> {
    const reply = await this.#visitor.create('/cart', { productId, quantity });
    if (reply.status === 201) this.added.set(productId, (this.added.get(productId) ?? 0) + quantity);
    return said(reply);
  }

  async #checkOut(buyNow: { piece: number; quantity: number } | undefined): Promise<string> {
    const reply = await this.#visitor.create('/checkout', {
      shippingInfo: addressFor(this.history.currency, this.history.number),
      currency: this.history.currency,
      ...(buyNow && { buyNow: { productId: this.#world.pieces[buyNow.piece]!, quantity: buyNow.quantity } }),
    });
    if (reply.status === 201) this.checkoutId = reply.body.checkout._id;
    return this.checkoutId ? `${said(reply)} ${this.checkoutId}` : said(reply);
  }

  async #begin(trouble: Trouble | undefined): Promise<string> {
    const { checkoutId } = this;
    if (!checkoutId) return 'nothing to pay';
    if (trouble) await this.#fails({ call: 'order.create', ...troubleOf(trouble) });
    const reply = await this.#visitor.create(this.#rupees ? '/payment/create-order' : '/payment/paypal/create-order', {
      checkoutId,
    });
    if (reply.status !== 201) return said(reply);
    const providerOrder: string = this.#rupees ? reply.body.order.id : reply.body.id;
    this.#attempts.push({ providerOrder });
    return `${said(reply)} ${providerOrder}`;
  }

  async #pay({ attempt: which, how, webhooks }: Extract<Step, { do: 'pay' }>): Promise<string> {
    const attempt = this.#attempts[which];
    if (!attempt) return 'nothing was begun';
    const where = { order_id: attempt.providerOrder };
    if (webhooks) await this.#fails({ call: 'webhook', where, untilRemoved: true, ...moodOf(webhooks) });
    if (this.#rupees) {
      const outcome = { declined: 'failure', 'authorized late': 'late-authorization' }[how as string] ?? 'success';
      const answer = await this.#sandbox('/control/razorpay/pay', { ...where, outcome, lateAfterMs: BANK_MS });
      if (answer['razorpay_payment_id']) attempt.proof = answer;
      return JSON.stringify(answer['razorpay_payment_id'] ?? answer['error']);
    }
    if (how === 'pending, then paid' || how === 'pending, then not') {
      const settleTo = how === 'pending, then paid' ? 'completed' : 'failed';
      const pending = { kind: 'pending', settleAfterMs: BANK_MS, settleTo };
      await this.#fails({ call: 'order.capture', where: { 'order.id': attempt.providerOrder }, ...pending });
    }
    const funding = how === 'declined' ? 'declined' : 'balance';
    const answer = await this.#sandbox('/control/paypal/approve', { ...where, funding });
    attempt.approved = answer['status'] === 'APPROVED';
    return JSON.stringify(answer['status'] ?? answer);
  }

  async #return({ attempt: which, times, trouble }: Extract<Step, { do: 'return' }>): Promise<string> {
    const attempt = this.#attempts[which];
    const ready = this.#rupees ? attempt?.proof : attempt?.approved;
    if (!attempt || !ready) return 'nothing to return with';
    if (trouble) await this.#fails({ ...troubleOf(trouble) });
    const once = () =>
      this.#rupees
        ? this.#visitor.post('/payment/verify', attempt.proof!)
        : this.#visitor.post('/payment/paypal/capture-order', { orderID: attempt.providerOrder });
    const replies = await Promise.all(Array.from({ length: times }, once));
    for (const { status, body } of replies) if (status === 200) this.#paid = body.paymentId ?? body.id ?? this.#paid;
    return replies.map((reply) => `${said(reply)} ${reply.body?.state ?? reply.body?.status ?? ''}`).join(', ');
  }

  #paid: string | undefined;

  async #awaitOrder(): Promise<string> {
    if (!this.checkoutId) return 'there will be none';
    for (const end = this.#world.elapsed() + ORDER_WITHIN_MS; ;) {
      // Paid without an answer: the page asks how it goes.
      this.#paid ??= await this.#paymentOfCheckout();
      if (this.#paid) {
        const reply = await this.#visitor.post('/order/new', { paymentInfo: { id: this.#paid } });
        if (reply.status === 200) this.orderId = reply.body.order._id;
        if (reply.status !== 404) return said(reply);
      }
      if (this.#world.elapsed() > end) return this.#paid ? `no order of ${this.#paid} came` : 'it was not paid';
      if (this.#attempts.length === 0) return 'it was not paid';
      await wait(500);
    }
  }

  async #paymentOfCheckout(): Promise<string | undefined> {
    const { body } = await this.#visitor.ask(`/payment/checkout/${this.checkoutId}`);
    return body?.payment?.paymentId ?? undefined;
  }

  async #giveUp(): Promise<string> {
    if (!this.checkoutId) return 'nothing to give up';
    return said(await this.#visitor.ask(`/checkout/${this.checkoutId}`, { method: 'DELETE' }));
  }

  async #expire(): Promise<string> {
    if (!this.checkoutId) return 'nothing to wait for';
    for (const end = this.#world.elapsed() + EXPIRES_WITHIN_MS; this.#world.elapsed() < end; await wait(500)) {
      const { body } = await this.#visitor.ask(`/checkout/${this.checkoutId}`);
      if (body?.checkout?.state === 'expired') return 'it has expired';
    }
    throw new Error(`Checkout ${this.checkoutId} did not expire`);
  }

  async #ofOrder(act: (orderId: string) => Promise<Reply>): Promise<string> {
    return this.orderId ? said(await act(this.orderId)) : 'there is no order';
  }

  #byStaff(status: 'Shipped' | 'Cancelled'): Promise<string> {
    return this.#ofOrder((id) =>
      this.#world.staff.ask(`/admin/order/status/${id}`, { method: 'PUT', body: { status } }),
    );
  }

  async #refund(share: number): Promise<string> {
    if (!this.orderId) return 'there is no order';
    const { body } = await this.#world.staff.ask(`/order/${this.orderId}`);
    const total: number = body?.order?.totalAmount ?? 0;
    // Whole units, so that it is an amount in every currency.
    const amount = Math.max(1, Math.floor(total * share));
    const note = 'A small mark on the clasp';
    return said(await this.#world.staff.create(`/admin/order/${this.orderId}/refund`, { amount, note }));
  }

  get #rupees(): boolean {
    return this.history.currency === 'INR';
  }

  /** Something at the provider goes wrong the next time, or as it says. */
  #fails(failure: object): Promise<unknown> {
    return this.#sandbox('/control/failures', { provider: this.#rupees ? 'razorpay' : 'paypal', ...failure });
  }

  async #sandbox(path: string, body: object): Promise<Record<string, string>> {
    const response = await fetch(this.#world.shop.sandbox + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  }
}

const said = ({ status, code, body }: Reply): string =>
  status < 400 ? String(status) : `${status} ${code} ${body?.requestId ?? ''}`.trim();

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function troubleOf(trouble: Trouble): object {
  return trouble.startsWith('timeout') ? { kind: trouble, holdMs: 0 } : { kind: trouble, status: 502, html: true };
}

function moodOf(mood: Mood): object {
  switch (mood) {
    case 'late':
      return { kind: 'webhook-late', delayMs: LATE_MS };
    case 'an hour late':
      return { kind: 'webhook-late', delayMs: HOUR_MS };
    case 'twice':
      return { kind: 'webhook-twice', delayMs: 200 };
    case 'out-of-order':
      return { kind: 'webhook-out-of-order', delayMs: LATE_MS };
    case 'never':
    case 'wrong-signature':
      return { kind: `webhook-${mood}` };
  }
}

const ABROAD: Record<Exclude<Currency, 'INR'>, { city: string; state: string; pincode: string; country: string }> = {
  USD: { city: 'San Francisco', state: 'California', pincode: '94103', country: 'United States' },
  EUR: { city: 'Berlin', state: 'Berlin', pincode: '10115', country: 'Germany' },
  GBP: { city: 'London', state: 'London', pincode: 'SW1A 1AA', country: 'United Kingdom' },
  JPY: { city: 'Tokyo', state: 'Tokyo', pincode: '1000001', country: 'Japan' },
};

/** In India of two states, so that both kinds of GST are charged. */
function addressFor(currency: Currency, number: number): object {
  const person = { name: `Shopper ${number}`, phone: '+91 98765 43210', street: `${number} MG Road` };
  if (currency !== 'INR') return { ...person, ...ABROAD[currency] };
  const place =
    number % 2 === 0
      ? { city: 'Jaipur', state: 'Rajasthan', pincode: '302001' }
      : { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' };
  return { ...person, ...place, country: 'India' };
}
