import type { Envelope } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';
import type { Carrier } from './tracing.ts';

/** An event as it was written in the transaction of its change. */
export interface OutboxRow {
  /** Ascends with time, so that events of one process leave in the order they were written. */
  _id: Types.ObjectId;
  event: Envelope;
  trace: Carrier;
  /** Until the broker confirmed it. */
  waiting?: true;
  /** The instance that publishes it; another one may once `leaseUntil` has passed. */
  relay?: string;
  leaseUntil?: Date;
  /** Not published before, because no consumer was there that it needs. */
  notBefore?: Date;
  publishedAt?: Date;
}

export const OUTBOX = 'outbox';
export const outboxSchema = new Schema<OutboxRow>(
  {
    event: Object,
    trace: Object,
    waiting: Boolean,
    relay: String,
    leaseUntil: Date,
    notBefore: Date,
    publishedAt: Date,
  },
  { collection: OUTBOX, versionKey: false },
);
outboxSchema.index({ relay: 1, _id: 1 }, { partialFilterExpression: { waiting: true } });
outboxSchema.index({ leaseUntil: 1 }, { partialFilterExpression: { waiting: true } });
outboxSchema.index({ publishedAt: 1 }, { sparse: true });

/** The version that a key's last event had. */
export interface VersionRow {
  _id: string;
  version: number;
}

export const VERSIONS = 'event_versions';
export const versionSchema = new Schema<VersionRow>(
  { _id: String, version: Number },
  { collection: VERSIONS, versionKey: false },
);

/** A handler did an event. */
export interface InboxRow {
  /** `handler/event id` */
  _id: string;
  at: Date;
}

export const INBOX = 'inbox';
export const inboxSchema = new Schema<InboxRow>({ _id: String, at: Date }, { collection: INBOX, versionKey: false });
inboxSchema.index({ at: 1 });

/** Which queues this service has, for `npm run events`. */
export interface QueueRow {
  /** The queue's name in RabbitMQ. */
  _id: string;
  handler: string;
  events: string[];
  seenAt: Date;
}

export const QUEUES = 'event_queues';
export const queueSchema = new Schema<QueueRow>(
  { _id: String, handler: String, events: [String], seenAt: Date },
  { collection: QUEUES, versionKey: false },
);
