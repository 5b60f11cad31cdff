import type { content } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields, type StoredTaker } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { z } from 'zod';
import { type MailData, type MailKind, UNLISTED } from './kinds/index.ts';

type ListedKind = Exclude<MailKind, (typeof UNLISTED)[number]>;
export type ListedMail = MailRow & { kind: ListedKind };
export const isListed = (mail: MailRow): mail is ListedMail => !UNLISTED.some((kind) => kind === mail.kind);

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
  /** Of the account; of a recipient without one, its id in cart-order. */
  userId: string;
  /** Of the order, or of a checkout that never became one; empty where it is about the account. */
  orderId: string;
  /** Only the newest mail of a topic is sent. */
  topic: string;
  version: number;
  /** Where it goes, if that is not the account's address now: unset once it is sent or given up. */
  recipient?: { name: string; email: string };
  /** Unset when it is sent, of a listed one when it is no longer kept, and when the account is deleted. */
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
  /** The job that deletes `data` of one that was sent. */
  kept?: JobFields;
  /** The mail that staff sent again as this one. */
  copyOf?: string;
  /** When staff sent it again, within the last day. */
  copiedAt?: Date[];
  /** Not sent before: what it tells may be taken back. */
  heldUntil?: Date;
  /** What it tells was taken back: it is never sent, and replaces no other mail. */
  isWithdrawn?: true;
  /** The account of staff that works on it. */
  taker?: StoredTaker;
}

/** The address of a mail to somebody without an account. */
export const addressIn = ({ data }: Pick<MailRow, 'data'>): string | undefined =>
  data && 'email' in data ? data.email : undefined;

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
    kept: { ...jobFields },
    copyOf: String,
    copiedAt: { type: [Date], default: undefined },
    heldUntil: Date,
    isWithdrawn: { type: Boolean as never },
    taker: { type: Schema.Types.Mixed as never },
  },
  { collection: 'mails', versionKey: false, minimize: false },
);
indexJobFields(mailSchema);
indexJobFields(mailSchema, 'kept');
mailSchema.index({ topic: 1, version: 1 });
mailSchema.index({ userId: 1, state: 1 });
mailSchema.index({ orderId: 1, kind: 1 });
mailSchema.index({ orderId: 1, occurredAt: -1, _id: -1 });
mailSchema.index({ state: 1, occurredAt: -1, _id: -1 });
