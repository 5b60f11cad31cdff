import type { CurrencyCode, DataOf, payment } from '@shop/contracts';
import type { z } from 'zod';

export type ProviderName = payment.ProviderName;
/** Of a provider that has a folder here. */
export type LiveProviderName = payment.LiveProviderName;

export interface OrderRequest {
  /** The attempt's id. */
  _id: string;
  checkoutId: string;
  userId: string;
  amount: number;
  currency: CurrencyCode;
  breakdown: { items: number; gst: number; shipping: number; extras: number };
  description: string;
  shopName: string;
}

export interface ProviderOrder {
  providerOrderId: string;
  /** Page on which the buyer approves, if the provider has one. */
  approveUrl?: string;
}

/** A payment as the provider reports it. */
export interface ProviderPayment {
  id: string;
  /** Smallest unit. */
  amount: number;
  currency: string;
}

/** The provider's order of a payment. */
export interface OrderOfPayment {
  providerOrderId: string;
  /** The attempt's id that the order carries. */
  attemptId: string | undefined;
}

/** Money that the buyer has to send outside the shop. Nothing until then makes the provider answer `denied`. */
export interface AwaitedMoney {
  until: Date;
  /** What to do, for the mail. */
  steps: DataOf<typeof payment.paymentAwaited>['steps'];
}

/**
 * Status of an order at the provider:
 * - `unpaid`: not paid; a payment may have failed, and another one is possible
 * - `approved`: the buyer approved, and the money can be captured. `paymentId` is set if a payment exists already
 * - `pending`: captured, but the provider is still waiting for the money. `awaited` is set if the buyer has to send it
 * - `captured`: the money has arrived; `more` lists additional payments of the same order
 * - `denied`: final, without money. `isLate`: what was awaited did not come in time, which the buyer is told
 */
export type ProviderStatus =
  | { state: 'unpaid'; failure?: string }
  | { state: 'approved'; paymentId?: string }
  | { state: 'pending'; paymentId?: string; awaited?: AwaitedMoney }
  | { state: 'captured'; payment: ProviderPayment; more: ProviderPayment[] }
  | { state: 'denied'; failure: string; isLate?: boolean };

/** Result of a capture. `declined`: no money was taken, and the buyer may approve again. */
export type CaptureOutcome = ProviderStatus | { state: 'declined'; failure: string };

export interface CaptureRequest {
  providerOrderId: string;
  paymentId: string | undefined;
  amount: number;
  currency: CurrencyCode;
  /** Idempotency key: the same for every retry of a capture. */
  requestId: string;
}

export interface RefundRequest {
  /** Our refund id, used as the provider's idempotency key. */
  refundId: string;
  providerPaymentId: string;
  amount: number;
  currency: CurrencyCode;
  /** Code of why. */
  reason: string;
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  id: string;
  state: 'pending' | 'completed' | 'failed';
}

/** A refund with its context, from the provider's list or a webhook. */
export interface ListedRefund extends ProviderRefund {
  /** Our refund id, if the provider returned it. */
  refundId: string | undefined;
  amount: number;
  currency: string;
}

export type DisputeStatus = z.infer<typeof payment.disputeStatus>;

/** A dispute from the provider's list or a webhook. */
export interface ProviderDispute {
  disputeId: string;
  /** The provider's own status. */
  status: string;
  /** Mapped status; `undefined` if it is not a step of a dispute. */
  disputeStatus: DisputeStatus | undefined;
  providerPaymentId: string | undefined;
  amount: number | null;
  currency: string | null;
}

/** A webhook in our terms. Amounts are never trusted: the provider is queried. */
export type WebhookNotification =
  | {
      about: 'order';
      providerOrderId: string | undefined;
      /** The attempt's id, if included: needed if the response to the order's creation was lost. */
      paymentId: string | undefined;
      /** When the buyer approved, by the provider's clock; set if the money is not captured yet. */
      approvedAt?: Date | undefined;
      providerPaymentId: string | undefined;
      amount: number | null;
      currency: string | null;
    }
  | {
      about: 'refund';
      refund: ProviderRefund;
      refundId: string | undefined;
      providerPaymentId: string;
      amount: number;
      currency: string;
    }
  | ({ about: 'dispute' } & ProviderDispute)
  | { about: 'nothing' };

/**
 * A payment provider. Provider-specific terms stay behind this interface; names, currencies and texts are declared in the
 * contracts.
 *
 * Every call may throw `ProviderUnavailable` (it is unknown whether the call had an effect) or `ProviderRefused` (it had
 * none).
 */
export interface Provider {
  readonly name: ProviderName;
  /**
   * Creates the order of an attempt. Idempotent: the same attempt gets the same order.
   * @throws Failure of the start's contract, which ends the attempt
   */
  createOrder(order: OrderRequest): Promise<ProviderOrder>;
  /** Finds an order whose creation response was lost; `undefined` if there is none that can be paid. */
  findOrder(attemptId: string): Promise<ProviderOrder | undefined>;
  /** Whether the buyer can still pay an order as far as it is known. Any order if not implemented. */
  isPayable?(order: ProviderOrder): boolean;
  fetchStatus(providerOrderId: string): Promise<ProviderStatus>;
  /** The order of a payment; `undefined` if the provider does not know the payment or it has no order. */
  orderOf(providerPaymentId: string): Promise<OrderOfPayment | undefined>;
  capture(capture: CaptureRequest): Promise<CaptureOutcome>;
  refund(refund: RefundRequest): Promise<ProviderRefund>;
  fetchRefund(providerRefundId: string): Promise<ProviderRefund>;
  /** All refunds of a payment, including those made in the provider's dashboard. */
  refundsOf(payment: { providerOrderId: string; providerPaymentId: string }): Promise<ListedRefund[]>;
  /**
   * Current disputes of the account: at least those that changed after `changedAfter`, which lies within the last 180 days.
   * Not implemented where payments cannot be disputed.
   */
  disputes?(changedAfter: Date): Promise<ProviderDispute[]>;
  /** Reads a stored webhook; only of providers that send some. @throws if it is not an event of the provider */
  parseNotification?(body: unknown): WebhookNotification;
  /** What staff have to enter before buyers can be offered it; `undefined` if nothing. */
  missing?(): Promise<string | undefined>;
}

/** No response, or one that does not tell whether the call took effect: the outcome is unknown. Never a failed payment. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider rejected the call, which had no effect. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** The provider's error code. */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** Client errors that leave the outcome open: authentication, rate limits, conflicts, timeouts. */
const INCONCLUSIVE_STATUSES = new Set([401, 403, 408, 409, 425, 429]);

export const isRefusal = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500 && !INCONCLUSIVE_STATUSES.has(status);
