import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import type { ComponentType } from 'react';
import type { Checkout } from '../../api.ts';

/**
 * What became of a payment, as far as the browser knows:
 * - `captured`: its order follows
 * - `unknown`: money may have moved; the shop finds out
 * - `unpaid`: another payment can be started; `declined`: what the bank said, empty if it gave no reason
 * - `redirected`: the browser is on its way to the provider's pages
 * - `awaited`: the buyer has to do something outside the shop: see `Awaiting`
 */
export type Outcome =
  | { state: 'captured'; paymentId: string }
  | { state: 'unknown' }
  | { state: 'unpaid'; declined?: string | undefined }
  | { state: 'redirected' }
  | { state: 'awaited' };

/** How the checkout page pays by a provider. */
export interface PayingAdapter {
  /**
   * Pays a frozen checkout. `leaving` is aborted when the page is left.
   * @throws when the payment could not be started
   */
  pay(checkout: Checkout, leaving: AbortSignal): Promise<Outcome>;
  /** The buyer is back from the provider's pages, at an address with the provider's name among its parameters. Never throws. */
  onReturn?(search: URLSearchParams): Promise<Outcome>;
  /** Told when the order is there; `Payment successful 🎉` by default. */
  thanks?: string;
  /** Shown while the payment is open: what the buyer has to do outside the shop. */
  Awaiting?: ComponentType<{
    checkout: Checkout;
    /** It was started on this page a moment ago. */
    isNew: boolean;
    /** Something changed: the checkout and its payment are fetched again. */
    onChange(): void;
  }>;
  /** Why a payment that was awaited has failed. */
  Failed?: ComponentType<{ checkout: Checkout }>;
}

/** What a failed call means once the buyer has paid, told in a toast: a refusal by the shop, or an unknown outcome. */
export function outcomeOf(error: unknown, fallback: string): Outcome {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) {
    toast.error(fallback);
    return { state: 'unknown' };
  }
  toast.error(messageOf(error, fallback));
  return { state: 'unpaid', declined: error.code === 'payment.declined' ? '' : undefined };
}
