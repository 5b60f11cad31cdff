import type { content } from '@shop/contracts';
import type { MailContent } from '../frame/mail-content.ts';
import { checkoutRefused } from './checkout-refused.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountSecured } from './account-secured.ts';
import { alertRaised } from './alert-raised.ts';
import { alertRequested } from './alert-requested.ts';
import type { Kind, MailContext } from './kind.ts';
import { orderCreated } from './order-created.ts';
import { orderLinkRequested } from './order-link.ts';
import { orderMovedOn } from './order-moved-on.ts';
import { orderWithdrawn } from './order-withdrawn.ts';
import { paymentAwaited } from './payment-awaited.ts';
import { paymentLapsed } from './payment-lapsed.ts';
import { refundCompleted } from './refund-completed.ts';
import { refundFailed } from './refund-failed.ts';
import { refundRequested } from './refund-requested.ts';
import { staffNotice } from './staff-notice.ts';

/** Those that staff do not see: what was given up is out of date, forgotten or asked for again, what staff are told is their own, and addresses of people without an account are not theirs. */
export const UNLISTED = [
  'alert-requested',
  'alert-raised',
  'account-secured',
  'account-deleted',
  'order-link',
  'staff-notice',
] as const;

/** All kinds of mail that follow an event; the README says how one is added. */
export const KINDS = {
  'account-secured': accountSecured,
  'account-deleted': accountDeleted,
  'alert-requested': alertRequested,
  'alert-raised': alertRaised,
  'order-created': orderCreated,
  'order-link': orderLinkRequested,
  'order-moved-on': orderMovedOn,
  'order-withdrawn': orderWithdrawn,
  'payment-awaited': paymentAwaited,
  'payment-lapsed': paymentLapsed,
  'refund-requested': refundRequested,
  'checkout-refused': checkoutRefused,
  'refund-completed': refundCompleted,
  'refund-failed': refundFailed,
  'staff-notice': staffNotice,
} satisfies Record<content.MailKind | (typeof UNLISTED)[number], unknown>;

export type MailKind = keyof typeof KINDS;
/** The event data that a mail of each kind is rendered from. */
export type MailData = { [K in MailKind]: (typeof KINDS)[K] extends Kind<infer Data> ? Data : never };

/** What a queued mail says. */
export const contentOf = ({ kind, data }: { kind: MailKind; data?: unknown }, context: MailContext): MailContent =>
  (KINDS[kind] as Kind<unknown>).content(data, context);

/** Kinds of mail that make one of this kind out of date. */
export const outdatedBy = (kind: MailKind): readonly MailKind[] =>
  ((KINDS[kind] as Kind<unknown>).outdatedBy ?? []) as readonly MailKind[];
