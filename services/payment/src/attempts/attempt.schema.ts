import type { CurrencyCode, payment } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { PaymentState } from './payment.machine.ts';

/** One try to pay a checkout with one provider, with one order there. Events and cart-order call it the payment. */
export interface Attempt extends JobFields {
  /** 24 hexadecimal digits. The provider stores it as receipt or custom id. */
  _id: string;
  provider: ProviderName;
  checkoutId: string;
  userId: string;
  state: PaymentState;
  /** Of the frozen checkout, in the smallest unit; immutable. */
  amount: number;
  currency: CurrencyCode;
  breakdown: { items: number; gst: number; shipping: number; extras: number };
  description: string;
  /** Shown on the provider's pages. Stored, so that a retried request is identical. */
  shopName: string;
  /** Expiry of the checkout. */
  expiresAt: Date;
  /** The checkout's id while this is its current attempt; unique per checkout and provider. */
  current?: string;
  providerOrderId?: string;
  /** The provider's approval page. */
  approveUrl?: string;
  /** The provider's id of the payment or of the capture. */
  providerPaymentId?: string;
  /** Number of captures started; part of the provider's request id. */
  captures: number;
  /** When the last capture was declined. It is retried only after a new approval. */
  declinedAt?: Date;
  /** The money of a pending attempt has to arrive until then. */
  pendingUntil?: Date;
  capturedAt?: Date;
  /** Refunded or reserved for refunds. */
  refunded: number;
  /** Disputes of the payment: what they withhold is not refunded. */
  disputes?: payment.KnownDispute[];
  failure?: string;
  /** When cart-order reported the end of the checkout. */
  checkoutEndedAt?: Date;
  /** The reconciler checks a failed or captured attempt until then. */
  watchUntil?: Date;
  /** A failed attempt is deleted then: no money can come of it any more. */
  keepUntil?: Date;
  /** Checks since the last change of state; the back-off grows with them. */
  looks: number;
  createdAt: Date;
}

const required = { type: String, required: true };
const amount = { type: Number, required: true };

export const attemptSchema = new Schema<Attempt>(
  {
    _id: required,
    provider: required,
    checkoutId: required,
    userId: required,
    state: required,
    amount,
    currency: required,
    breakdown: { type: Schema.Types.Mixed, required: true },
    description: required,
    shopName: required,
    expiresAt: { type: Date, required: true },
    current: String,
    providerOrderId: String,
    approveUrl: String,
    providerPaymentId: String,
    captures: amount,
    declinedAt: Date,
    pendingUntil: Date,
    capturedAt: Date,
    refunded: amount,
    disputes: { type: [Schema.Types.Mixed] as never, default: undefined },
    failure: String,
    checkoutEndedAt: Date,
    watchUntil: Date,
    keepUntil: Date,
    ...jobFields,
    looks: amount,
    createdAt: { type: Date, required: true },
  },
  { collection: 'attempts', versionKey: false, minimize: false },
);
const uniqueIfSet = (field: keyof Attempt) => ({
  unique: true,
  // Not `$type`, with which the planner never uses the index.
  partialFilterExpression: { [field]: { $gt: '' } },
});
attemptSchema.index({ provider: 1, providerOrderId: 1 }, uniqueIfSet('providerOrderId'));
attemptSchema.index({ provider: 1, providerPaymentId: 1 }, uniqueIfSet('providerPaymentId'));
attemptSchema.index({ provider: 1, current: 1 }, uniqueIfSet('current'));
attemptSchema.index({ checkoutId: 1, createdAt: -1 });
attemptSchema.index({ capturedAt: 1 }, { sparse: true });
attemptSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
indexJobFields(attemptSchema);

/** Whether an attempt is captured with this payment, which the provider has confirmed. */
export const isCaptured = ({ state, providerPaymentId }: Attempt, paymentId: string | undefined): boolean =>
  state === 'captured' && paymentId !== undefined && providerPaymentId === paymentId;
