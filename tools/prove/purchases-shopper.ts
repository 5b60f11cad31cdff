import { setTimeout as wait } from 'node:timers/promises';
import { Buyer } from './buyer.ts';
import type { OwnShop } from './own-shop.ts';
import { type History, type Mood, type Step, stepText, type Trouble } from './purchases-plan.ts';
import type { Reply, Visitor } from './visitor.ts';

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

const LATE_MS = 3_000;
const HOUR_MS = 3_600_000;
const BANK_MS = 4_000;
const EXPIRES_WITHIN_MS = 60_000;
const ORDER_WITHIN_MS = 40_000;

/** One history, lived in real sessions over HTTP. Whatever the shop answers, the shopper goes on as a person would. */
export class Shopper {
  readonly history: History;
  readonly buyer: Buyer;
  /** What lies in the cart unless it is bought, by product. */
  readonly added = new Map<string, number>();
  orderId: string | undefined;
  /** What happened, step by step, for the one who reads a failed run. */
  readonly notes: string[] = [];
  readonly #world: World;
  /** The provider's id of what was paid. */
  #paid: string | undefined;

  constructor(world: World, history: History) {
    this.#world = world;
    this.history = history;
    this.buyer = new Buyer(world.shop, { name: `Shopper ${history.number}`, currency: history.currency });
  }

  async play(): Promise<void> {
    try {
      await this.buyer.register();
      for (const step of this.history.steps) {
        this.#world.stepBegins();
        const began = this.#world.elapsed();
        const outcome = await this.#take(step);
        this.notes.push(`${seconds(began)}–${seconds(this.#world.elapsed())} ${stepText(step)} → ${outcome}`);
      }
    } catch (error) {
      this.notes.push(`stopped: ${(error as Error).message}`);
      this.buyer.visitor.faults.push(`a shopper could not go on: ${(error as Error).message}`);
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
        return this.#ofOrder((id) => this.buyer.visitor.post(`/order/${id}/cancel`, {}));
      case 'staff ship':
        return this.#byStaff('Shipped');
      case 'staff cancel':
        return this.#byStaff('Cancelled');
      case 'staff refund':
        return this.#refund(step);
      case 'await the failure':
        return this.#awaitFailure();
    }
  }

  async #add(productId: string, quantity: number): Promise<string> {
    const reply = await this.buyer.add({ productId, quantity });
    if (reply.status === 201) this.added.set(productId, (this.added.get(productId) ?? 0) + quantity);
    return said(reply);
  }

  async #checkOut(buyNow: { piece: number; quantity: number } | undefined): Promise<string> {
    const line = buyNow && { productId: this.#world.pieces[buyNow.piece]!, quantity: buyNow.quantity };
    const reply = await this.buyer.checkOut(line);
    return `${said(reply)} ${reply.status === 201 ? this.buyer.checkoutId : ''}`;
  }

  async #begin(trouble: Trouble | undefined): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to pay';
    if (trouble) await this.buyer.fails({ call: 'order.create', ...troubleOf(trouble) });
    const reply = await this.buyer.begin();
    return reply.status === 201 ? `201 ${this.buyer.attempts.at(-1)!.providerOrder}` : said(reply);
  }

  async #pay({ attempt: which, how, webhooks }: Extract<Step, { do: 'pay' }>): Promise<string> {
    const attempt = this.buyer.attempts[which];
    if (!attempt) return 'nothing was begun';
    const { providerOrder } = attempt;
    if (webhooks) {
      const where = { order_id: providerOrder };
      await this.buyer.fails({ call: 'webhook', where, untilRemoved: true, ...moodOf(webhooks) });
    }
    if (how === 'pending, then paid' || how === 'pending, then not') {
      const settleTo = how === 'pending, then paid' ? 'completed' : 'failed';
      const pending = { kind: 'pending', settleAfterMs: BANK_MS, settleTo };
      await this.buyer.fails({ call: 'order.capture', where: { 'order.id': providerOrder }, ...pending });
    }
    const answer = await this.buyer.pay(
      attempt,
      how === 'declined' || how === 'authorized late' ? how : 'success',
      BANK_MS,
    );
    return JSON.stringify(answer['razorpay_payment_id'] ?? answer['status'] ?? answer['error'] ?? answer);
  }

  async #return({ attempt: which, times, trouble }: Extract<Step, { do: 'return' }>): Promise<string> {
    const attempt = this.buyer.attempts[which];
    if (!this.buyer.canReturn(attempt)) return 'nothing to return with';
    if (trouble) await this.buyer.fails(troubleOf(trouble));
    const replies = await Promise.all(Array.from({ length: times }, () => this.buyer.return(attempt)));
    for (const { status, body } of replies) if (status === 200) this.#paid = body.paymentId ?? body.id ?? this.#paid;
    return replies.map((reply) => `${said(reply)} ${reply.body?.state ?? reply.body?.status ?? ''}`).join(', ');
  }

  async #awaitOrder(): Promise<string> {
    if (this.buyer.attempts.length === 0) return 'it was not paid';
    for (const end = this.#world.elapsed() + ORDER_WITHIN_MS; ; await wait(500)) {
      // Paid without an answer: the page asks how it goes.
      this.#paid ??= await this.buyer.paymentOfCheckout();
      if (this.#paid) {
        const reply = await this.buyer.orderOf(this.#paid);
        if (reply.status === 200) this.orderId = reply.body.order._id;
        if (reply.status !== 404) return said(reply);
      }
      if (this.#world.elapsed() > end) return this.#paid ? `no order of ${this.#paid} came` : 'it was not paid';
    }
  }

  async #giveUp(): Promise<string> {
    return this.buyer.checkoutId ? said(await this.buyer.giveUp()) : 'nothing to give up';
  }

  async #expire(): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to wait for';
    for (const end = this.#world.elapsed() + EXPIRES_WITHIN_MS; this.#world.elapsed() < end; await wait(500)) {
      if ((await this.buyer.checkoutState()) === 'expired') return 'it has expired';
    }
    throw new Error(`Checkout ${this.buyer.checkoutId} did not expire`);
  }

  async #ofOrder(act: (orderId: string) => Promise<Reply>): Promise<string> {
    return this.orderId ? said(await act(this.orderId)) : 'there is no order';
  }

  #byStaff(status: 'Shipped' | 'Cancelled'): Promise<string> {
    return this.#ofOrder((id) =>
      this.#world.staff.ask(`/admin/order/status/${id}`, { method: 'PUT', body: { status } }),
    );
  }

  async #refund({ share, failsLater }: Extract<Step, { do: 'staff refund' }>): Promise<string> {
    if (!this.orderId) return 'there is no order';
    const { body } = await this.#world.staff.ask(`/order/${this.orderId}`);
    if (failsLater) {
      const { rupees, attempts } = this.buyer;
      const where = { [rupees ? 'order.id' : 'capture.orderId']: attempts[0]!.providerOrder };
      const call = rupees ? 'payment.refund' : 'capture.refund';
      await this.buyer.fails({ call, where, kind: 'fails-later', afterMs: BANK_MS });
    }
    const total: number = body?.order?.totalAmount ?? 0;
    // Whole units, so that it is an amount in every currency.
    const amount = Math.max(1, Math.floor(total * share));
    const note = 'A small mark on the clasp';
    return said(await this.#world.staff.create(`/admin/order/${this.orderId}/refund`, { amount, note }));
  }

  async #awaitFailure(): Promise<string> {
    if (!this.orderId) return 'there is no order';
    for (const end = this.#world.elapsed() + ORDER_WITHIN_MS; this.#world.elapsed() < end; await wait(500)) {
      const { body } = await this.#world.staff.ask(`/order/${this.orderId}`);
      const refunds: { state: string }[] = body?.order?.refunds ?? [];
      if (refunds.some(({ state }) => state === 'failed')) return 'it has failed';
    }
    return 'no failure came';
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
