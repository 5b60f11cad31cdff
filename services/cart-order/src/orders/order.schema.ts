import type { cartOrder, payment } from '@shop/contracts';
import { type JobFields, jobFields, type StoredTaker } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { CapturedPayment, Purchase } from '../checkouts/checkout.schema.ts';

/** An invoice or a credit note. */
export interface OrderDocument {
  number: string;
  issuedAt: Date;
}

/** Who or what caused that money goes back; `staff` with the account. */
export type CausedBy = cartOrder.Capture['refunds'][number]['causedBy'];

export interface OrderRefund {
  /** From cart-order; for a refund made in the provider's dashboard, from payment. */
  refundId: string;
  /** Smallest unit. */
  amount: number;
  state: 'requested' | 'completed' | 'failed';
  /** Its code; the note of the shop where it is older than the codes. */
  reason: string;
  noteToBuyer?: string;
  /** What it is for; absent: an amount. */
  of?: NonNullable<cartOrder.Order['refunds'][number]['of']>;
  /** Stays in the shop. */
  note?: string;
  /** Older refunds lack it. */
  causedBy?: CausedBy;
  requestedAt: Date;
  /** When the last event applied happened. */
  settledAt?: Date;
  /** Version of the last event applied. */
  version?: number;
  /** Set once completed. Kept when the provider reports days later that the refund failed. */
  creditNote?: OrderDocument;
}

/** A parcel, and the lines that it holds: each line leaves as a whole. */
export interface OrderShipment extends cartOrder.Parcel {
  _id: string;
  lines: number[];
  shippedAt: Date;
  /** Older parcels, also of orders that are Delivered, lack it. */
  deliveredAt?: Date;
}

/** A dispute of the payment at the bank or the provider. */
export interface OrderDispute extends payment.KnownDispute {
  /** Of the last update. */
  at: Date;
}

/** Created from a checkout, with its id, when its payment is captured: one order per checkout. */
export interface Order extends Purchase {
  _id: string;
  userId: string;
  /** The id of the limited session that made it, where that is not the account which it joined. */
  madeBy?: string;
  status: cartOrder.OrderStatus;
  statusMessage: string;
  createdAt: Date;
  shippedAt?: Date;
  deliveredAt?: Date;
  cancelledAt?: Date;
  /** What its buyer withdrew from the contract about, the oldest first: places of lines. */
  withdrawals?: { at: Date; lines: number[] }[];
  /** How `from`, if it is still the status, is taken back. */
  takeBack?: {
    from: cartOrder.OrderStatus;
    to: cartOrder.OrderStatus;
    statusMessage: string;
    until: Date;
    /** Of the change, whose mail waits. */
    eventId: string;
    /** The parcel with which it became Shipped. */
    shipmentId?: string;
    /** The parcels that became delivered with it. */
    delivered?: string[];
  };
  /** The account of staff that prepares it; kept after that, for a status that is taken back. */
  taker?: StoredTaker;
  holdId: string;
  payment: CapturedPayment;
  refunds: OrderRefund[];
  disputes?: OrderDispute[];
  /** Of a cancelled order: refunded once its disputes are decided for the shop, which keeps `keep` of the payment. */
  waitingRefund?: { amount: number; keep: number; causedBy?: CausedBy };
  /** The signed form of a buyer without a PAN has come, and who of the staff said so. */
  form97?: { receivedAt: Date; userId: string };
  /** As of the day of the order. */
  expected?: cartOrder.ExpectedDelivery;
  shipments?: OrderShipment[];
  invoice?: OrderDocument;
  /** An invoice or a credit note has to be numbered; queried by the job. */
  numbersDue: boolean;
  /** When its link was last mailed on request. */
  linkMailedAt?: Date;
  /** Its buyer's account was deleted, and what is personal was taken out: see `buyers/`. */
  sealedAt?: Date;
  /** What staff find it by: words and their beginnings. */
  words?: string[];
  /** Of the job that numbers them; unset while it has not run or failed. */
  numbering?: JobFields;
}

/** With the id as tie-breaker, so that no order appears on two pages. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
/** In rupees, at the frozen rate. */
export const BY_TOTAL = { 'paise.total': 1, _id: 1 } as const;

const required = { type: Schema.Types.Mixed, required: true };

export const orderSchema = new Schema<Order>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    madeBy: String,
    status: { type: String, enum: ['Processing', 'Shipped', 'Delivered', 'Cancelled'], required: true },
    statusMessage: String,
    createdAt: { type: Date, required: true },
    shippedAt: Date,
    deliveredAt: Date,
    cancelledAt: Date,
    withdrawals: { type: [Schema.Types.Mixed] as never, default: undefined },
    takeBack: { type: Schema.Types.Mixed as never },
    taker: { type: Schema.Types.Mixed as never },
    holdId: { type: String, required: true },
    lines: { type: [Schema.Types.Mixed] as never, required: true },
    currency: { type: String, required: true },
    gstRate: { type: Number, required: true },
    courier: { type: String, default: null },
    paise: required,
    amounts: required,
    bill: { type: Schema.Types.Mixed as never },
    showPrices: String,
    shippingInfo: required,
    dutiesNote: String,
    specialRequest: { type: String, default: null },
    gift: { type: Schema.Types.Mixed as never },
    business: { type: Schema.Types.Mixed as never },
    pan: String,
    noPan: Boolean,
    form97: { type: Schema.Types.Mixed as never },
    payment: required,
    refunds: { type: [Schema.Types.Mixed] as never, required: true },
    disputes: { type: [Schema.Types.Mixed] as never, default: undefined },
    waitingRefund: { type: Schema.Types.Mixed as never },
    expected: { type: Schema.Types.Mixed as never },
    shipments: { type: [Schema.Types.Mixed] as never, default: undefined },
    invoice: { type: Schema.Types.Mixed as never },
    numbersDue: { type: Boolean, required: true },
    linkMailedAt: Date,
    sealedAt: Date,
    words: { type: [String], default: undefined },
    numbering: { type: new Schema<JobFields>(jobFields, { _id: false }) },
  },
  { collection: 'orders', versionKey: false, minimize: false },
);
orderSchema.index(NEWEST_FIRST);
orderSchema.index({ userId: 1, ...NEWEST_FIRST });
orderSchema.index({ status: 1, ...NEWEST_FIRST });
orderSchema.index(BY_TOTAL);
orderSchema.index({ status: 1, ...BY_TOTAL });
orderSchema.index({ words: 1, ...NEWEST_FIRST });
orderSchema.index({ 'refunds.requestedAt': 1 }, { sparse: true });
orderSchema.index({ 'invoice.number': 1 }, { sparse: true });
orderSchema.index({ numbersDue: 1, createdAt: 1 }, { partialFilterExpression: { numbersDue: true } });
orderSchema.index({ 'numbering.failures': 1 }, { sparse: true });
orderSchema.index({ 'payment.paymentId': 1 }, { unique: true });
orderSchema.index({ 'payment.providerPaymentId': 1, 'payment.provider': 1 }, { unique: true });
