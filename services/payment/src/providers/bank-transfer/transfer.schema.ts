import type { payment } from '@shop/contracts';
import { Schema } from 'mongoose';

/** A transfer that a buyer was asked for: the provider's order of an attempt. */
export interface Transfer {
  /** The attempt's id. */
  _id: string;
  /** What the buyer writes into the transfer; the attempt's `providerOrderId`. */
  reference: string;
  checkoutId: string;
  userId: string;
  /** Paise. */
  amount: number;
  /** As the buyer was shown it. */
  account: payment.BankAccount;
  state: payment.TransferState;
  /** The buyer's id while it is `waiting`: unique. */
  openOf?: string;
  /** Since the capture: cart-order keeps the pieces until it ends. */
  awaitedAt?: Date;
  startedAt: Date;
  expiresAt: Date;
  /** All money that named it. */
  payments: { id: string; amount: number }[];
  /** Deleted then, before its failed attempt: no money can come of it any more. */
  keepUntil?: Date;
}

const required = { type: String, required: true };
const date = { type: Date, required: true };

export const transferSchema = new Schema<Transfer>(
  {
    _id: required,
    reference: { ...required, unique: true },
    checkoutId: required,
    userId: required,
    amount: { type: Number, required: true },
    account: { type: Schema.Types.Mixed, required: true },
    state: required,
    openOf: String,
    awaitedAt: Date,
    startedAt: date,
    expiresAt: date,
    payments: { type: [Schema.Types.Mixed] as never, required: true },
    keepUntil: Date,
  },
  { collection: 'bankTransfers', versionKey: false },
);
transferSchema.index({ openOf: 1 }, { unique: true, partialFilterExpression: { openOf: { $gt: '' } } });
transferSchema.index({ checkoutId: 1, startedAt: -1 });
transferSchema.index({ state: 1, startedAt: -1, _id: -1 });
transferSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
