import type { cartOrder, content, DataOf, payment } from '@shop/contracts';
import { Schema } from 'mongoose';
import type { z } from 'zod';

/** What a mail of each kind is written from: the data of its event. */
export interface MailData {
  'order-created': DataOf<typeof cartOrder.orderCreated>;
  'order-moved-on': DataOf<typeof cartOrder.orderStatusChanged>;
  'refund-requested': Omit<DataOf<typeof cartOrder.refundRequested>, 'orderId'>;
  'checkout-refused': DataOf<typeof cartOrder.checkoutRefused>;
  'refund-completed': DataOf<typeof payment.refundCompleted>;
  'refund-failed': DataOf<typeof payment.refundFailed>;
}
export type MailKind = keyof MailData;

/**
 * A mail that an event asked for, and the memory that it did:
 *
 * queued → sent (the server took it), dead (refused, or tried for too long; staff may queue it again) or superseded (a later
 * one of its topic is there). While it is being sent it stays queued under a claim, and falls due again when the lease
 * of the claim is over.
 */
export interface MailRow {
  /** The event's id, which is the message's as well. */
  _id: string;
  kind: MailKind;
  userId: string;
  /** Of the order, or of the checkout where it never became one. */
  orderId: string;
  /** Of mails of one topic only the newest is worth reading. */
  topic: string;
  version: number;
  /** Gone once it is sent, and with the account. */
  data?: MailData[MailKind];
  state: z.infer<typeof content.mailState>;
  attempts: number;
  problem?: string;
  occurredAt: Date;
  /** When it was queued, or queued again: it is given up by that. */
  queuedAt: Date;
  /** While it is queued: when to try, or when the lease of its claim is over. */
  dueAt?: Date;
  claim?: string;
  /** Nobody is known by its `userId` yet. */
  waitsForRecipient?: true;
  sentAt?: Date;
}

const required = { type: String, required: true };

export const mailSchema = new Schema<MailRow>(
  {
    _id: required,
    kind: required,
    userId: required,
    orderId: required,
    topic: required,
    version: { type: Number, required: true },
    data: { type: Schema.Types.Mixed as never },
    state: required,
    attempts: { type: Number, required: true },
    problem: String,
    occurredAt: { type: Date, required: true },
    queuedAt: { type: Date, required: true },
    dueAt: Date,
    claim: String,
    waitsForRecipient: { type: Boolean as never },
    sentAt: Date,
  },
  { collection: 'mails', versionKey: false, minimize: false },
);
mailSchema.index({ dueAt: 1 }, { sparse: true });
mailSchema.index({ topic: 1, version: 1 });
mailSchema.index({ userId: 1, state: 1 });
mailSchema.index({ orderId: 1, kind: 1 });
mailSchema.index({ state: 1, occurredAt: -1, _id: -1 });
