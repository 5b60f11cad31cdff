import type { cartOrder } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** Why an agreement ended. */
export type AlertEnd = 'sent' | 'account' | 'link' | 'one-click' | 'bought' | 'off-the-list';

/** What somebody agreed to, and how long it held. */
export interface Consent {
  text: string;
  at: Date;
  /** Of an address without an account: when its owner pressed the link. */
  confirmedAt?: Date;
  endedAt?: Date;
  endedBy?: AlertEnd;
}

/**
 * The wish of one recipient to be told about one piece: unconfirmed → waiting → queued (in the next mail, unless it is out of date by
 * then) → waiting again (a price), or ended. The row stays as the record of the agreements.
 */
export interface Alert {
  /** Recipient, kind and product. */
  _id: string;
  recipientId: string;
  productId: string;
  kind: cartOrder.AlertKind;
  state: 'unconfirmed' | 'waiting' | 'queued' | 'ended';
  /** Since the current agreement: the oldest is told first. */
  since: Date;
  /** The price that a mail has to be below: when it was agreed to, or of the last mail. */
  referencePaise?: number;
  /** The last is the current one. */
  consents: Consent[];
}

/** An account or an address, and its next mail. */
export interface AlertRecipient extends JobFields {
  /** Derived from `userId` or `email`. */
  _id: string;
  userId?: string;
  email?: string;
  /** With the id it makes the token of its links. */
  secret: string;
  /** At most one mail a day. */
  mailedAt?: Date;
  /** Mails that ask to confirm, since `askedSince`. */
  asked?: number;
  askedSince?: Date;
}

/** A piece that is back or costs less, and whose recipients are told in rounds. */
export interface AlertRound extends JobFields {
  /** The product. */
  _id: string;
}

const required = { type: String, required: true };

export const alertSchema = new Schema<Alert>(
  {
    _id: required,
    recipientId: required,
    productId: required,
    kind: required,
    state: required,
    since: { type: Date, required: true },
    referencePaise: Number,
    consents: [
      new Schema<Consent>(
        { text: String, at: Date, confirmedAt: Date, endedAt: Date, endedBy: String },
        { _id: false },
      ),
    ],
  },
  { collection: 'alerts', versionKey: false },
);
alertSchema.index({ recipientId: 1, state: 1 });
alertSchema.index({ productId: 1, kind: 1, state: 1, since: 1 });
alertSchema.index({ state: 1, since: 1 });

export const alertRecipientSchema = new Schema<AlertRecipient>(
  {
    _id: required,
    userId: String,
    email: String,
    secret: required,
    mailedAt: Date,
    asked: Number,
    askedSince: Date,
    ...jobFields,
  },
  { collection: 'alert-recipients', versionKey: false },
);
indexJobFields(alertRecipientSchema);

export const alertRoundSchema = new Schema<AlertRound>(
  { _id: required, ...jobFields },
  { collection: 'alert-rounds', versionKey: false },
);
indexJobFields(alertRoundSchema);
