import type { Address, catalog, cartOrder, CurrencyCode } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { Rate } from '../clients/rates.ts';
import type { CheckoutState } from './checkout.machine.ts';
import type { Totals } from './totals.rules.ts';

export interface CheckoutLine {
  /** The line of the cart that it came from; none for buy now. */
  cartItemId?: string;
  productId: string;
  product: cartOrder.CartItem['product'];
  detailsRef: string;
  detailsModel: catalog.QuotedProduct['detailsModel'];
  quantity: number;
  customizations: catalog.PricedCustomizations;
  customized: boolean;
  engraved: boolean;
  /** Of one piece. */
  basePaise: number;
  unitPaise: number;
  /** The same in the smallest unit of the checkout's currency. */
  baseAmount: number;
  unitAmount: number;
}

/** The capture that won: of the others the money goes back. */
export interface CapturedPayment {
  paymentId: string;
  provider: 'razorpay' | 'paypal';
  providerPaymentId: string;
  /** Smallest unit. */
  amount: number;
  capturedAt: Date;
}

/** A frozen quote: what it says never changes, only its state moves (`checkout.machine.ts`). */
export interface Checkout {
  /** 24 hexadecimal digits; its order has the same. */
  _id: string;
  userId: string;
  source: 'cart' | 'buy-now';
  state: CheckoutState;
  /** The hold in catalog that stands for it now. */
  holdId: string;
  /** When the sweep has to look at it; none while only payment can move it, or nothing can. */
  dueAt?: Date;
  expiresAt: Date;
  lines: CheckoutLine[];
  currency: CurrencyCode;
  /** `null` in rupees. */
  rate: Rate | null;
  gstRate: number;
  courier: string | null;
  paise: Totals;
  /** In the smallest unit of `currency`. */
  amounts: Totals;
  shippingInfo: Address;
  specialRequest: string | null;
  /** Of our payment that was told to go ahead, while `capturing`. */
  capturing?: string;
  /** Which of its captures, where payment counts them. */
  capture?: number;
  /** The last capture that failed, by payment: what is told or asked of it or an earlier one comes late. */
  failedCaptures?: Record<string, number>;
  payment?: CapturedPayment;
  createdAt: Date;
}

const amount = { type: Number, required: true };
const totals = new Schema<Totals>(
  {
    subtotal: amount,
    gst: amount,
    shipping: amount,
    engraving: amount,
    hallmarking: amount,
    specialRequest: amount,
    total: amount,
  },
  { _id: false },
);
const mixed = { type: Schema.Types.Mixed, required: true };

export const CHECKOUTS = 'checkouts';
export const checkoutSchema = new Schema<Checkout>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    source: { type: String, enum: ['cart', 'buy-now'], required: true },
    state: { type: String, required: true },
    holdId: { type: String, required: true },
    dueAt: Date,
    expiresAt: { type: Date, required: true },
    lines: { type: [Schema.Types.Mixed] as never, required: true },
    currency: { type: String, required: true },
    rate: { type: Schema.Types.Mixed, default: null },
    gstRate: amount,
    courier: { type: String, default: null },
    paise: { type: totals, required: true },
    amounts: { type: totals, required: true },
    shippingInfo: mixed,
    specialRequest: { type: String, default: null },
    capturing: String,
    capture: Number,
    failedCaptures: Schema.Types.Mixed,
    payment: { type: Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
  },
  { collection: CHECKOUTS, versionKey: false, minimize: false },
);
checkoutSchema.index({ dueAt: 1 }, { sparse: true });
checkoutSchema.index({ userId: 1, state: 1 });
