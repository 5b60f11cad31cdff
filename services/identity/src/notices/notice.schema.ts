import type { identity } from '@shop/contracts';
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
  },
  { collection: 'notices', versionKey: false },
);
noticeSchema.index({ userId: 1, at: -1, _id: -1 });
noticeSchema.index({ userId: 1, isRead: 1, at: -1 });
noticeSchema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
