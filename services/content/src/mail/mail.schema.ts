import type { cartOrder, content, DataOf, identity, payment } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { z } from 'zod';

/** The event data that a mail of each kind is rendered from. */
export interface MailData {
  'order-created': DataOf<typeof cartOrder.orderCreated>;
  'order-moved-on': DataOf<typeof cartOrder.orderStatusChanged>;
  'payment-awaited': DataOf<typeof payment.paymentAwaited>;
  'payment-lapsed': DataOf<typeof payment.paymentLapsed>;
  'refund-requested': Omit<DataOf<typeof cartOrder.refundRequested>, 'orderId'>;
  'checkout-refused': DataOf<typeof cartOrder.checkoutRefused>;
  'refund-completed': DataOf<typeof payment.refundCompleted>;
  'refund-failed': DataOf<typeof payment.refundFailed>;
  'account-secured': Pick<DataOf<typeof identity.accountSecured>, 'userId' | 'change'>;
  'account-deleted': { userId: string };
}
export type MailKind = keyof MailData;

/** Kinds that staff see: of the others nothing is left to send again. */
export type ListedKind = Exclude<MailKind, 'account-secured' | 'account-deleted'>;

/**
 * A mail requested by an event; it also makes the event idempotent.
 *
 * queued → sent (accepted by the server), dead (refused, or retried for too long; staff may requeue it) or superseded (a newer
 * mail of its topic exists). While it is being sent it stays queued under a claim, and is due again when the lease ends.
 */
export interface MailRow extends JobFields {
  /** The event's id, and the message id. */
  _id: string;
  kind: MailKind;
  userId: string;
  /** Of the order, or of a checkout that never became one; empty where it is about the account. */
  orderId: string;
  /** Only the newest mail of a topic is sent. */
  topic: string;
  version: number;
  /** Where it goes, if that is not the account's address now: unset once it is sent or given up. */
  recipient?: { name: string; email: string };
  /** Unset once it is sent, and when the account is deleted. */
  data?: MailData[MailKind];
  state: z.infer<typeof content.mailState>;
  attempts: number;
  problem?: string;
  occurredAt: Date;
  /** When it was last queued; giving up counts from it. */
  queuedAt: Date;
  /** The account of `userId` is not known yet. */
  waitsForRecipient?: true;
  sentAt?: Date;
}

const required = { type: String, required: true };

export const mailSchema = new Schema<MailRow>(
  {
    _id: required,
    kind: required,
    userId: required,
    orderId: { type: String, default: '' },
    recipient: { type: Schema.Types.Mixed as never },
    topic: required,
    version: { type: Number, required: true },
    data: { type: Schema.Types.Mixed as never },
    state: required,
    attempts: { type: Number, required: true },
    problem: String,
    occurredAt: { type: Date, required: true },
    queuedAt: { type: Date, required: true },
    ...jobFields,
    waitsForRecipient: { type: Boolean as never },
    sentAt: Date,
  },
  { collection: 'mails', versionKey: false, minimize: false },
);
indexJobFields(mailSchema);
mailSchema.index({ topic: 1, version: 1 });
mailSchema.index({ userId: 1, state: 1 });
mailSchema.index({ orderId: 1, kind: 1 });
mailSchema.index({ state: 1, occurredAt: -1, _id: -1 });
