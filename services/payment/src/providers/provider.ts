import type { z } from 'zod';
import type { CurrencyCode, payment } from '@shop/contracts';

export type ProviderName = z.infer<typeof payment.paymentProvider>;

/** What an order at the provider is made of. */
export interface OrderToMake {
  /** Of our attempt. */
  _id: string;
  checkoutId: string;
  amount: number;
  currency: CurrencyCode;
  breakdown: { items: number; gst: number; shipping: number; extras: number };
  description: string;
  shopName: string;
}

export interface ProviderOrder {
  providerOrderId: string;
  /** Where the buyer approves, if that is a page. */
  approveUrl?: string;
}

/** Money at the provider, by its own account. */
export interface ProviderPayment {
  id: string;
  /** Smallest unit. */
  amount: number;
  currency: string;
}

/**
 * How an order stands at the provider:
 * - `unpaid`: nothing is paid; a try may have failed, and another one is possible
 * - `approved`: the buyer agreed, and the money can be taken. `paymentId` where there is one already
 * - `pending`: the provider has taken it and waits for it
 * - `captured`: the money is there; `more`: and came a second time
 * - `denied`: the provider is done with it, and there is no money
 */
export type Standing =
  | { state: 'unpaid'; failure?: string }
  | { state: 'approved'; paymentId?: string }
  | { state: 'pending'; payment: ProviderPayment }
  | { state: 'captured'; payment: ProviderPayment; more: ProviderPayment[] }
  | { state: 'denied'; failure: string };

/** What became of a capture: a standing, or `declined`: certainly not taken, and the buyer may agree again. */
export type CaptureOutcome = Standing | { state: 'declined'; failure: string };

export interface CaptureToMake {
  providerOrderId: string;
  paymentId: string | undefined;
  amount: number;
  currency: CurrencyCode;
  /** The same for every repetition of the same capture. */
  requestId: string;
}

export interface RefundToMake {
  /** Ours: the provider's idempotency key. */
  refundId: string;
  providerPaymentId: string;
  amount: number;
  currency: CurrencyCode;
}

/** A refund at the provider, by its own account. */
export interface ProviderRefund {
  id: string;
  state: 'pending' | 'completed' | 'failed';
}

/** The same with what it is of, as a list at the provider or a webhook tells of it. */
export interface ListedRefund extends ProviderRefund {
  /** Ours, where it came along. */
  refundId: string | undefined;
  amount: number;
  currency: string;
}

export type DisputeStatus = z.infer<typeof payment.disputeStatus>;

/** A dispute at the provider, as its list or a webhook tells of it. */
export interface ProviderDispute {
  disputeId: string;
  /** In the provider's words. */
  status: string;
  /** In ours; none where it is no step of a dispute. */
  standing: DisputeStatus | undefined;
  providerPaymentId: string | undefined;
  amount: number | null;
  currency: string | null;
}

/**
 * A provider of payments: Razorpay, PayPal. The one seam towards them; everything behind it speaks their words.
 *
 * Every call may throw `ProviderUnavailable`: then nobody knows whether it had its effect. `ProviderRefused` means that
 * it certainly had none.
 */
export interface Provider {
  readonly name: ProviderName;
  /** Makes the order of an attempt; again for the same attempt answers the same order. */
  createOrder(order: OrderToMake): Promise<ProviderOrder>;
  /** The order that a lost answer may have made; `undefined` when there is none that anybody could pay. */
  findOrder(attemptId: string): Promise<ProviderOrder | undefined>;
  look(providerOrderId: string): Promise<Standing>;
  capture(capture: CaptureToMake): Promise<CaptureOutcome>;
  refund(refund: RefundToMake): Promise<ProviderRefund>;
  lookAtRefund(providerRefundId: string): Promise<ProviderRefund>;
  /** All of a payment: those asked for here, and those made in the provider's dashboard. */
  refundsOf(payment: { providerOrderId: string; providerPaymentId: string }): Promise<ListedRefund[]>;
  /** As they stand now: of the whole account, at least those that moved after a time of the last 180 days. */
  disputes(movedAfter: Date): Promise<ProviderDispute[]>;
}

/** No answer, or one that says nothing about the call: the outcome is unknown. Never a failed payment. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider said no, and nothing happened. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** The provider's own word for it. */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** Answers without a word about the call itself: keys, limits, conflicts, trouble of their own. */
const SAYS_NOTHING = new Set([401, 403, 408, 409, 425, 429]);

export const isRefusal = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500 && !SAYS_NOTHING.has(status);
