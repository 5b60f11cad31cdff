import type { ProviderDispute, ProviderRefund } from '../providers/provider.ts';

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
