import type { Agenda } from '../core/agenda.ts';
import type { Clock } from '../core/clock.ts';
import type { Faults } from '../core/faults.ts';
import { sha256, upperId } from '../core/ids.ts';
import type { Collection, Store } from '../core/store.ts';
import type { BreakdownPart, Capture, Dispute, Funding, Link, Order, PurchaseUnit, Refund } from './entities.ts';
import { refuse } from './errors.ts';
import { feeOn, minorUnits, moneyOf, type Money } from './money.ts';
import type { PayPalEvents } from './signing.ts';

export interface OrderRequest {
  intent?: unknown;
  purchase_units?: Partial<PurchaseUnit>[];
  payment_source?: { paypal?: { experience_context?: Experience } };
  application_context?: Experience;
}

interface Experience {
  return_url?: string;
  cancel_url?: string;
  brand_name?: string;
}

export interface RefundRequest {
  amount?: Partial<Money>;
  invoice_id?: string;
  custom_id?: string;
  note_to_payer?: string;
}

interface RequestResult {
  /** Call and PayPal-Request-Id. */
  id: string;
  request: string;
  entityId: string;
  at: number;
}

const HOUR_MS = 3_600_000;
const ORDER_KEY_LIFETIME_MS = 6 * HOUR_MS;
const REFUND_KEY_LIFETIME_MS = 45 * 24 * HOUR_MS;
const REFUNDABLE_MS = 180 * 24 * HOUR_MS;
const MAX_REQUEST_RESULTS = 100_000;

/** PayPal lists disputes updated within this time. */
const DISPUTES_LISTED_MS = 180 * 24 * 3_600_000;

interface DisputeQuery {
  updatedAfter: string | undefined;
  captureId: string | undefined;
  page: number;
  size: number;
}

/** PayPal's state machine: orders, captures, refunds and disputes. */
export class PayPal {
  readonly orders: Collection<Order>;
  readonly captures: Collection<Capture>;
  readonly refunds: Collection<Refund>;
  readonly disputes: Collection<Dispute>;
  readonly #requestResults: Collection<RequestResult>;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #agenda: Agenda;
  readonly #faults: Faults;
  readonly #events: PayPalEvents;
  /** Base address of links in answers and events. */
  baseUrl = 'https://api-m.sandbox.paypal.com';

  constructor(store: Store, clock: Clock, agenda: Agenda, faults: Faults, events: PayPalEvents) {
    this.#store = store;
    this.#clock = clock;
    this.#agenda = agenda;
    this.#faults = faults;
    this.#events = events;
    this.orders = store.collection('paypal_orders');
    this.captures = store.collection('paypal_captures', [['invoiceId'], ['orderId']]);
    this.refunds = store.collection('paypal_refunds', [['captureId']]);
    this.disputes = store.collection('paypal_disputes', [['captureId']]);
    this.#requestResults = store.collection('paypal_request_ids');

    agenda.on<{ id: string; completed: boolean }>('paypal.settle-capture', ({ id, completed }) =>
      this.settleCapture(id, completed),
    );
    agenda.on<{ id: string; status: 'COMPLETED' | 'FAILED' }>('paypal.settle-refund', ({ id, status }) =>
      this.settleRefund(id, status),
    );
  }

  /** Idempotent by `requestId`. @returns whether the order is new */
  createOrder(request: OrderRequest, requestId: string | undefined): { order: Order; created: boolean } {
    return this.#store.transaction(() => {
      if (request.payment_source && !requestId) throw refuse('PAYPAL_REQUEST_ID_REQUIRED');
      const before = this.#findByRequestId('order.create', requestId, request, ORDER_KEY_LIFETIME_MS);
      if (before) return { order: this.order(before), created: false };

      const units = purchaseUnits(request);
      const experience = request.payment_source?.paypal?.experience_context ?? request.application_context ?? {};
      for (const name of ['return_url', 'cancel_url'] as const) {
        const url = experience[name];
        if (url !== undefined && !isWebAddress(url)) {
          const field = `/payment_source/paypal/experience_context/${name}`;
          throw refuse('INVALID_PARAMETER_SYNTAX', { field, value: url });
        }
      }
      const now = this.#clock.iso();
      const order = this.orders.put({
        id: upperId(),
        intent: 'CAPTURE',
        status: request.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
        purchase_units: units,
        create_time: now,
        update_time: now,
        sandbox: {
          paymentSource: Boolean(request.payment_source),
          returnUrl: experience.return_url,
          cancelUrl: experience.cancel_url,
          brandName: experience.brand_name,
          captureIds: [],
        },
      });
      this.#remember('order.create', requestId, request, order.id);
      return { order, created: true };
    });
  }

  order(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw refuse('INVALID_RESOURCE_ID');
    return order;
  }

  captureOf(id: string): Capture {
    const capture = this.captures.get(id);
    if (!capture) throw refuse('INVALID_RESOURCE_ID');
    return capture;
  }

  refundOf(id: string): Refund {
    const refund = this.refunds.get(id);
    if (!refund) throw refuse('INVALID_RESOURCE_ID');
    return refund;
  }

  /** The buyer approves with `funding`; repeated after a declined instrument. No effect on a completed order. */
  approve(orderId: string, funding: Funding = 'balance'): Order {
    return this.#store.transaction(() => {
      const before = this.order(orderId);
      if (before.status === 'COMPLETED') return before;
      const order = this.orders.put({
        ...before,
        status: 'APPROVED',
        payer: {
          name: { given_name: 'John', surname: 'Doe' },
          email_address: 'buyer@sandbox.example',
          payer_id: 'QYR5Z8XDVJNXQ',
          address: { country_code: 'US' },
        },
        update_time: this.#clock.iso(),
        sandbox: { ...before.sandbox, funding },
      });
      this.#emitOrder('CHECKOUT.ORDER.APPROVED', 'An order has been approved by buyer', order);
      return order;
    });
  }

  /** The buyer withdraws the approval before the shop captures. */
  reverseApproval(orderId: string): Order {
    return this.#store.transaction(() => {
      const before = this.order(orderId);
      if (before.status !== 'APPROVED') throw refuse('ORDER_NOT_APPROVED');
      const status = before.sandbox.paymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED';
      const order = this.orders.put({ ...before, status, payer: undefined, update_time: this.#clock.iso() });
      this.#emitOrder('CHECKOUT.PAYMENT-APPROVAL.REVERSED', 'A payment has been reversed after approval.', order);
      return order;
    });
  }

  /** @param mockIssue the refusal requested through PayPal's header for negative testing */
  capture(
    orderId: string,
    requestId: string | undefined,
    mockIssue: Parameters<typeof refuse>[0] | undefined,
  ): { order: Order; created: boolean } {
    return this.#store.transaction(() => {
      const order = this.order(orderId);
      const call = `order.capture ${orderId}`;
      if (this.#findByRequestId(call, requestId, {}, ORDER_KEY_LIFETIME_MS)) return { order, created: false };
      if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw refuse('ORDER_NOT_APPROVED');
      if (mockIssue) throw refuse(mockIssue);
      for (const { invoice_id: invoiceId } of order.purchase_units) {
        if (invoiceId && this.captures.find({ invoiceId }).some((capture) => capture.status !== 'DECLINED')) {
          throw refuse('DUPLICATE_INVOICE_ID');
        }
      }
      const fault = this.#faults.take('outcome', 'paypal', 'order.capture', { params: { id: orderId }, order });
      if (fault?.kind === 'decline' || order.sandbox.funding === 'declined') {
        throw refuse('INSTRUMENT_DECLINED', {
          links: [{ href: this.approvalUrl(order), rel: 'redirect', method: 'GET' }],
        });
      }
      const pending = fault?.kind === 'pending' || order.sandbox.funding === 'echeck';
      const status = fault?.kind === 'capture-declined' ? 'DECLINED' : pending ? 'PENDING' : 'COMPLETED';
      const captures = order.purchase_units.map((unit) => this.#makeCapture(order, unit, status));
      const completed = this.orders.put({
        ...order,
        status: 'COMPLETED',
        update_time: this.#clock.iso(),
        sandbox: { ...order.sandbox, captureIds: captures.map(({ id }) => id) },
      });
      for (const capture of captures) {
        this.#emitCapture(capture);
        if (fault?.kind === 'pending' && fault.settleAfterMs !== undefined) {
          this.#agenda.add('paypal.settle-capture', this.#clock.now() + fault.settleAfterMs, {
            id: capture.id,
            completed: fault.settleTo === 'completed',
          });
        }
      }
      this.#remember(call, requestId, {}, orderId);
      return { order: completed, created: true };
    });
  }

  /** Completes or declines a pending capture. No effect in other states. */
  settleCapture(captureId: string, completed: boolean): void {
    this.#store.transaction(() => {
      const before = this.captureOf(captureId);
      if (before.status !== 'PENDING') return;
      const capture = this.captures.put({
        ...before,
        status: completed ? 'COMPLETED' : 'DECLINED',
        pendingReason: undefined,
        updateTime: this.#clock.iso(),
      });
      this.#emitCapture(capture);
    });
  }

  /** Without an amount, the remaining sum. */
  refund(captureId: string, request: RefundRequest, requestId?: string): { refund: Refund; created: boolean } {
    return this.#store.transaction(() => {
      const call = `capture.refund ${captureId}`;
      const before = this.#findByRequestId(call, requestId, request, REFUND_KEY_LIFETIME_MS);
      if (before) return { refund: this.refundOf(before), created: false };
      const refund = this.#refund(this.captureOf(captureId), request);
      this.#remember(call, requestId, request, refund.id);
      return { refund, created: true };
    });
  }

  /** Settles a pending refund, or fails a completed one, whose money returns to the shop. */
  settleRefund(refundId: string, status: 'COMPLETED' | 'FAILED'): void {
    this.#store.transaction(() => {
      const before = this.refundOf(refundId);
      if (before.status === status || before.status === 'FAILED') return;
      const refund = this.refunds.put({ ...before, status, updateTime: this.#clock.iso() });
      let capture = this.captureOf(refund.captureId);
      if (status === 'FAILED') capture = this.#setRefunded(capture, capture.refundedMinor - refund.minor);
      this.#emitRefund(refund, capture);
    });
  }

  dispute(disputeId: string): Dispute {
    const dispute = this.disputes.get(disputeId);
    if (!dispute) throw refuse('INVALID_RESOURCE_ID');
    return dispute;
  }

  /** Summaries, newest first. `updatedAfter` within the last 180 days. */
  disputeSummaries({ updatedAfter, captureId, page, size }: DisputeQuery) {
    const earliest = this.#clock.now() - DISPUTES_LISTED_MS;
    const after = updatedAfter ?? new Date(earliest).toISOString();
    if (Date.parse(after) < earliest) {
      throw refuse('INVALID_PARAMETER_VALUE', { field: 'update_time_after', value: after });
    }
    const all = this.disputes
      .find(captureId === undefined ? {} : { captureId })
      .filter(({ updateTime }) => updateTime > new Date(after).toISOString());
    const items = all.slice((page - 1) * size, page * size).map((dispute) => {
      const { disputed_transactions: _, dispute_outcome: __, ...short } = this.disputeEntity(dispute);
      return short;
    });
    return { items, hasMore: all.length > page * size };
  }

  /** The full dispute as the API returns it. */
  disputeEntity(dispute: Dispute) {
    const capture = this.captureOf(dispute.captureId);
    return {
      dispute_id: dispute.id,
      create_time: dispute.createTime,
      update_time: dispute.updateTime,
      disputed_transactions: [
        {
          seller_transaction_id: capture.id,
          invoice_number: capture.invoiceId,
          custom: capture.customId,
          gross_amount: moneyOf(capture.minor, capture.currency),
        },
      ],
      reason: dispute.reason,
      status: dispute.status,
      dispute_state: dispute.status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
      dispute_amount: moneyOf(dispute.minor, dispute.currency),
      dispute_outcome: dispute.outcome && { outcome_code: dispute.outcome },
      dispute_life_cycle_stage: 'CHARGEBACK',
    };
  }

  openDispute(captureId: string, amount: Partial<Money> | undefined, reason: string): Dispute {
    return this.#store.transaction(() => {
      const capture = this.captureOf(captureId);
      const dispute = this.disputes.put({
        id: `PP-R-${upperId(3)}-${upperId(8)}`,
        captureId,
        minor: amount ? minorUnits(amount, '/amount') : capture.minor,
        currency: capture.currency,
        reason,
        status: 'OPEN',
        createTime: this.#clock.iso(),
        updateTime: this.#clock.iso(),
      });
      this.#emitDispute('CUSTOMER.DISPUTE.CREATED', 'A new dispute opened', dispute);
      return dispute;
    });
  }

  /** In the buyer's favour: the money is withdrawn from the shop. */
  settleDispute(disputeId: string, inBuyersFavour: boolean): Dispute {
    return this.#store.transaction(() => {
      const dispute = this.disputes.put({
        ...this.dispute(disputeId),
        status: 'RESOLVED',
        updateTime: this.#clock.iso(),
        outcome: inBuyersFavour ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR',
      });
      const capture = this.captureOf(dispute.captureId);
      this.#emitDispute('CUSTOMER.DISPUTE.RESOLVED', 'A dispute was resolved', dispute);
      if (inBuyersFavour) {
        this.#events.emit(
          'PAYMENT.CAPTURE.REVERSED',
          capture.orderId,
          'capture',
          `A ${this.#money(dispute.minor, dispute.currency)} capture payment was reversed`,
          this.captureEntity(capture),
        );
      }
      return dispute;
    });
  }

  /** Address of the approval page. */
  approvalUrl = (order: Order): string => `${this.baseUrl}/checkoutnow?token=${order.id}`;

  /** The order as the API returns it; `whole` for `GET` and `Prefer: return=representation`. */
  orderEntity(order: Order, whole: boolean): Record<string, unknown> {
    const paymentSource = {
      paypal: order.payer
        ? {
            email_address: order.payer.email_address,
            account_id: order.payer.payer_id,
            account_status: 'VERIFIED',
            name: order.payer.name,
            address: order.payer.address,
          }
        : {},
    };
    const captures = order.sandbox.captureIds.map((id) => this.captureOf(id));
    const withPayments = (unit: PurchaseUnit) => {
      const own = captures.filter((capture) => capture.referenceId === unit.reference_id);
      return own.length === 0 ? {} : { payments: this.#payments(own) };
    };
    const common = {
      id: order.id,
      status: order.status,
      payment_source: order.sandbox.paymentSource || order.payer ? paymentSource : undefined,
      payer: order.payer,
      links: this.#orderLinks(order),
    };
    if (whole) {
      return {
        ...common,
        intent: order.intent,
        purchase_units: order.purchase_units.map((unit) => ({ ...unit, ...withPayments(unit) })),
        create_time: order.create_time,
        update_time: order.update_time,
      };
    }
    if (captures.length === 0) return common;
    return {
      ...common,
      purchase_units: order.purchase_units.map((unit) => ({
        reference_id: unit.reference_id,
        ...withPayments(unit),
      })),
    };
  }

  captureEntity(capture: Capture): Record<string, unknown> {
    const { currency, minor } = capture;
    const fee = feeOn(minor);
    const paid = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture.status);
    return {
      id: capture.id,
      status: capture.status,
      status_details: capture.pendingReason && { reason: capture.pendingReason },
      amount: moneyOf(minor, currency),
      final_capture: true,
      custom_id: capture.customId,
      invoice_id: capture.invoiceId,
      seller_protection: {
        status: 'ELIGIBLE',
        dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
      },
      seller_receivable_breakdown: paid
        ? {
            gross_amount: moneyOf(minor, currency),
            paypal_fee: moneyOf(fee, currency),
            net_amount: moneyOf(minor - fee, currency),
          }
        : undefined,
      supplementary_data: { related_ids: { order_id: capture.orderId } },
      links: [
        this.#link(`/v2/payments/captures/${capture.id}`, 'self'),
        this.#link(`/v2/payments/captures/${capture.id}/refund`, 'refund', 'POST'),
        this.#link(`/v2/checkout/orders/${capture.orderId}`, 'up'),
      ],
      create_time: capture.createTime,
      update_time: capture.updateTime,
    };
  }

  refundEntity(refund: Refund, whole: boolean): Record<string, unknown> {
    const links = [
      this.#link(`/v2/payments/refunds/${refund.id}`, 'self'),
      this.#link(`/v2/payments/captures/${refund.captureId}`, 'up'),
    ];
    if (!whole) return { id: refund.id, status: refund.status, links };
    const amount = moneyOf(refund.minor, refund.currency);
    return {
      id: refund.id,
      status: refund.status,
      amount,
      invoice_id: refund.invoiceId,
      custom_id: refund.customId,
      note_to_payer: refund.noteToPayer,
      seller_payable_breakdown: {
        gross_amount: amount,
        paypal_fee: moneyOf(0, refund.currency),
        net_amount: amount,
        total_refunded_amount: moneyOf(this.captureOf(refund.captureId).refundedMinor, refund.currency),
      },
      links,
      create_time: refund.createTime,
      update_time: refund.updateTime,
    };
  }

  #makeCapture(order: Order, unit: PurchaseUnit, status: 'COMPLETED' | 'PENDING' | 'DECLINED'): Capture {
    const now = this.#clock.iso();
    return this.captures.put({
      id: upperId(),
      minor: minorUnits(unit.amount, '/amount'),
      refundedMinor: 0,
      currency: unit.amount.currency_code,
      status,
      pendingReason: status === 'PENDING' ? 'ECHECK' : undefined,
      orderId: order.id,
      referenceId: unit.reference_id,
      customId: unit.custom_id,
      invoiceId: unit.invoice_id,
      createTime: now,
      updateTime: now,
    });
  }

  #refund(capture: Capture, request: RefundRequest): Refund {
    if (capture.status === 'PENDING') throw refuse('PENDING_CAPTURE');
    if (capture.status === 'REFUNDED') throw refuse('CAPTURE_FULLY_REFUNDED');
    if (capture.status === 'DECLINED') throw refuse('REFUND_NOT_ALLOWED');
    if (this.#clock.now() > Date.parse(capture.createTime) + REFUNDABLE_MS) {
      throw refuse('REFUND_TIME_LIMIT_EXCEEDED');
    }
    const left = capture.minor - capture.refundedMinor;
    const minor = request.amount ? minorUnits(request.amount, '/amount') : left;
    if (request.amount && request.amount.currency_code !== capture.currency) {
      throw refuse('REFUND_CAPTURE_CURRENCY_MISMATCH', {
        field: '/amount/currency_code',
        value: request.amount.currency_code,
      });
    }
    const wrong = { field: '/amount/value', value: request.amount?.value };
    if (minor <= 0) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE', wrong);
    if (minor > left) throw refuse('REFUND_AMOUNT_EXCEEDED', wrong);

    const fault = this.#faults.take('outcome', 'paypal', 'capture.refund', { params: { id: capture.id }, capture });
    const now = this.#clock.iso();
    const refund = this.refunds.put({
      id: upperId(),
      minor,
      currency: capture.currency,
      captureId: capture.id,
      status: fault?.kind === 'pending' ? 'PENDING' : 'COMPLETED',
      invoiceId: request.invoice_id,
      customId: request.custom_id,
      noteToPayer: request.note_to_payer,
      createTime: now,
      updateTime: now,
    });
    this.#emitRefund(refund, this.#setRefunded(capture, capture.refundedMinor + minor));
    if (fault?.kind === 'pending' && fault.settleAfterMs !== undefined) {
      const status = fault.settleTo === 'completed' ? 'COMPLETED' : 'FAILED';
      this.#agenda.add('paypal.settle-refund', this.#clock.now() + fault.settleAfterMs, { id: refund.id, status });
    }
    if (fault?.kind === 'fails-later') {
      const later = { id: refund.id, status: 'FAILED' };
      this.#agenda.add('paypal.settle-refund', this.#clock.now() + fault.afterMs, later);
    }
    return refund;
  }

  #setRefunded(capture: Capture, refundedMinor: number): Capture {
    const partial = refundedMinor > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
    return this.captures.put({
      ...capture,
      refundedMinor,
      status: refundedMinor === capture.minor ? 'REFUNDED' : partial,
      updateTime: this.#clock.iso(),
    });
  }

  #payments(captures: Capture[]): Record<string, unknown> {
    const refunds = captures.flatMap((capture) => this.refunds.find({ captureId: capture.id }, { oldestFirst: true }));
    return {
      captures: captures.map((capture) => this.captureEntity(capture)),
      refunds: refunds.length > 0 ? refunds.map((refund) => this.refundEntity(refund, true)) : undefined,
    };
  }

  #orderLinks(order: Order): Link[] {
    const self = this.#link(`/v2/checkout/orders/${order.id}`, 'self');
    const approval = { href: this.approvalUrl(order), rel: 'approve', method: 'GET' };
    const capture = this.#link(`/v2/checkout/orders/${order.id}/capture`, 'capture', 'POST');
    switch (order.status) {
      case 'CREATED':
        return [self, approval, capture];
      case 'PAYER_ACTION_REQUIRED':
        return [self, { ...approval, rel: 'payer-action' }];
      case 'APPROVED':
        return [self, capture];
      case 'COMPLETED':
        return [self];
    }
  }

  #link(path: string, rel: string, method = 'GET'): Link {
    return { href: `${this.baseUrl}${path}`, rel, method };
  }

  /** The entity created by an earlier call with that request id. */
  #findByRequestId(
    call: string,
    requestId: string | undefined,
    request: unknown,
    retentionMs: number,
  ): string | undefined {
    if (requestId === undefined) return undefined;
    const before = this.#requestResults.get(`${call} ${requestId}`);
    if (!before || before.at + retentionMs < this.#clock.now()) return undefined;
    if (before.request !== sha256(JSON.stringify(request))) throw refuse('DUPLICATE_REQUEST_ID');
    return before.entityId;
  }

  #remember(call: string, requestId: string | undefined, request: unknown, entityId: string): void {
    if (requestId === undefined) return;
    this.#requestResults.put({
      id: `${call} ${requestId}`,
      request: sha256(JSON.stringify(request)),
      entityId,
      at: this.#clock.now(),
    });
    this.#requestResults.prune(MAX_REQUEST_RESULTS);
  }

  #emitOrder(event: string, summary: string, order: Order): void {
    this.#events.emit(event, order.id, 'checkout-order', summary, this.orderEntity(order, true));
  }

  #emitCapture(capture: Capture): void {
    const said = { COMPLETED: 'completed', PENDING: 'pending', DECLINED: 'denied' } as const;
    const status = capture.status as keyof typeof said;
    this.#events.emit(
      status === 'DECLINED' ? 'PAYMENT.CAPTURE.DENIED' : `PAYMENT.CAPTURE.${status}`,
      capture.orderId,
      'capture',
      `Payment ${said[status]} for ${this.#money(capture.minor, capture.currency)}`,
      this.captureEntity(capture),
    );
  }

  #emitRefund(refund: Refund, capture: Capture): void {
    const event = refund.status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : `PAYMENT.REFUND.${refund.status}`;
    this.#events.emit(
      event,
      capture.orderId,
      'refund',
      `A ${this.#money(refund.minor, refund.currency)} capture payment was refunded`,
      { ...this.refundEntity(refund, true), custom_id: refund.customId ?? capture.customId },
    );
  }

  #emitDispute(event: string, summary: string, dispute: Dispute): void {
    const { orderId } = this.captureOf(dispute.captureId);
    this.#events.emit(event, orderId, 'dispute', summary, this.disputeEntity(dispute));
  }

  #money(minor: number, currency: string): string {
    const { value } = moneyOf(minor, currency);
    return `${value} ${currency}`;
  }
}

const ADDED: BreakdownPart[] = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'];
const DEDUCTED_PARTS: BreakdownPart[] = ['shipping_discount', 'discount'];

/** The order's purchase units, after validating their sums. */
function purchaseUnits({ intent, purchase_units: units }: OrderRequest): PurchaseUnit[] {
  if (intent === undefined) throw refuse('MISSING_REQUIRED_PARAMETER', { field: '/intent', value: '' });
  if (intent === 'AUTHORIZE') throw refuse('UNSUPPORTED_INTENT', { field: '/intent', value: intent });
  if (intent !== 'CAPTURE') throw refuse('INVALID_PARAMETER_VALUE', { field: '/intent', value: intent });
  if (!units) throw refuse('MISSING_REQUIRED_PARAMETER', { field: '/purchase_units', value: '' });
  if (units.length === 0) throw refuse('INVALID_ARRAY_MIN_ITEMS', { field: '/purchase_units', value: units });
  if (units.length > 10) throw refuse('INVALID_ARRAY_MAX_ITEMS', { field: '/purchase_units' });
  const checked = units.map((unit, index) => checkUnit(unit, `/purchase_units/${index}`));
  if (new Set(checked.map((unit) => unit.reference_id)).size < checked.length) throw refuse('DUPLICATE_REFERENCE_ID');
  if (new Set(checked.map((unit) => unit.amount.currency_code)).size > 1) throw refuse('MULTI_CURRENCY_ORDER');
  return checked;
}

function checkUnit(unit: Partial<PurchaseUnit>, at: string): PurchaseUnit {
  const { amount } = unit;
  if (!amount) throw refuse('MISSING_REQUIRED_PARAMETER', { field: `${at}/amount`, value: '' });
  for (const [field, longest] of [
    ['reference_id', 256],
    ['custom_id', 255],
    ['invoice_id', 127],
    ['description', 127],
    ['soft_descriptor', 22],
  ] as const) {
    const value = unit[field];
    if (value !== undefined && (typeof value !== 'string' || value.length === 0 || value.length > longest)) {
      throw refuse('INVALID_STRING_LENGTH', { field: `${at}/${field}`, value });
    }
  }
  const total = minorUnits(amount, `${at}/amount`);
  if (total <= 0) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE', { field: `${at}/amount/value`, value: amount.value });
  const part = (name: BreakdownPart) => {
    const given = amount.breakdown?.[name];
    if (!given) return 0;
    if (given.currency_code !== amount.currency_code) throw refuse('MULTI_CURRENCY_ORDER');
    return minorUnits(given, `${at}/amount/breakdown/${name}`);
  };
  const sum = (names: BreakdownPart[]) => names.reduce((minor, name) => minor + part(name), 0);
  if (amount.breakdown && sum(ADDED) - sum(DEDUCTED_PARTS) !== total) {
    throw refuse('AMOUNT_MISMATCH', { field: `${at}/amount/value`, value: amount.value });
  }
  if (unit.items) {
    if (!amount.breakdown?.item_total)
      throw refuse('ITEM_TOTAL_REQUIRED', { field: `${at}/amount/breakdown/item_total` });
    const items = unit.items.reduce(
      (minor, item, index) =>
        minor + minorUnits(item.unit_amount, `${at}/items/${index}/unit_amount`) * Number(item.quantity),
      0,
    );
    if (items !== part('item_total')) {
      const { value } = amount.breakdown.item_total;
      throw refuse('ITEM_TOTAL_MISMATCH', { field: `${at}/amount/breakdown/item_total/value`, value });
    }
  }
  return { ...unit, reference_id: unit.reference_id ?? 'default', amount };
}

function isWebAddress(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
