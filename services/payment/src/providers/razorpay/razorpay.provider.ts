import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import type { Config } from '../../variables.ts';
import {
  type CaptureOutcome,
  type CaptureToMake,
  isRefusal,
  type ListedRefund,
  type OrderToMake,
  type Provider,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type RefundToMake,
  type Standing,
} from '../provider.ts';
import { disputeOf } from './razorpay-dispute.ts';

/** A payment as far as it is read here. */
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

/** In one answer. */
const MOST_LISTED = 100;
/** A bank takes up a dispute within some months of the payment, and is long done with one of this age. */
const OLDEST_DISPUTE_MS = 365 * 24 * 3_600_000;

/** Razorpay by its own SDK: cards, UPI, net banking and wallets in rupees. Amounts are in paise on both sides. */
@Injectable()
export class RazorpayProvider implements Provider {
  readonly name = 'razorpay';
  readonly #logger = new Logger(RazorpayProvider.name);
  readonly #client: Razorpay;
  /** The SDK's HTTP client: its constructor neither takes an address, nor lets the header of refunds through. */
  readonly #http: AxiosInstance;

  constructor(@Inject(CONFIG) config: Config) {
    this.#client = new Razorpay({ key_id: config.RAZORPAY_KEY_ID, key_secret: config.RAZORPAY_KEY_SECRET });
    this.#http = (this.#client as unknown as { api: { rq: AxiosInstance } }).api.rq;
    this.#http.defaults.baseURL = config.RAZORPAY_BASE_URL.replace(/\/$/, '');
    this.#http.defaults.timeout = config.PROVIDER_TIMEOUT;
    // Its API never redirects, and what names our key goes nowhere else.
    this.#http.defaults.maxRedirects = 0;
  }

  async createOrder({ _id, checkoutId, amount, currency }: OrderToMake): Promise<ProviderOrder> {
    try {
      const order = await this.#call('order.create', () =>
        this.#client.orders.create({ amount, currency, receipt: _id, notes: { paymentId: _id, checkoutId } }),
      );
      return { providerOrderId: order.id };
    } catch (error) {
      // The answer may be lost, or the receipt used by a try before: then the order is there.
      const made = await this.findOrder(_id);
      if (made) return made;
      throw error;
    }
  }

  async findOrder(attemptId: string): Promise<ProviderOrder | undefined> {
    const { items } = await this.#call('order.list', () => this.#client.orders.all({ receipt: attemptId } as never));
    const order = items.find(({ receipt }) => receipt === attemptId);
    return order && { providerOrderId: order.id };
  }

  async look(providerOrderId: string): Promise<Standing> {
    const { items } = await this.#call('order.payments', () => this.#client.orders.fetchPayments(providerOrderId));
    const payments = (items as Payment[]).toSorted((a, b) => a.created_at - b.created_at);
    // A payment that was paid back in full is no longer `captured` by its status, but it was.
    const [first, ...more] = payments.filter(({ captured }) => captured).map(paymentOf);
    if (first) return { state: 'captured', payment: first, more };
    // The newest: one before it may be there because its capture was refused.
    const authorized = payments.findLast(({ status }) => status === 'authorized');
    if (authorized) return { state: 'approved', paymentId: authorized.id };
    const failure = payments.findLast(({ status }) => status === 'failed')?.error_description;
    return { state: 'unpaid', ...(failure ? { failure } : {}) };
  }

  async capture({ providerOrderId, paymentId, amount, currency }: CaptureToMake): Promise<CaptureOutcome> {
    if (paymentId === undefined) return this.look(providerOrderId);
    try {
      await this.#call('payment.capture', () => this.#client.payments.capture(paymentId, amount, currency));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      // Captured by the account's own setting meanwhile, or not to be had.
      const standing = await this.look(providerOrderId);
      return standing.state === 'approved' ? { state: 'declined', failure: error.message } : standing;
    }
    return this.look(providerOrderId);
  }

  async refund({ refundId, providerPaymentId, amount }: RefundToMake): Promise<ProviderRefund> {
    const { data } = await this.#call('payment.refund', () =>
      this.#http.post<{ id: string; status: string }>(
        `/v1/payments/${encodeURIComponent(providerPaymentId)}/refund`,
        { amount, speed: 'normal', receipt: refundId, notes: { refundId } },
        { headers: { 'X-Refund-Idempotency': refundId } },
      ),
    );
    return refundOf(data);
  }

  async lookAtRefund(providerRefundId: string): Promise<ProviderRefund> {
    return refundOf(await this.#call('refund.fetch', () => this.#client.refunds.fetch(providerRefundId)));
  }

  async refundsOf({ providerPaymentId }: { providerPaymentId: string }): Promise<ListedRefund[]> {
    const { items } = await this.#call('payment.refunds', () =>
      this.#client.payments.fetchMultipleRefund(providerPaymentId, { count: MOST_LISTED }),
    );
    return items.map((refund) => ({
      ...refundOf(refund),
      refundId: typeof refund.notes?.['refundId'] === 'string' ? refund.notes['refundId'] : undefined,
      amount: Number(refund.amount),
      currency: refund.currency,
    }));
  }

  /** Razorpay does not say when one moved: all that are young enough to move, newest first. */
  async disputes(movedAfter: Date): Promise<ProviderDispute[]> {
    const oldest = (movedAfter.getTime() - OLDEST_DISPUTE_MS) / 1_000;
    const all: ProviderDispute[] = [];
    for (;;) {
      const { items } = await this.#call('dispute.list', () =>
        this.#client.disputes.all({ count: MOST_LISTED, skip: all.length }),
      );
      all.push(...items.map(disputeOf));
      if (items.length < MOST_LISTED || items.at(-1)!.created_at < oldest) return all;
    }
  }

  /** Makes a call and sorts what went wrong: refused, or nobody knows. Nothing of the error's own text is logged. */
  async #call<T>(name: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const { status, code, description } = complaintOf(error);
      if (isRefusal(status)) {
        this.#logger.warn('Razorpay refused a call', { call: name, status, code });
        throw new ProviderRefused(description, code);
      }
      this.#logger.warn('Razorpay gave no answer to a call', { call: name, status });
      throw new ProviderUnavailable(`Razorpay: ${name}`);
    }
  }
}

const paymentOf = ({ id, amount, currency }: Payment): ProviderPayment => ({ id, amount: Number(amount), currency });

const refundOf = ({ id, status }: { id: string; status: string }): ProviderRefund => ({
  id,
  state: REFUND_STATES[status] ?? 'pending',
});

/**
 * The SDK throws `{ statusCode, error }`, axios its own error (refunds), and the SDK a TypeError where there was no
 * answer at all.
 */
function complaintOf(error: unknown): { status: number | undefined; code: string; description: string } {
  const {
    statusCode,
    error: said,
    response,
  } = (error ?? {}) as {
    statusCode?: number;
    error?: Complaint;
    response?: { status?: number; data?: { error?: Complaint } };
  };
  const complaint = said ?? response?.data?.error;
  return {
    status: statusCode ?? response?.status,
    code: complaint?.reason ?? complaint?.code ?? 'refused',
    description: complaint?.description ?? 'Razorpay refused it',
  };
}

interface Complaint {
  code?: string;
  reason?: string;
  description?: string;
}
