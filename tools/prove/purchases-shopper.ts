import { setTimeout as wait } from 'node:timers/promises';
import { Buyer } from './buyer.ts';
import type { PlayedShop } from './own-shop.ts';
import { decideDispute, openDispute, refundAtProvider } from './provider-dashboard.ts';
import type { Bank } from './purchases-bank.ts';
import type { History } from './purchases-plan.ts';
import { type ResponseFault, type Step, stepText, type WebhookFault } from './purchases-steps.ts';
import { capturedAt } from './sandbox-control.ts';
import { editPiece } from './staff-products.ts';
import type { Reply, Visitor } from './visitor.ts';

/** Context shared by all shoppers. */
export interface ShopperContext {
  shop: PlayedShop;
  /** Product ids of the plan's pieces. */
  pieces: string[];
  staff: Visitor;
  bank: Bank;
  /** Waits until so many shoppers want the piece, or for one that does not come no longer than some time. */
  gather(piece: number, shoppers: number): Promise<void>;
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
  /** The provider's id. */
  #dispute: string | undefined;

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
      case 'rush':
        return this.#rush(step);
      case 'begin':
        return this.#begin(step.fault);
      case 'pay':
        return this.#pay(step);
      case 'return':
        return this.#return(step);
      case 'return with both':
        return this.#returnWithBoth();
      case 'staff edit':
        return this.#edit(step);
      case 'begin a transfer':
        return this.#beginTransfer();
      case 'transfer':
        return this.#transfer(step);
      case 'give the transfer up':
        return this.#giveUpTransfer();
      case 'let the transfer expire':
        return this.#expireTransfer();
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
      case 'dashboard refund':
        return this.#refundInDashboard(step);
      case 'dispute':
        return this.#openDispute(step);
      case 'decide the dispute':
        return this.#decide(step.won);
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

  async #rush({ piece, shoppers }: Extract<Step, { do: 'rush' }>): Promise<string> {
    await this.#context.gather(piece, shoppers);
    return this.#checkOut({ piece, quantity: 1 });
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
    if (webhooks) await this.buyer.injectWebhookFailure(attempt, webhookFailure(webhooks));
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

  async #returnWithBoth(): Promise<string> {
    const outcomes = await Promise.all([0, 1].map((attempt) => this.#return({ do: 'return', attempt, times: 1 })));
    return outcomes.join(' and ');
  }

  async #beginTransfer(): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to pay';
    const reply = await this.buyer.beginTransfer();
    return reply.status === 201 ? `201 ${this.buyer.transfer!.reference}` : statusText(reply);
  }

  async #transfer({ told, percent }: Extract<Step, { do: 'transfer' }>): Promise<string> {
    const { transfer, name } = this.buyer;
    if (!transfer) return 'no transfer was started';
    const paise = Math.round(transfer.amount * percent);
    return statusText(await this.#context.bank.receive(transfer.reference, paise, told, name));
  }

  async #giveUpTransfer(): Promise<string> {
    const { transfer, visitor } = this.buyer;
    if (!transfer) return 'no transfer was started';
    return statusText(await visitor.ask(`/payment/bank-transfer/${transfer.checkoutId}`, { method: 'DELETE' }));
  }

  async #expireTransfer(): Promise<string> {
    const { transfer, visitor } = this.buyer;
    if (!transfer) return 'no transfer was started';
    const ended = await this.#poll(async () => {
      const { body } = await visitor.ask(`/payment/bank-transfer/${transfer.checkoutId}`);
      return body?.transfer?.state === 'expired' || undefined;
    }, EXPIRES_WITHIN_MS);
    if (!ended) throw new Error(`Transfer ${transfer.reference} did not expire`);
    return 'expired';
  }

  #edit({ piece, edit }: Extract<Step, { do: 'staff edit' }>): Promise<string> {
    return editPiece(this.#context.staff, this.#context.pieces[piece]!, edit);
  }

  async #awaitOrder(): Promise<string> {
    if (this.buyer.attempts.length === 0 && !this.buyer.transfer) return 'not paid';
    const outcome = await this.#poll(async () => {
      // Paid without a response: the page queries the checkout's status.
      this.#paid ??= await this.buyer.paymentOfCheckout();
      if (!this.#paid) return undefined;
      const reply = await this.buyer.orderOf(this.#paid);
      if (reply.status === 200) this.orderId = reply.body.order._id;
      return reply.status === 404 ? undefined : statusText(reply);
    });
    return outcome ?? (this.#paid ? `no order for ${this.#paid}` : 'not paid');
  }

  async #giveUp(): Promise<string> {
    return this.buyer.checkoutId ? statusText(await this.buyer.giveUp()) : 'nothing to cancel';
  }

  async #expire(): Promise<string> {
    if (!this.buyer.checkoutId) return 'nothing to wait for';
    const expired = await this.#poll(
      async () => ((await this.buyer.checkoutState()) === 'expired' ? 'expired' : undefined),
      EXPIRES_WITHIN_MS,
    );
    if (!expired) throw new Error(`Checkout ${this.buyer.checkoutId} did not expire`);
    return expired;
  }

  /** Asks twice a second for something to be there. */
  async #poll<T>(probe: () => Promise<T | undefined>, withinMs = ORDER_WITHIN_MS): Promise<T | undefined> {
    for (const end = this.#context.elapsed() + withinMs; this.#context.elapsed() < end; await wait(500)) {
      const found = await probe();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #ofOrder(act: (orderId: string) => Promise<Reply>): Promise<string> {
    return this.orderId ? statusText(await act(this.orderId)) : 'no order';
  }

  #byStaff(status: 'Shipped' | 'Cancelled'): Promise<string> {
    return this.#ofOrder((id) =>
      this.#context.staff.ask(`/admin/order/status/${id}`, { method: 'PUT', body: { status } }),
    );
  }

  async #refund({ share, failsLater, fault, webhooks }: Extract<Step, { do: 'staff refund' }>): Promise<string> {
    if (!this.orderId) return 'no order';
    const { body } = await this.#context.staff.ask(`/order/${this.orderId}`);
    const { rupees, attempts } = this.buyer;
    const call = rupees ? 'payment.refund' : 'capture.refund';
    if (failsLater) {
      const where = { [rupees ? 'order.id' : 'capture.orderId']: attempts[0]!.providerOrder };
      await this.buyer.injectFailure({ call, where, kind: 'fails-later', afterMs: BANK_MS });
    }
    if (fault) {
      const where = { 'params.id': (await this.#captured())?.paymentId ?? '' };
      await this.buyer.injectFailure({ call, where, ...responseFailure(fault) });
    }
    if (webhooks) await this.#disturbWebhooks(webhooks);
    const total: number = body?.order?.totalAmount ?? 0;
    // Whole units, so that the amount is valid in every currency.
    const amount = Math.max(1, Math.floor(total * share));
    const note = 'A small mark on the clasp';
    return statusText(await this.#context.staff.create(`/admin/order/${this.orderId}/refund`, { amount, note }));
  }

  /** What the provider knows of this shopper's last payment, once it is captured. */
  #captured(): Promise<{ paymentId: string; captured: number } | undefined> {
    const orders = this.buyer.attempts.map(({ providerOrder }) => providerOrder);
    return this.#poll(async () => {
      const captured = await capturedAt(this.#context.shop.sandbox, this.buyer.provider);
      return captured.find(({ orderId }) => orders.includes(orderId));
    });
  }

  async #refundInDashboard({ share, webhooks }: Extract<Step, { do: 'dashboard refund' }>): Promise<string> {
    const payment = await this.#captured();
    if (!payment) return 'nothing was captured';
    const amount = Math.max(1, Math.floor((payment.captured * share) / 100)) * (payment.captured > 100 ? 100 : 1);
    if (webhooks) await this.#disturbWebhooks(webhooks);
    const refund = await refundAtProvider(this.buyer, payment.paymentId, amount);
    return `${refund['id'] ?? JSON.stringify(refund)} of ${amount}`;
  }

  /** Waits until staff see it, since a refund that is sent before is not refused by anybody. */
  async #openDispute({ webhooks }: Extract<Step, { do: 'dispute' }>): Promise<string> {
    if (!this.orderId) return 'no order';
    const payment = await this.#captured();
    if (payment && webhooks) await this.#disturbWebhooks(webhooks);
    this.#dispute = payment && (await openDispute(this.buyer, payment.paymentId))['id'];
    return `${this.#dispute}: ${await this.#seenByStaff(({ status }) => status === 'open' || status === 'under-review')}`;
  }

  async #decide(won: boolean): Promise<string> {
    if (!this.#dispute) return 'no dispute';
    await decideDispute(this.buyer, this.#dispute, won);
    return this.#seenByStaff(({ status }) => status === (won ? 'won' : 'lost'));
  }

  async #disturbWebhooks(fault: WebhookFault): Promise<void> {
    await this.buyer.injectWebhookFailure(this.buyer.attempts[0]!, webhookFailure(fault));
  }

  async #seenByStaff(isMeant: (dispute: { status: string }) => boolean): Promise<string> {
    const seen = await this.#pollOrder(({ disputes = [] }) => disputes.some(isMeant));
    return seen ? 'staff see it' : 'staff do not see it';
  }

  async #awaitFailure(): Promise<string> {
    if (!this.orderId) return 'no order';
    const failed = await this.#pollOrder(({ refunds = [] }) => refunds.some(({ state }) => state === 'failed'));
    return failed ? 'failed' : 'no failure was reported';
  }

  /** Waits until staff see the order as it is meant. @returns whether they do */
  async #pollOrder(isMeant: (order: OrderForStaff) => boolean): Promise<boolean> {
    const seen = await this.#poll(async () => {
      const { body } = await this.#context.staff.ask(`/order/${this.orderId}`);
      return isMeant(body?.order ?? {}) || undefined;
    });
    return seen === true;
  }
}

interface OrderForStaff {
  disputes?: { status: string }[];
  refunds?: { state: string }[];
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
