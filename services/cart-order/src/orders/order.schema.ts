import type { Address, cartOrder, CurrencyCode, payment } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { z } from 'zod';
import type { CapturedPayment, CheckoutLine } from '../checkouts/checkout.schema.ts';
import type { Totals } from '../checkouts/totals.rules.ts';

/** An invoice or a credit note. */
export interface OrderDocument {
  number: string;
  issuedAt: Date;
}

export interface OrderRefund {
  /** Ours; of a refund made in the provider's dashboard, payment's. */
  refundId: string;
  /** Smallest unit. */
  amount: number;
  state: 'requested' | 'completed' | 'failed';
  reason: string;
  requestedAt: Date;
  /** Of the last event that told of it. */
  version?: number;
  /** Once it came back. Stays when the provider says days later that it failed. */
  creditNote?: OrderDocument;
}

/** Of the payment, at the bank or at PayPal. */
export interface OrderDispute {
  /** The provider's. */
  disputeId: string;
  status: z.infer<typeof payment.disputeStatus>;
  /** Smallest unit; `null` where the provider does not say it. */
  amount: number | null;
  /** Of the last news of it. */
  at: Date;
}

/** Made of a checkout when its payment was captured, under the checkout's id: one order per checkout. */
export interface Order {
  _id: string;
  userId: string;
  status: cartOrder.OrderStatus;
  statusMessage: string;
  createdAt: Date;
  shippedAt?: Date;
  deliveredAt?: Date;
  cancelledAt?: Date;
  holdId: string;
  lines: CheckoutLine[];
  currency: CurrencyCode;
  gstRate: number;
  courier: string | null;
  paise: Totals;
  /** In the smallest unit of `currency`. */
  amounts: Totals;
  shippingInfo: Address;
  specialRequest: string | null;
  payment: CapturedPayment;
  refunds: OrderRefund[];
  /** Not there where there never was one. */
  disputes?: OrderDispute[];
  invoice?: OrderDocument;
  /** An invoice or a credit note has to be numbered: the job looks for these. */
  numbersDue: boolean;
}

/** With the id, so that none is on two pages. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

const required = { type: Schema.Types.Mixed, required: true };

export const orderSchema = new Schema<Order>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    status: { type: String, enum: ['Processing', 'Shipped', 'Delivered', 'Cancelled'], required: true },
    statusMessage: String,
    createdAt: { type: Date, required: true },
    shippedAt: Date,
    deliveredAt: Date,
    cancelledAt: Date,
    holdId: { type: String, required: true },
    lines: { type: [Schema.Types.Mixed] as never, required: true },
    currency: { type: String, required: true },
    gstRate: { type: Number, required: true },
    courier: { type: String, default: null },
    paise: required,
    amounts: required,
    shippingInfo: required,
    specialRequest: { type: String, default: null },
    payment: required,
    refunds: { type: [Schema.Types.Mixed] as never, required: true },
    disputes: { type: [Schema.Types.Mixed] as never, default: undefined },
    invoice: { type: Schema.Types.Mixed as never },
    numbersDue: { type: Boolean, required: true },
  },
  { collection: 'orders', versionKey: false, minimize: false },
);
orderSchema.index(NEWEST_FIRST);
orderSchema.index({ userId: 1, ...NEWEST_FIRST });
orderSchema.index({ status: 1, ...NEWEST_FIRST });
orderSchema.index({ numbersDue: 1, createdAt: 1 }, { partialFilterExpression: { numbersDue: true } });
orderSchema.index({ 'payment.paymentId': 1 }, { unique: true });
orderSchema.index({ 'payment.providerPaymentId': 1, 'payment.provider': 1 }, { unique: true });
