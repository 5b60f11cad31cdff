import type { Address, catalog, cartOrder, CurrencyCode, payment, ShownPrices } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { Rate } from '../clients/rates.ts';
import { type CheckoutState, ENDED } from './checkout.machine.ts';
import type { StoredBill, Totals } from './totals.rules.ts';

export interface CheckoutLine {
  /** Its cart line; none for buy now. */
  cartItemId?: string;
  productId: string;
  product: cartOrder.CartItem['product'];
  detailsRef: string;
  detailsModel: catalog.QuotedProduct['detailsModel'];
  quantity: number;
  customizations: catalog.PricedCustomizations;
  customized: boolean;
  engraved: boolean;
  /** Older lines lack it. */
  particulars?: catalog.PieceParticulars;
  /** Unit prices without and with options. */
  basePaise: number;
  unitPaise: number;
  /** The same in the smallest unit of the checkout's currency. */
  baseAmount: number;
  unitAmount: number;
}

/** The capture that pays for the checkout; all others are refunded. */
export interface CapturedPayment {
  paymentId: string;
  provider: payment.ProviderName;
  providerPaymentId: string;
  /** Smallest unit. */
  amount: number;
  capturedAt: Date;
}

/** What is bought, for how much and by whom it is received: frozen with the checkout and copied to its order. */
export interface Purchase {
  lines: CheckoutLine[];
  currency: CurrencyCode;
  gstRate: number;
  courier: string | null;
  paise: Totals;
  /** In the smallest unit of `currency`. */
  amounts: Totals;
  /** The rows of `amounts`. Older purchases lack it: see `billOfPurchase`. */
  bill?: StoredBill;
  /** How the buyer saw the lines. */
  showPrices?: ShownPrices;
  shippingInfo: Address;
  /** What the buyer, abroad, was told of duties. */
  dutiesNote?: string;
  specialRequest: string | null;
  /** Only of a present. */
  gift?: cartOrder.Gift;
  /** Only of a business that buys. */
  business?: cartOrder.Business;
  /** Only of a purchase for which the law wants it: see `pan.rules.ts`. */
  pan?: string;
  /** Instead: the buyer declares to have none. */
  noPan?: true;
}

/** A frozen quote: its content never changes, only its state (`checkout.machine.ts`). */
export interface Checkout extends Purchase, JobFields {
  /** 24 hexadecimal digits; also the order's id. */
  _id: string;
  userId: string;
  /** Of a limited session, whose id is `userId`: the account that the order joins. */
  joins?: string;
  source: 'cart' | 'buy-now';
  state: CheckoutState;
  /** Its current hold in catalog, and when its id was chosen. */
  holdId: string;
  holdChosenAt?: Date;
  /** The buyer's own earlier holds, which the current one replaces. */
  takesOver?: string[];
  expiresAt: Date;
  /** It was frozen and not paid in time. Kept when a late payment takes its stock again. */
  expiredAt?: Date;
  /** `null` in rupees. */
  rate: Rate | null;
  /** The payment that may capture, while `capturing`. */
  capturing?: string;
  /** Number of that payment's capture, if payment counts captures. */
  capture?: number;
  /** Last failed capture by payment: events and requests for it or an earlier one are stale. */
  failedCaptures?: Record<string, number>;
  payment?: CapturedPayment;
  /** Payments that were refunded because the pieces are paid for: our ids, and those of the provider. */
  paidTwice?: string[];
  /** While `retaking`: the buyer's turn in which it was paid. Of competing ones the earliest comes first. */
  paidTurn?: number;
  /** The order that closed it. */
  closedBy?: string;
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
    giftWrap: Number,
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
    joins: String,
    source: { type: String, enum: ['cart', 'buy-now'], required: true },
    state: { type: String, required: true },
    holdId: { type: String, required: true },
    holdChosenAt: Date,
    takesOver: { type: [String], default: undefined },
    ...jobFields,
    expiresAt: { type: Date, required: true },
    expiredAt: Date,
    lines: { type: [Schema.Types.Mixed] as never, required: true },
    currency: { type: String, required: true },
    rate: { type: Schema.Types.Mixed, default: null },
    gstRate: amount,
    courier: { type: String, default: null },
    paise: { type: totals, required: true },
    amounts: { type: totals, required: true },
    bill: Schema.Types.Mixed,
    showPrices: String,
    dutiesNote: String,
    shippingInfo: mixed,
    specialRequest: { type: String, default: null },
    gift: Schema.Types.Mixed,
    business: Schema.Types.Mixed,
    pan: String,
    noPan: Boolean,
    capturing: String,
    capture: Number,
    failedCaptures: Schema.Types.Mixed,
    payment: { type: Schema.Types.Mixed },
    paidTwice: { type: [String], default: undefined },
    paidTurn: Number,
    closedBy: String,
    createdAt: { type: Date, required: true },
  },
  { collection: CHECKOUTS, versionKey: false, minimize: false },
);
indexJobFields(checkoutSchema);
checkoutSchema.index({ userId: 1, state: 1 });
checkoutSchema.index({ joins: 1 }, { partialFilterExpression: { joins: { $exists: true } } });
checkoutSchema.index({ expiresAt: 1 }, { partialFilterExpression: { state: { $in: ENDED } } });
