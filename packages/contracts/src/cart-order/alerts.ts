import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { defineEvent } from '../core/event.ts';
import { filledLine, groupCode, moment, mrp, objectId, rupees } from '../core/shapes.ts';

export const alertErrors = defineErrors({
  'alert.in-stock': { status: 409, message: 'This piece is in stock' },
  'alert.too-many': { status: 409, message: 'These are too many. Please take back one of your wishes first' },
  'alert.wrong-link': { status: 404, message: 'This link does not work any more' },
});

/** What a mail is wanted for. `back-in-stock` is sent once, `price-drop` with each lower price. */
export const ALERT_KINDS = ['back-in-stock', 'price-drop'] as const;
export const alertKind = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKind>;

/** Wishes of one account or address. */
export const MAX_ALERTS = 400;

/** What the visitor read when they agreed; kept as the record of it. */
const consent = filledLine('The text that was agreed to', 400);

export const alert = z
  .object({
    productId: objectId,
    kind: alertKind,
    since: moment,
    /** It waits until the address is confirmed. */
    isUnconfirmed: z.boolean().optional(),
    /** Of the piece, where the shop knows it. */
    name: z.string().optional(),
    productGroup: groupCode.optional(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

const alerts = z.array(alert).max(MAX_ALERTS);
const which = z.object({ productId: objectId, kind: alertKind });

export const listAlerts = defineCall({
  id: 'cart-order.list-alerts',
  service: 'cart-order',
  method: 'GET',
  path: '/alerts',
  access: 'user',
  summary: 'The mails about pieces that the signed-in user wants',
  answer: z.object({
    alerts,
    /** For everything on the wishlist, also what is saved later. */
    allPriceDrops: z.boolean(),
  }),
  errors: [],
});

export const wantAlert = defineCall({
  id: 'cart-order.want-alert',
  service: 'cart-order',
  method: 'PUT',
  path: '/alerts/:kind/:productId',
  access: 'user',
  summary: 'Agrees to mails about a piece',
  params: which,
  body: z.object({ consent }),
  answer: z.object({ alert }),
  errors: ['product.not-found', 'alert.in-stock', 'alert.too-many'],
  repeatable: 'A wish is wished once',
});

export const withdrawAlert = defineCall({
  id: 'cart-order.withdraw-alert',
  service: 'cart-order',
  method: 'DELETE',
  path: '/alerts/:kind/:productId',
  access: 'user',
  summary: 'Takes the agreement back; where there is none it is no error',
  params: which,
  answer: z.object({ isWanted: z.literal(false) }),
  errors: [],
  repeatable: 'What is taken back stays taken back',
});

export const switchPriceDrops = defineCall({
  id: 'cart-order.switch-price-drops',
  service: 'cart-order',
  method: 'PUT',
  path: '/alerts/price-drops',
  access: 'user',
  summary: 'Agrees to mails about everything on the wishlist that costs less, or takes that back',
  body: z.discriminatedUnion('isWanted', [
    z.object({ isWanted: z.literal(true), consent }),
    z.object({ isWanted: z.literal(false) }),
  ]),
  answer: z.object({ alerts, allPriceDrops: z.boolean() }),
  errors: [],
  repeatable: 'It is set, not toggled',
});

export const askForAlert = defineCall({
  id: 'cart-order.ask-for-alert',
  service: 'cart-order',
  method: 'POST',
  path: '/alerts/guest',
  access: 'guest',
  summary:
    'Wishes to be told when a piece is back, without an account: a mail asks to confirm it. The answer is the same for every address',
  body: z.object({
    productId: objectId,
    email: z.email('This is not an e-mail address').max(254, 'Too long: at most 254 characters'),
    consent,
  }),
  answer: z.object({ isAsked: z.literal(true) }),
  status: 202,
  errors: ['product.not-found', 'alert.in-stock'],
  limit: 'code',
  repeatable: 'A wish is wished once',
});

/** Of the mails to one address: who has it, has read its mail. */
const token = z.string().max(100, 'Too long: at most 100 characters');

export const showAlertsByLink = defineCall({
  id: 'cart-order.show-alerts-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/alerts/link/:token',
  access: 'guest',
  summary: 'The mails that the address of a link gets, or has still to confirm',
  params: z.object({ token }),
  answer: z.object({ alerts }),
  errors: ['alert.wrong-link'],
});

export const confirmAlertsByLink = defineCall({
  id: 'cart-order.confirm-alerts-by-link',
  service: 'cart-order',
  method: 'POST',
  path: '/alerts/link/:token/confirm',
  access: 'guest',
  summary: 'Confirms the address of a link',
  params: z.object({ token }),
  answer: z.object({ alerts }),
  errors: ['alert.wrong-link'],
  repeatable: 'What is confirmed stays confirmed',
});

export const withdrawAlertsByLink = defineCall({
  id: 'cart-order.withdraw-alerts-by-link',
  service: 'cart-order',
  method: 'POST',
  path: '/alerts/link/:token/withdraw',
  access: 'guest',
  summary: 'Takes back one agreement of the address of a link, or all of them',
  params: z.object({ token }),
  body: z.object({ only: which.optional() }),
  answer: z.object({ alerts }),
  errors: ['alert.wrong-link'],
  repeatable: 'What is taken back stays taken back',
});

export const unsubscribe = defineCall({
  id: 'cart-order.unsubscribe',
  service: 'cart-order',
  method: 'POST',
  path: '/alerts/unsubscribe/:token',
  access: 'provider',
  summary: 'Takes all agreements of an address back; mail programs send it with one click (RFC 8058)',
  params: z.object({ token }),
  body: z.looseObject({}),
  answer: z.object({ isWithdrawn: z.literal(true) }),
  errors: ['alert.wrong-link'],
  repeatable: 'What is taken back stays taken back',
});

const piece = z.object({
  productId: objectId,
  productGroup: groupCode,
  name: z.string(),
  kind: alertKind,
  image: z.string().optional(),
  price: rupees,
  mrp: mrp.optional(),
  /** With its GST as shown, before it was lowered. */
  before: mrp.optional(),
});

/** To whom: an account, or the confirmed address of somebody without one. */
const recipient = { recipientId: z.string(), userId: z.string().optional(), email: z.string().optional() };

export const alertRequested = defineEvent({
  name: 'alert.requested.v1',
  publisher: 'cart-order',
  summary: 'An address has to confirm that it wants to be told when a piece is back',
  key: 'recipientId',
  data: z.object({ ...recipient, token: z.string(), productId: objectId, productGroup: groupCode, name: z.string() }),
  consumers: { content: { subscription: 'work', effect: 'mails the link that confirms it' } },
});

export const alertRaised = defineEvent({
  name: 'alert.raised.v1',
  publisher: 'cart-order',
  summary: 'Pieces are back or cost less that somebody wants to be told about',
  key: 'recipientId',
  data: z.object({ ...recipient, token: z.string(), pieces: z.array(piece).min(1) }),
  consumers: { content: { subscription: 'work', effect: 'mails them' } },
});
