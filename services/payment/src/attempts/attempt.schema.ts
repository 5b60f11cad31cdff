import type { CurrencyCode } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { ProviderName } from '../providers/provider.ts';
import type { PaymentState } from './payment.machine.ts';

/** One try to pay a checkout with one provider: one order there. It is *the payment* of events and of cart-order. */
export interface Attempt {
  /** 24 hexadecimal digits. The provider has it as receipt or custom id. */
  _id: string;
  provider: ProviderName;
  checkoutId: string;
  userId: string;
  state: PaymentState;
  /** As frozen, in the smallest unit: never changes. */
  amount: number;
  currency: CurrencyCode;
  breakdown: { items: number; gst: number; shipping: number; extras: number };
  description: string;
  /** As the provider's pages show it. Kept, so that a repeated request is the same to the byte. */
  shopName: string;
  /** Of the checkout. */
  expiresAt: Date;
  /** The checkout, while a new request to pay it is answered with this attempt. One per checkout and provider. */
  current?: string;
  providerOrderId?: string;
  /** PayPal: where the buyer approves. */
  approveUrl?: string;
  /** Razorpay's payment or PayPal's capture that brought the money, or is about to. */
  providerPaymentId?: string;
  /** How often the capture was begun; part of its request id at the provider. */
  captures: number;
  /** The last capture was refused: without a new approval it is not tried again. */
  declinedAt?: Date;
  capturedAt?: Date;
  /** What was or is about to be paid back of it; never more than `amount`. */
  refunded: number;
  failure?: string;
  /** When cart-order said that the checkout is over. */
  checkoutEndedAt?: Date;
  /** A failed or captured one is looked at until then. */
  watchUntil?: Date;
  /** When the reconciler looks at it next; while it does, when another instance may. */
  dueAt?: Date;
  /** Looks since the last change of state: the pauses grow with them. */
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
    capturedAt: Date,
    refunded: amount,
    failure: String,
    checkoutEndedAt: Date,
    watchUntil: Date,
    dueAt: Date,
    looks: amount,
    createdAt: { type: Date, required: true },
  },
  { collection: 'attempts', versionKey: false, minimize: false },
);
const where = (field: keyof Attempt) => ({
  unique: true,
  partialFilterExpression: { [field]: { $type: 'string' } },
});
attemptSchema.index({ provider: 1, providerOrderId: 1 }, where('providerOrderId'));
attemptSchema.index({ provider: 1, providerPaymentId: 1 }, where('providerPaymentId'));
attemptSchema.index({ provider: 1, current: 1 }, where('current'));
attemptSchema.index({ checkoutId: 1 });
attemptSchema.index({ dueAt: 1 }, { sparse: true });

/** Whether an attempt is known to be paid by this very payment: about that the provider was asked. */
export const isCaptured = ({ state, providerPaymentId }: Attempt, paidBy: string | undefined): boolean =>
  state === 'captured' && paidBy !== undefined && providerPaymentId === paidBy;
