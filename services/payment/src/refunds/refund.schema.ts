import type { CurrencyCode } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { RefundState } from './refund.machine.ts';

export interface Refund extends JobFields {
  /** Given by cart-order, or derived from the provider's id. Used as the provider's idempotency key. */
  _id: string;
  /** The attempt's id. */
  paymentId: string;
  checkoutId: string;
  userId: string;
  /** Lowered to what is left of the payment when it is sent, unless staff chose it. */
  amount: number;
  currency: CurrencyCode;
  /** What the shop keeps of the payment in any case. */
  keep?: number;
  /** `dashboard`: made in the provider's dashboard. `paid-again`, `wrong-amount`: of an extra payment without an order. */
  reason: string;
  state: RefundState;
  /** Whether it is included in the attempt's `refunded`. */
  counted: boolean;
  /** Set once the payment is known. */
  provider?: ProviderName;
  /** The provider's id of an extra payment, if the refund is of that. */
  extraPaymentId?: string;
  providerRefundId?: string;
  failure?: string;
  requestedAt: Date;
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
    keep: Number,
    currency: required,
    reason: required,
    state: required,
    counted: { type: Boolean, required: true },
    provider: String,
    extraPaymentId: String,
    providerRefundId: String,
    failure: String,
    requestedAt: { type: Date, required: true },
    ...jobFields,
    looks: number,
  },
  { collection: 'refunds', versionKey: false },
);
refundSchema.index(
  { provider: 1, providerRefundId: 1 },
  { unique: true, partialFilterExpression: { providerRefundId: { $gt: '' } } },
);
refundSchema.index({ paymentId: 1 });
indexJobFields(refundSchema);
