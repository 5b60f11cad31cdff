import type { ProviderDispute, ProviderRefund } from '../providers/provider.ts';

/** What a webhook is about, in our words. What it says of money is looked up at the provider anyway. */
export type Notice =
  | {
      about: 'order';
      providerOrderId: string | undefined;
      /** Ours, where it came along: for an order whose creation got no answer. */
      paymentId: string | undefined;
      /** When the buyer agreed, by the provider's clock; the money is not taken yet. */
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
