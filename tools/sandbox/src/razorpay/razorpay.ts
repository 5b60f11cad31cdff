import crypto from 'node:crypto';
import type { Config } from '../config.ts';
import type { Agenda } from '../core/agenda.ts';
import type { Clock } from '../core/clock.ts';
import type { Faults } from '../core/faults.ts';
import { digits, randomId, sha256 } from '../core/ids.ts';
import type { Collection, Page, Store } from '../core/store.ts';
import type {
  CaptureMode,
  Card,
  Dispute,
  Method,
  Notes,
  Order,
  Payment,
  PaymentError,
  PaymentFailure,
  PaymentProof,
  Refund,
} from './entities.ts';
import { badRequest, unknownId } from './errors.ts';
import type { RazorpayEvents } from './events.ts';

export interface OrderRequest {
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  capture: CaptureMode | undefined;
}

export interface Instrument {
  method: Method;
  card?: { name: string; number: string };
  bank?: string;
  vpa?: string;
}

export interface Payer {
  email: string;
  contact: string;
}

export interface RefundRequest {
  /** Undefined: the remaining sum. */
  amount: number | undefined;
  speed: string;
  notes: Notes;
  receipt: string | null;
}

export type Outcome = 'success' | 'failure' | 'late-authorization';

interface IdempotentRefund {
  /** Idempotency key. */
  id: string;
  request: string;
  refundId: string;
}

const DAY_MS = 24 * 3600 * 1000;
const UNCAPTURED_REFUND_AFTER_MS = 3 * DAY_MS;
const NO_ERROR: PaymentError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};
const DECLINED: PaymentError = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description:
    "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};
const TIMED_OUT: PaymentError = {
  error_code: 'GATEWAY_ERROR',
  error_description: 'Your payment was not completed on time. Try again or complete the payment later.',
  error_source: 'gateway',
  error_step: 'payment_authorization',
  error_reason: 'payment_timed_out',
};
const CANCELLED: PaymentError = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment has been cancelled. Try again or complete the payment later.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_cancelled',
};

/** Razorpay's state machine: orders, payments, refunds and disputes. */
export class Razorpay {
  readonly orders: Collection<Order>;
  readonly payments: Collection<Payment>;
  readonly refunds: Collection<Refund>;
  readonly disputes: Collection<Dispute>;
  readonly #idempotentRefunds: Collection<IdempotentRefund>;
  readonly #keySecret: string;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #agenda: Agenda;
  readonly #faults: Faults;
  readonly #events: RazorpayEvents;

  constructor(
    config: Config['razorpay'],
    store: Store,
    clock: Clock,
    agenda: Agenda,
    faults: Faults,
    events: RazorpayEvents,
  ) {
    this.#keySecret = config.keySecret;
    this.#store = store;
    this.#clock = clock;
    this.#agenda = agenda;
    this.#faults = faults;
    this.#events = events;
    this.orders = store.collection('razorpay_orders', [['receipt']]);
    this.payments = store.collection('razorpay_payments', [['order_id']]);
    this.refunds = store.collection('razorpay_refunds', [['payment_id']]);
    this.disputes = store.collection('razorpay_disputes', [['payment_id']]);
    this.#idempotentRefunds = store.collection('razorpay_idempotent_refunds');

    agenda.on<string>('razorpay.authorize-late', (paymentId) => this.authorizeLate(paymentId));
    agenda.on<string>('razorpay.return-uncaptured', (paymentId) => this.#returnUncaptured(paymentId));
    agenda.on<{ id: string; status: 'processed' | 'failed' }>('razorpay.settle-refund', ({ id, status }) =>
      this.settleRefund(id, status),
    );
  }

  createOrder({ amount, currency, receipt, notes, capture }: OrderRequest): Order {
    return this.#store.transaction(() => {
      if (receipt !== null && this.orders.find({ receipt }, { limit: 1 }).length > 0) {
        throw badRequest('Receipt should be unique.', { field: 'receipt' });
      }
      return this.orders.put({
        id: randomId('order_'),
        entity: 'order',
        amount,
        amount_paid: 0,
        amount_due: amount,
        currency,
        receipt,
        offer_id: null,
        status: 'created',
        attempts: 0,
        notes,
        created_at: this.#clock.seconds(),
        sandbox: { capture: capture ?? this.defaultCapture() },
      });
    });
  }

  /** The account's setting for orders that do not specify it. */
  defaultCapture(): CaptureMode {
    return this.#store.setting('razorpay-capture') ?? 'automatic';
  }

  setDefaultCapture(mode: CaptureMode): void {
    this.#store.set('razorpay-capture', mode);
  }

  order(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw unknownId();
    return order;
  }

  payment(id: string): Payment {
    const payment = this.payments.get(id);
    if (!payment) throw unknownId();
    return payment;
  }

  refundOf(id: string, paymentId?: string): Refund {
    const refund = this.refunds.get(id);
    if (!refund || (paymentId !== undefined && refund.payment_id !== paymentId)) throw unknownId();
    return refund;
  }

  paymentsOf(orderId: string, page?: Page): Payment[] {
    return this.payments.find({ order_id: this.order(orderId).id }, page);
  }

  /** The customer chose an instrument and pressed Pay: `created`, waiting for the bank. */
  startPayment(orderId: string, instrument: Instrument, payer: Payer, description: string | null): Payment {
    return this.#store.transaction(() => {
      const order = this.order(orderId);
      if (order.status === 'paid') {
        throw badRequest('Your payment has been declined as the order is already paid.', {
          reason: 'order_already_paid',
          metadata: { order_id: order.id },
        });
      }
      const card = instrument.card && cardOf(instrument.card);
      const payment = this.payments.put({
        id: randomId('pay_'),
        entity: 'payment',
        amount: order.amount_due,
        currency: order.currency,
        status: 'created',
        order_id: order.id,
        invoice_id: null,
        international: false,
        method: instrument.method,
        amount_refunded: 0,
        refund_status: null,
        captured: false,
        description,
        card_id: card?.id ?? null,
        bank: instrument.bank ?? null,
        wallet: null,
        vpa: instrument.vpa ?? null,
        email: payer.email,
        contact: payer.contact,
        notes: order.notes,
        fee: null,
        tax: null,
        ...NO_ERROR,
        acquirer_data: acquirerData(instrument.method),
        created_at: this.#clock.seconds(),
        sandbox: { card },
      });
      this.orders.put({ ...order, attempts: order.attempts + 1 });
      return payment;
    });
  }

  /**
   * The bank answers. An injected failure overrides `outcome`. `lateAfterMs`: delay of a late authorisation.
   * @returns what the checkout hands to the page: the signed proof, or the failure.
   */
  finishPayment(paymentId: string, outcome: Outcome, lateAfterMs = 600_000): PaymentProof | PaymentFailure {
    return this.#store.transaction(() => {
      const payment = this.payment(paymentId);
      if (payment.status !== 'created') throw badRequest('The payment has already been processed.');
      const order = this.order(payment.order_id);
      const fault = this.#faults.take('outcome', 'razorpay', 'checkout.pay', { order, payment });
      if (fault?.kind === 'decline') {
        return this.#fail(payment, {
          ...DECLINED,
          error_code: fault.code ?? DECLINED.error_code,
          error_description: fault.description ?? DECLINED.error_description,
          error_reason: fault.reason ?? DECLINED.error_reason,
        });
      }
      if (fault?.kind === 'late-authorization' || outcome === 'late-authorization') {
        const afterMs = fault?.kind === 'late-authorization' ? fault.afterMs : lateAfterMs;
        this.#agenda.add('razorpay.authorize-late', this.#clock.now() + afterMs, payment.id);
        return this.#fail(payment, TIMED_OUT);
      }
      if (outcome === 'failure') return this.#fail(payment, DECLINED);
      this.#authorize(payment);
      return this.proof(payment);
    });
  }

  /** The customer closed the checkout while waiting for the bank. */
  cancelPayment(paymentId: string): PaymentFailure {
    return this.#store.transaction(() => {
      const payment = this.payment(paymentId);
      if (payment.status !== 'created') throw badRequest('The payment has already been processed.');
      return this.#fail(payment, CANCELLED);
    });
  }

  proof({ id, order_id: orderId }: Payment): PaymentProof {
    const signature = crypto.createHmac('sha256', this.#keySecret).update(`${orderId}|${id}`).digest('hex');
    return { razorpay_payment_id: id, razorpay_order_id: orderId, razorpay_signature: signature };
  }

  /** Authorises a failed payment late. No effect in other states. */
  authorizeLate(paymentId: string): void {
    this.#store.transaction(() => {
      const payment = this.payment(paymentId);
      if (payment.status === 'failed') this.#authorize({ ...payment, ...NO_ERROR });
    });
  }

  /** `again`: also for a paid order, as banks and the dashboard can cause. */
  capture(paymentId: string, amount: number, currency: string, { again = false } = {}): Payment {
    return this.#store.transaction(() => {
      const payment = this.payment(paymentId);
      if (payment.captured) {
        throw badRequest('This payment has already been captured', { metadata: { payment_id: payment.id } });
      }
      if (payment.status !== 'authorized') {
        throw badRequest('Only payments which have been authorized and not yet captured can be captured');
      }
      if (currency !== payment.currency) {
        throw badRequest('The currency of capture must be the same as the currency of the payment.', {
          field: 'currency',
        });
      }
      if (amount !== payment.amount) {
        throw badRequest('Capture amount must be equal to the amount authorized.', {
          step: 'payment_capture',
          reason: 'capture_amount_mismatch',
          field: 'amount',
        });
      }
      if (!again && this.order(payment.order_id).status === 'paid') {
        throw badRequest('Your payment has been declined as the order is already paid.');
      }
      return this.#capture(payment);
    });
  }

  /** Idempotent by key. Refunds from the dashboard have no key. */
  refund(paymentId: string, request: RefundRequest, idempotencyKey?: string): Refund {
    return this.#store.transaction(() => {
      const written = sha256(JSON.stringify([paymentId, request]));
      const before = idempotencyKey === undefined ? undefined : this.#idempotentRefunds.get(idempotencyKey);
      if (before && before.request !== written) {
        throw badRequest('Different request with the same idempotency key has already been processed.');
      }
      if (before) return this.refundOf(before.refundId);
      const refund = this.#refund(this.payment(paymentId), request);
      if (idempotencyKey !== undefined) {
        this.#idempotentRefunds.put({ id: idempotencyKey, request: written, refundId: refund.id });
      }
      return refund;
    });
  }

  /** Settles a pending refund, or fails a processed one, whose money returns to the shop. */
  settleRefund(refundId: string, status: 'processed' | 'failed'): void {
    this.#store.transaction(() => {
      const before = this.refundOf(refundId);
      if (before.status === status || before.status === 'failed') return;
      const refund = this.refunds.put({
        ...before,
        status,
        acquirer_data: { arn: status === 'processed' ? digits(23) : null },
      });
      let payment = this.payment(refund.payment_id);
      if (status === 'failed') payment = this.#setRefunded(payment, payment.amount_refunded - refund.amount);
      this.#emitRefund(`refund.${status}`, refund, payment);
    });
  }

  dispute(disputeId: string): Dispute {
    const dispute = this.disputes.get(disputeId);
    if (!dispute) throw unknownId();
    return dispute;
  }

  openDispute(paymentId: string, amount: number | undefined, reasonCode: string): Dispute {
    return this.#store.transaction(() => {
      const payment = this.payment(paymentId);
      if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken');
      const dispute = this.disputes.put({
        id: randomId('disp_'),
        entity: 'dispute',
        payment_id: payment.id,
        amount: amount ?? payment.amount,
        currency: payment.currency,
        amount_deducted: 0,
        reason_code: reasonCode,
        respond_by: this.#clock.seconds() + (7 * DAY_MS) / 1000,
        status: 'open',
        phase: 'chargeback',
        created_at: this.#clock.seconds(),
      });
      this.#emitDispute('created', dispute, payment);
      return dispute;
    });
  }

  /** `lost`: the money is withdrawn from the shop. */
  settleDispute(disputeId: string, status: Exclude<Dispute['status'], 'open'>): Dispute {
    return this.#store.transaction(() => {
      const before = this.dispute(disputeId);
      const dispute = this.disputes.put({
        ...before,
        status,
        amount_deducted: status === 'lost' ? before.amount : 0,
      });
      this.#emitDispute(status, dispute, this.payment(dispute.payment_id));
      return dispute;
    });
  }

  #authorize(authorized: Payment): void {
    const payment = this.payments.put({ ...authorized, status: 'authorized' });
    const order = this.#attempted(payment.order_id);
    this.#emit('payment.authorized', payment);
    if (order.sandbox.capture === 'automatic' && order.status !== 'paid') this.#capture(payment);
    else this.#agenda.add('razorpay.return-uncaptured', this.#clock.now() + UNCAPTURED_REFUND_AFTER_MS, payment.id);
  }

  #capture(authorized: Payment): Payment {
    // 2 % plus 18 % GST on it; `fee` includes both.
    const bare = Math.round(authorized.amount * 0.02);
    const tax = Math.round(bare * 0.18);
    const payment = this.payments.put({
      ...authorized,
      status: 'captured',
      captured: true,
      fee: bare + tax,
      tax,
    });
    const order = this.orders.put({
      ...this.order(payment.order_id),
      status: 'paid',
      amount_paid: payment.amount,
      amount_due: 0,
    });
    this.#emit('payment.captured', payment);
    this.#emit('order.paid', payment, { order: publicOf(order) });
    return payment;
  }

  #fail(created: Payment, error: PaymentError): PaymentFailure {
    const payment = this.payments.put({ ...created, ...error, status: 'failed' });
    this.#attempted(payment.order_id);
    this.#emit('payment.failed', payment);
    return {
      error: {
        code: error.error_code!,
        description: error.error_description!,
        source: error.error_source!,
        step: error.error_step!,
        reason: error.error_reason!,
        metadata: { payment_id: payment.id, order_id: payment.order_id },
      },
    };
  }

  #attempted(orderId: string): Order {
    const order = this.order(orderId);
    return order.status === 'created' ? this.orders.put({ ...order, status: 'attempted' }) : order;
  }

  #refund(payment: Payment, { amount: asked, speed, notes, receipt }: RefundRequest): Refund {
    if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already');
    if (payment.status !== 'captured') {
      throw badRequest('The payment status should be captured for action to be taken');
    }
    const left = payment.amount - payment.amount_refunded;
    const amount = asked ?? left;
    if (amount > left) {
      throw badRequest('The total refund amount is greater than the refund payment amount', { field: 'amount' });
    }
    const fault = this.#faults.take('outcome', 'razorpay', 'payment.refund', {
      payment,
      order: this.order(payment.order_id),
      refund: { amount },
    });
    const pending = fault?.kind === 'pending';
    const refund = this.#makeRefund(payment, amount, { speed, notes, receipt }, pending ? 'pending' : 'processed');
    if (fault?.kind === 'pending' && fault.settleAfterMs !== undefined) {
      const status = fault.settleTo === 'completed' ? 'processed' : 'failed';
      this.#agenda.add('razorpay.settle-refund', this.#clock.now() + fault.settleAfterMs, { id: refund.id, status });
    }
    if (fault?.kind === 'fails-later') {
      const later = { id: refund.id, status: 'failed' };
      this.#agenda.add('razorpay.settle-refund', this.#clock.now() + fault.afterMs, later);
    }
    return refund;
  }

  #makeRefund(
    paid: Payment,
    amount: number,
    { speed, notes, receipt }: Omit<RefundRequest, 'amount'>,
    status: 'pending' | 'processed',
  ): Refund {
    const refund = this.refunds.put({
      id: randomId('rfnd_'),
      entity: 'refund',
      amount,
      currency: paid.currency,
      payment_id: paid.id,
      notes,
      receipt,
      acquirer_data: { arn: status === 'processed' ? digits(23) : null },
      created_at: this.#clock.seconds(),
      batch_id: null,
      status,
      speed_processed: speed === 'optimum' ? 'instant' : 'normal',
      speed_requested: speed,
    });
    const payment = this.#setRefunded(paid, paid.amount_refunded + amount);
    this.#emitRefund('refund.created', refund, payment);
    if (status === 'processed') this.#emitRefund('refund.processed', refund, payment);
    return refund;
  }

  /** An expired authorisation returns to the customer. */
  #returnUncaptured(paymentId: string): void {
    const payment = this.payment(paymentId);
    if (payment.status !== 'authorized') return;
    this.#makeRefund(payment, payment.amount, { speed: 'normal', notes: [], receipt: null }, 'processed');
  }

  #setRefunded(payment: Payment, amount: number): Payment {
    const full = amount === payment.amount;
    const unrefunded = payment.captured ? 'captured' : 'authorized';
    return this.payments.put({
      ...payment,
      amount_refunded: amount,
      refund_status: full ? 'full' : amount > 0 ? 'partial' : null,
      status: full ? 'refunded' : unrefunded,
    });
  }

  #emit(event: string, payment: Payment, more: Record<string, unknown> = {}): void {
    this.#events.emit(event, payment.order_id, { payment: publicOf(payment), ...more });
  }

  #emitRefund(event: string, refund: Refund, payment: Payment): void {
    this.#events.emit(event, payment.order_id, { refund, payment: publicOf(payment) });
  }

  #emitDispute(what: string, dispute: Dispute, payment: Payment): void {
    this.#events.emit(`payment.dispute.${what}`, payment.order_id, { payment: publicOf(payment), dispute });
  }
}

/** The entity as the API returns it. */
export function publicOf<T extends { sandbox: unknown }>({ sandbox: _, ...shown }: T): Omit<T, 'sandbox'> {
  return shown;
}

function cardOf({ name, number }: { name: string; number: string }): Card {
  const network = [
    ['Visa', /^4/],
    ['MasterCard', /^(5[1-5]|2[2-7])/],
    ['American Express', /^3[47]/],
    ['RuPay', /^(6|8[12])/],
  ].find(([, prefix]) => (prefix as RegExp).test(number));
  return {
    id: randomId('card_'),
    entity: 'card',
    name,
    last4: number.slice(-4),
    network: (network?.[0] as string) ?? 'Unknown',
    type: 'credit',
    issuer: null,
    international: false,
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
  };
}

function acquirerData(method: Method): Payment['acquirer_data'] {
  switch (method) {
    case 'card':
      return { auth_code: digits(6) };
    case 'upi':
      return { rrn: digits(12), upi_transaction_id: crypto.randomBytes(16).toString('hex').toUpperCase() };
    case 'netbanking':
      return { bank_transaction_id: digits(7) };
  }
}
