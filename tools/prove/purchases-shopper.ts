import { setTimeout as wait } from 'node:timers/promises';
import { Buyer } from './buyer.ts';
import type { OwnShop } from './own-shop.ts';
import { type History, type WebhookFault, type Step, stepText, type ResponseFault } from './purchases-plan.ts';
import type { Reply, Visitor } from './visitor.ts';

/** Context shared by all shoppers. */
export interface ShopperContext {
  shop: OwnShop;
  /** Product ids of the plan's pieces. */
  pieces: string[];
  staff: Visitor;
  /** Called before each step of any shopper. */
  onStep(): void;
  /** ms since the first step. */
  elapsed(): number;
}

const LATE_MS = 3_000;
const HOUR_MS = 3_600_000;
const BANK_MS = 4_000;
const EXPIRES_WITHIN_MS = 60_000;
const ORDER_WITHIN_MS = 40_000;

/** Plays one history in real sessions over HTTP. Shop errors do not stop it: the shopper goes on as a person would. */
export class Shopper {
  readonly history: History;
  readonly buyer: Buyer;
  /** Cart contents unless bought, by product. */
  readonly added = new Map<string, number>();
  orderId: string | undefined;
  /** Step-by-step log for failed runs. */
  readonly notes: string[] = [];
  readonly #context: ShopperContext;
  /** The provider's id of the successful payment. */
  #paid: string | undefined;

  constructor(context: ShopperContext, history: History) {
    this.#context = context;
    this.history = history;
    this.buyer = new Buyer(context.shop, { name: `Shopper ${history.number}`, currency: history.currency });
  }

  async play(): Promise<void> {
    try {
      await this.buyer.register();
      for (const step of this.history.steps) {
        this.#context.onStep();
        const began = this.#context.elapsed();
        const outcome = await this.#take(step);
        this.notes.push(`${seconds(began)}–${seconds(this.#context.elapsed())} ${stepText(step)} → ${outcome}`);
      }
    } catch (error) {
      this.notes.push(`stopped: ${(error as Error).message}`);
      this.buyer.visitor.faults.push(`a shopper could not continue: ${(error as Error).message}`);
    }
  }

  /** @returns a short description of the outcome. */
  #take(step: Step): Promise<string> | string {
    switch (step.do) {
      case 'add':
        return this.#add(this.#context.pieces[step.piece]!, step.quantity);
      case 'check out':
        return this.#checkOut(step.buyNow);
      case 'begin':
        return this.#begin(step.fault);
      case 'pay':
        return this.#pay(step);
      case 'return':
        return this.#return(step);
      case 'await the order':
        return this.#awaitOrder();
      case 'cancel the checkout':
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
    return statusText(reply);
  }

  async #checkOut(buyNow: { piece: number; quantity: number } | undefined): Promise<string> {
    const line = buyNow && { productId: this.#context.pieces[buyNow.piece]!, quantity: buyNow.quantity };
    const reply = await this.buyer.checkOut(line);
    return `${statusText(reply)} ${reply.status === 201 ? this.buyer.checkoutId : ''}`;
  }

  async #begin(fault: ResponseFault | undefined): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to pay';
    if (fault) await this.buyer.injectFailure({ call: 'order.create', ...responseFailure(fault) });
    const reply = await this.buyer.begin();
    return reply.status === 201 ? `201 ${this.buyer.attempts.at(-1)!.providerOrder}` : statusText(reply);
  }

  async #pay({ attempt: which, how, webhooks }: Extract<Step, { do: 'pay' }>): Promise<string> {
    const attempt = this.buyer.attempts[which];
    if (!attempt) return 'no payment was started';
    const { providerOrder } = attempt;
    if (webhooks) {
      const where = { order_id: providerOrder };
      await this.buyer.injectFailure({ call: 'webhook', where, untilRemoved: true, ...webhookFailure(webhooks) });
    }
    if (how === 'pending, then paid' || how === 'pending, then not') {
      const settleTo = how === 'pending, then paid' ? 'completed' : 'failed';
      const pending = { kind: 'pending', settleAfterMs: BANK_MS, settleTo };
      await this.buyer.injectFailure({ call: 'order.capture', where: { 'order.id': providerOrder }, ...pending });
    }
    const answer = await this.buyer.pay(
      attempt,
      how === 'declined' || how === 'authorized late' ? how : 'success',
      BANK_MS,
    );
    return JSON.stringify(answer['razorpay_payment_id'] ?? answer['status'] ?? answer['error'] ?? answer);
  }

  async #return({ attempt: which, times, fault }: Extract<Step, { do: 'return' }>): Promise<string> {
    const attempt = this.buyer.attempts[which];
    if (!this.buyer.canReturn(attempt)) return 'nothing to return with';
    if (fault) await this.buyer.injectFailure(responseFailure(fault));
    const replies = await Promise.all(Array.from({ length: times }, () => this.buyer.return(attempt)));
    for (const { status, body } of replies) if (status === 200) this.#paid = body.paymentId ?? body.id ?? this.#paid;
    return replies.map((reply) => `${statusText(reply)} ${reply.body?.state ?? reply.body?.status ?? ''}`).join(', ');
  }

  async #awaitOrder(): Promise<string> {
    if (this.buyer.attempts.length === 0) return 'not paid';
    for (const end = this.#context.elapsed() + ORDER_WITHIN_MS; ; await wait(500)) {
      // Paid without a response: the page queries the checkout's status.
      this.#paid ??= await this.buyer.paymentOfCheckout();
      if (this.#paid) {
        const reply = await this.buyer.orderOf(this.#paid);
        if (reply.status === 200) this.orderId = reply.body.order._id;
        if (reply.status !== 404) return statusText(reply);
      }
      if (this.#context.elapsed() > end) return this.#paid ? `no order for ${this.#paid}` : 'not paid';
    }
  }

  async #giveUp(): Promise<string> {
    return this.buyer.checkoutId ? statusText(await this.buyer.giveUp()) : 'nothing to cancel';
  }

  async #expire(): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to wait for';
    for (const end = this.#context.elapsed() + EXPIRES_WITHIN_MS; this.#context.elapsed() < end; await wait(500)) {
      if ((await this.buyer.checkoutState()) === 'expired') return 'expired';
    }
    throw new Error(`Checkout ${this.buyer.checkoutId} did not expire`);
  }

  async #ofOrder(act: (orderId: string) => Promise<Reply>): Promise<string> {
    return this.orderId ? statusText(await act(this.orderId)) : 'no order';
  }

  #byStaff(status: 'Shipped' | 'Cancelled'): Promise<string> {
    return this.#ofOrder((id) =>
      this.#context.staff.ask(`/admin/order/status/${id}`, { method: 'PUT', body: { status } }),
    );
  }

  async #refund({ share, failsLater }: Extract<Step, { do: 'staff refund' }>): Promise<string> {
    if (!this.orderId) return 'no order';
    const { body } = await this.#context.staff.ask(`/order/${this.orderId}`);
    if (failsLater) {
      const { rupees, attempts } = this.buyer;
      const where = { [rupees ? 'order.id' : 'capture.orderId']: attempts[0]!.providerOrder };
      const call = rupees ? 'payment.refund' : 'capture.refund';
      await this.buyer.injectFailure({ call, where, kind: 'fails-later', afterMs: BANK_MS });
    }
    const total: number = body?.order?.totalAmount ?? 0;
    // Whole units, so that the amount is valid in every currency.
    const amount = Math.max(1, Math.floor(total * share));
    const note = 'A small mark on the clasp';
    return statusText(await this.#context.staff.create(`/admin/order/${this.orderId}/refund`, { amount, note }));
  }

  async #awaitFailure(): Promise<string> {
    if (!this.orderId) return 'no order';
    for (const end = this.#context.elapsed() + ORDER_WITHIN_MS; this.#context.elapsed() < end; await wait(500)) {
      const { body } = await this.#context.staff.ask(`/order/${this.orderId}`);
      const refunds: { state: string }[] = body?.order?.refunds ?? [];
      if (refunds.some(({ state }) => state === 'failed')) return 'failed';
    }
    return 'no failure was reported';
  }
}

const statusText = ({ status, code, body }: Reply): string =>
  status < 400 ? String(status) : `${status} ${code} ${body?.requestId ?? ''}`.trim();

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function responseFailure(fault: ResponseFault): object {
  return fault.startsWith('timeout') ? { kind: fault, holdMs: 0 } : { kind: fault, status: 502, html: true };
}

function webhookFailure(fault: WebhookFault): object {
  switch (fault) {
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
      return { kind: `webhook-${fault}` };
  }
}
