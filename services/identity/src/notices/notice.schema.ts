import type { identity } from '@shop/contracts';
import { indexJobFields, type JobFields, jobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** What one person of the staff is told. */
export interface Notice {
  /** Person, kind and topic: a newer notice takes the place of the one before about the same thing. */
  _id: string;
  userId: string;
  kind: identity.NoticeKind;
  /** Of the event, which counts up for its topic. */
  version: number;
  recordId: string;
  text: string;
  at: Date;
  isRead: boolean;
  keepUntil: Date;
  /** The job that mails it; unset where that was not chosen, and once it is done. */
  mail?: JobFields;
}

const required = { type: String, required: true };

export const noticeSchema = new Schema<Notice>(
  {
    _id: required,
    userId: required,
    kind: required as never,
    version: { type: Number, required: true },
    recordId: required,
    text: required,
    at: { type: Date, required: true },
    isRead: { type: Boolean, required: true },
    keepUntil: { type: Date, required: true },
    mail: { ...jobFields },
  },
  { collection: 'notices', versionKey: false },
);
noticeSchema.index({ userId: 1, at: -1, _id: -1 });
noticeSchema.index({ userId: 1, isRead: 1, at: -1 });
noticeSchema.index({ userId: 1, at: -1 }, { partialFilterExpression: { 'mail.dueAt': { $exists: true } } });
indexJobFields(noticeSchema, 'mail');
noticeSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
