import type { z } from 'zod';
import type { payment } from '@shop/contracts';
import type { ProviderRefund } from '../providers/provider.ts';

export type DisputeStatus = z.infer<typeof payment.disputeStatus>;

/** What a webhook is about, in our words. What it says of money is looked up at the provider anyway. */
export type Notice =
  | {
      about: 'order';
      providerOrderId: string | undefined;
      /** Ours, where it came along: for an order whose creation got no answer. */
      paymentId: string | undefined;
      /** The buyer agreed; the money is not taken yet. */
      approved: boolean;
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
  | {
      about: 'dispute';
      disputeId: string;
      /** In the provider's words. */
      status: string;
      /** In ours; none where it is no step of a dispute. */
      standing: DisputeStatus | undefined;
      providerPaymentId: string | undefined;
      amount: number | null;
      currency: string | null;
    }
  | { about: 'nothing' };
