import type { CurrencyCode } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { RefundState } from './refund.machine.ts';

/** Money on its way back. */
export interface Refund {
  /** As cart-order named it: the provider's idempotency key. Of the provider's dashboard a new one. */
  _id: string;
  /** Our attempt. */
  paymentId: string;
  checkoutId: string;
  userId: string;
  amount: number;
  currency: CurrencyCode;
  /**
   * `dashboard`: made at the provider by hand. `paid-again`, `wrong-amount`: of a payment beside the one that was to be made,
   * which no order knows of.
   */
  reason: string;
  state: RefundState;
  /** It is counted in the attempt's `refunded`. */
  counted: boolean;
  /** Known once the payment is. */
  provider?: ProviderName;
  /** Where it is not the money of the attempt: the payment beside it. */
  extraPaymentId?: string;
  providerRefundId?: string;
  failure?: string;
  requestedAt: Date;
  dueAt?: Date;
  looks: number;
}

const required = { type: String, required: true };
const number = { type: Number, required: true };

export const refundSchema = new Schema<Refund>(
  {
    _id: required,
    paymentId: required,
    checkoutId: required,
    userId: required,
    amount: number,
    currency: required,
    reason: required,
    state: required,
    counted: { type: Boolean, required: true },
    provider: String,
    extraPaymentId: String,
    providerRefundId: String,
    failure: String,
    requestedAt: { type: Date, required: true },
    dueAt: Date,
    looks: number,
  },
  { collection: 'refunds', versionKey: false },
);
refundSchema.index(
  { provider: 1, providerRefundId: 1 },
  { unique: true, partialFilterExpression: { providerRefundId: { $type: 'string' } } },
);
refundSchema.index({ paymentId: 1 });
refundSchema.index({ dueAt: 1 }, { sparse: true });
