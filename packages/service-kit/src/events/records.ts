import type { Envelope } from '@shop/contracts';
import { Schema, type Types } from 'mongoose';
import type { Carrier } from './tracing.ts';

/** An event, written in the transaction of its change. */
export interface OutboxRow {
  /** Ascends with time, so that a process publishes in the order of writing. */
  _id: Types.ObjectId;
  event: Envelope;
  trace: Carrier;
  /** Unset when the broker has confirmed it. */
  waiting?: true;
  /** The instance that publishes it; others may take it over after `leaseUntil`. */
  relay?: string;
  leaseUntil?: Date;
  /** Postponed until then, because a required consumer was missing. */
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

/** The version of a key's last event. */
export interface VersionRow {
  _id: string;
  version: number;
  /** Of that event; real time. */
  at: Date;
}

export const VERSIONS = 'event_versions';
export const versionSchema = new Schema<VersionRow>(
  { _id: String, version: Number, at: Date },
  { collection: VERSIONS, versionKey: false },
);
versionSchema.index({ at: 1 });

/** A handler has handled an event. */
export interface InboxRow {
  /** `handler/event id` */
  _id: string;
  at: Date;
}

export const INBOX = 'inbox';
export const inboxSchema = new Schema<InboxRow>({ _id: String, at: Date }, { collection: INBOX, versionKey: false });
inboxSchema.index({ at: 1 });

/** A queue of this service, for `npm run events`. */
export interface QueueRow {
  /** The queue's name in RabbitMQ. */
  _id: string;
  handler: string;
  events: string[];
  /** Since when there is this handler of these events: a restored shop does not give it older ones. */
  since?: Date;
  seenAt: Date;
}

export const QUEUES = 'event_queues';
export const queueSchema = new Schema<QueueRow>(
  { _id: String, handler: String, events: [String], since: Date, seenAt: Date },
  { collection: QUEUES, versionKey: false },
);
