import { z } from 'zod';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineEvent } from '../core/event.ts';
import type { Permission } from '../core/permissions.ts';
import { moment } from '../core/shapes.ts';

/** What staff are told of while it happens. Notices are kept for thirty days. */

/** Kinds of notices for staff. */
export const NOTICE_KINDS = ['order', 'dispute', 'low-stock'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What somebody has to be allowed to see to be told of it. */
export const NOTICE_PERMISSIONS: Readonly<Record<NoticeKind, Permission>> = {
  order: 'orders.read',
  dispute: 'payments.read',
  'low-stock': 'products.read',
};

/** Of one list: the newest. */
export const MAX_NOTICES = 50;
/** Unread notices are counted up to this number. */
export const MAX_UNREAD = 100;

/** Of one person. */
const noticeId = z.string().min(1).max(200);

export const notice = z
  .object({
    _id: noticeId,
    /** One of `NOTICE_KINDS`; as a text, because a version of the contracts may not know a kind of another. */
    kind: z.string(),
    /** The order, the payment’s order or the product, by its id. */
    recordId: z.string(),
    text: z.string(),
    /** When it was told. */
    at: moment,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

const notices = z.object({
  notices: z.array(notice),
  /** At most `MAX_UNREAD`: so many or more. */
  unread: z.int().nonnegative(),
});

export const listNotices = defineCall({
  id: 'identity.list-notices',
  service: 'identity',
  method: 'GET',
  path: '/admin/notices',
  access: staff('views.use'),
  summary: `The newest ${MAX_NOTICES} notices of who asks, of kinds that they may see and did not switch off`,
  answer: notices,
  errors: [],
});

export const readNotices = defineCall({
  id: 'identity.read-notices',
  service: 'identity',
  method: 'PUT',
  path: '/admin/notices/read',
  access: staff('views.use'),
  summary: 'Marks notices of who asks as read: these, or all; newer ones than `until` stay unread',
  body: z.object({
    ids: z.array(noticeId).min(1).max(MAX_NOTICES).optional(),
    /** A notice that took the place of the one that was read is told later. */
    until: moment,
  }),
  answer: notices,
  errors: [],
});

const noticeChoice = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** In the staff area, at once. */
  page: z.boolean(),
  /** To the account’s e-mail address: at once, and what follows within a quarter of an hour together. */
  mail: z.boolean(),
});
export type NoticeChoice = z.infer<typeof noticeChoice>;

const choices = z.array(noticeChoice).max(NOTICE_KINDS.length);

/** A way that is not named stays as it is. */
const noticeChange = noticeChoice.extend({ mail: noticeChoice.shape.mail.optional() });
export type NoticeChange = z.infer<typeof noticeChange>;

export const getNoticeChoices = defineCall({
  id: 'identity.get-notice-choices',
  service: 'identity',
  method: 'GET',
  path: '/admin/notices/choices',
  access: staff('views.use'),
  summary: 'What who asks is told of and how, for each kind that they may see',
  answer: z.object({ choices }),
  errors: [],
});

export const saveNoticeChoices = defineCall({
  id: 'identity.save-notice-choices',
  service: 'identity',
  method: 'PUT',
  path: '/admin/notices/choices',
  access: staff('views.use'),
  summary: 'Switches kinds of notices on and off for who asks; a kind that is not named stays as it is',
  body: z.object({ choices: z.array(noticeChange).min(1, 'Nothing to change').max(NOTICE_KINDS.length) }),
  answer: z.object({ choices }),
  errors: [],
});

export const noticesChanged = defineEvent({
  name: 'notices.changed.v1',
  publisher: 'identity',
  summary: 'People of the staff have new notices, or have read some',
  key: 'what it is about: an order, a dispute, a product, or the account that read',
  unordered: 'It says that there is something to fetch, and nothing of it',
  data: z.object({ userIds: z.array(z.string()).min(1) }),
  consumers: { gateway: { subscription: 'broadcast', effect: 'notifies the open tabs of these people' } },
});

/** Notices that one mail lists; it counts those beyond. */
export const MAX_MAILED = 20;

export const noticesMailed = defineEvent({
  name: 'notices.mailed.v1',
  publisher: 'identity',
  summary: 'Somebody of the staff who chose mail is to get what happened since the mail before, as one mail',
  key: 'userId',
  unordered: 'Each tells something else; what takes the place of a notice that was mailed is news',
  data: z.object({
    userId: z.string(),
    /** The newest first, at most `MAX_MAILED`. `kind` is one of `NOTICE_KINDS`, as in a notice. */
    notices: z
      .array(z.object({ kind: z.string(), recordId: z.string(), text: z.string() }))
      .min(1)
      .max(MAX_MAILED),
    /** Of all, also those that are not listed. */
    counts: z.array(z.object({ kind: z.string(), count: z.int().positive() })).min(1),
  }),
  consumers: { content: { subscription: 'work', effect: 'mails it to this person' } },
});
