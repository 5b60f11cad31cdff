import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import type { RazorpayConfig } from './variables.ts';
import {
  type CaptureOutcome,
  type CaptureRequest,
  isRefusal,
  type ListedRefund,
  type OrderOfPayment,
  type OrderRequest,
  type Provider,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type RefundRequest,
  type ProviderStatus,
  type WebhookNotification,
} from '../provider.ts';
import { disputeOf } from './razorpay-dispute.ts';
import { parseRazorpayNotification } from './razorpay-notification.ts';

/** The fields read. */
interface Payment {
  id: string;
  amount: number | string;
  currency: string;
  status: string;
  captured: boolean | number;
  error_description?: string | null;
  created_at: number;
}

const REFUND_STATES: Record<string, ProviderRefund['state']> = {
  pending: 'pending',
  processed: 'completed',
  failed: 'failed',
};

const PAGE_SIZE = 100;
/** Banks accept disputes within some months of the payment; older ones are closed. */
const MAX_DISPUTE_AGE_MS = 365 * 24 * 3_600_000;

/** Razorpay through its SDK: cards, UPI, net banking and wallets in rupees. Amounts are in paise on both sides. */
@Injectable()
export class RazorpayProvider implements Provider {
  readonly name = 'razorpay';
  readonly #logger = new Logger(RazorpayProvider.name);
  readonly #client: Razorpay;
  /** The SDK's HTTP client: the SDK supports neither a base URL nor the idempotency header of refunds. */
  readonly #http: AxiosInstance;

  constructor(@Inject(CONFIG) config: RazorpayConfig) {
    this.#client = new Razorpay({ key_id: config.RAZORPAY_KEY_ID, key_secret: config.RAZORPAY_KEY_SECRET[0] });
    this.#http = (this.#client as unknown as { api: { rq: AxiosInstance } }).api.rq;
    this.#http.defaults.baseURL = config.RAZORPAY_BASE_URL.replace(/\/$/, '');
    this.#http.defaults.timeout = config.PROVIDER_TIMEOUT;
    // The API never redirects; the key must not be sent to another host.
    this.#http.defaults.maxRedirects = 0;
  }

  async createOrder({ _id, checkoutId, amount, currency }: OrderRequest): Promise<ProviderOrder> {
    try {
      const order = await this.#call('order.create', () =>
        this.#client.orders.create({ amount, currency, receipt: _id, notes: { paymentId: _id, checkoutId } }),
      );
      return { providerOrderId: order.id };
    } catch (error) {
      // The response may be lost, or an earlier try used the receipt: then the order exists.
      const existing = await this.findOrder(_id);
      if (existing) return existing;
      throw error;
    }
  }

  async findOrder(attemptId: string): Promise<ProviderOrder | undefined> {
    const { items } = await this.#call('order.list', () => this.#client.orders.all({ receipt: attemptId } as never));
    const order = items.find(({ receipt }) => receipt === attemptId);
    return order && { providerOrderId: order.id };
  }

  async fetchStatus(providerOrderId: string): Promise<ProviderStatus> {
    const { items } = await this.#call('order.payments', () => this.#client.orders.fetchPayments(providerOrderId));
    const payments = (items as Payment[]).toSorted((a, b) => a.created_at - b.created_at);
    // The status of a fully refunded payment is no longer `captured`, but the flag remains.
    const [first, ...more] = payments.filter(({ captured }) => captured).map(paymentOf);
    if (first) return { state: 'captured', payment: first, more };
    // The newest: the capture of an earlier one may have been refused.
    const authorized = payments.findLast(({ status }) => status === 'authorized');
    if (authorized) return { state: 'approved', paymentId: authorized.id };
    const failure = payments.findLast(({ status }) => status === 'failed')?.error_description;
    return { state: 'unpaid', ...(failure ? { failure } : {}) };
  }

  async orderOf(providerPaymentId: string): Promise<OrderOfPayment | undefined> {
    try {
      const { order_id: providerOrderId, notes } = await this.#call('payment.fetch', () =>
        this.#client.payments.fetch(providerPaymentId),
      );
      const attemptId: unknown = notes?.['paymentId'];
      if (!providerOrderId) return undefined;
      return { providerOrderId, attemptId: typeof attemptId === 'string' ? attemptId : undefined };
    } catch (error) {
      if (error instanceof ProviderRefused) return undefined;
      throw error;
    }
  }

  async capture({ providerOrderId, paymentId, amount, currency }: CaptureRequest): Promise<CaptureOutcome> {
    if (paymentId === undefined) return this.fetchStatus(providerOrderId);
    try {
      await this.#call('payment.capture', () => this.#client.payments.capture(paymentId, amount, currency));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      // Captured concurrently by the account's automatic capture, or refused.
      const status = await this.fetchStatus(providerOrderId);
      return status.state === 'approved' ? { state: 'declined', failure: error.message } : status;
    }
    return this.fetchStatus(providerOrderId);
  }

  async refund({ refundId, providerPaymentId, amount }: RefundRequest): Promise<ProviderRefund> {
    const { data } = await this.#call('payment.refund', () =>
      this.#http.post<{ id: string; status: string }>(
        `/v1/payments/${encodeURIComponent(providerPaymentId)}/refund`,
        { amount, speed: 'normal', receipt: refundId, notes: { refundId } },
        { headers: { 'X-Refund-Idempotency': refundId } },
      ),
    );
    return refundOf(data);
  }

  async fetchRefund(providerRefundId: string): Promise<ProviderRefund> {
    return refundOf(await this.#call('refund.fetch', () => this.#client.refunds.fetch(providerRefundId)));
  }

  async refundsOf({ providerPaymentId }: { providerPaymentId: string }): Promise<ListedRefund[]> {
    const { items } = await this.#call('payment.refunds', () =>
      this.#client.payments.fetchMultipleRefund(providerPaymentId, { count: PAGE_SIZE }),
    );
    return items.map((refund) => ({
      ...refundOf(refund),
      refundId: typeof refund.notes?.['refundId'] === 'string' ? refund.notes['refundId'] : undefined,
      amount: Number(refund.amount),
      currency: refund.currency,
    }));
  }

  /** Razorpay does not report when a dispute changed: lists all that are recent enough to change, newest first. */
  async disputes(changedAfter: Date): Promise<ProviderDispute[]> {
    const oldest = (changedAfter.getTime() - MAX_DISPUTE_AGE_MS) / 1_000;
    const all: ProviderDispute[] = [];
    for (;;) {
      const { items } = await this.#call('dispute.list', () =>
        this.#client.disputes.all({ count: PAGE_SIZE, skip: all.length }),
      );
      all.push(...items.map(disputeOf));
      if (items.length < PAGE_SIZE || items.at(-1)!.created_at < oldest) return all;
    }
  }

  parseNotification(body: unknown): WebhookNotification {
    return parseRazorpayNotification(body);
  }

  /** Makes a call and classifies its errors as refused or unknown. The error's text is never logged. */
  async #call<T>(name: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { status, code, description } = errorDetails(error);
      if (isRefusal(status)) {
        this.#logger.warn('Razorpay refused a call', { call: name, status, code });
        throw new ProviderRefused(description, code);
      }
      this.#logger.warn('A call to Razorpay has an unknown outcome', { call: name, status });
      throw new ProviderUnavailable(`Razorpay: ${name}`);
    }
  }
}

const paymentOf = ({ id, amount, currency }: Payment): ProviderPayment => ({ id, amount: Number(amount), currency });

const refundOf = ({ id, status }: { id: string; status: string }): ProviderRefund => ({
  id,
  state: REFUND_STATES[status] ?? 'pending',
});

/** The SDK throws `{ statusCode, error }`, or a TypeError without any response; axios (refunds) throws its own error. */
function errorDetails(error: unknown): { status: number | undefined; code: string; description: string } {
  const {
    statusCode,
    error: sdkError,
    response,
  } = (error ?? {}) as {
    statusCode?: number;
    error?: ErrorBody;
    response?: { status?: number; data?: { error?: ErrorBody } };
  };
  const body = sdkError ?? response?.data?.error;
  return {
    status: statusCode ?? response?.status,
    code: body?.reason ?? body?.code ?? 'refused',
    description: body?.description ?? 'Razorpay refused it',
  };
}

interface ErrorBody {
  code?: string;
  reason?: string;
  description?: string;
}
