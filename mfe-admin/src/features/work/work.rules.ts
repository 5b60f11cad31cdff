import { piecesSent } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import type { Mail } from '../../api/mails.ts';
import type { Order } from '../../api/orders.ts';
import type { Attention } from '../../api/payments.ts';
import type { WorkKind } from '../../api/work.ts';
import type { WhoTook } from '../../components/taker.tsx';
import { countText, sentence, shortId } from '../../components/texts.ts';

/** By who works on it. */
export const WHO = ['free', 'mine', 'others'] as const;
export type Who = (typeof WHO)[number];

/** Something that waits for staff, of any service. */
export interface WorkItem {
  kind: WorkKind;
  /** Of the record in its service. */
  id: string;
  what: string;
  details: string;
  since: string;
  /** Where it is done. */
  to: string;
  taker: WhoTook | undefined;
}

export interface Parts {
  orders?: readonly Order[] | undefined;
  payments?: readonly Attention[] | undefined;
  mails?: readonly Mail[] | undefined;
}

/** What waits, of those parts that are there: what waits longest is first. */
export const workOf = ({ orders = [], payments = [], mails = [] }: Parts): WorkItem[] =>
  [...orders.map(ofOrder), ...payments.map(ofPayment), ...mails.map(ofMail)].toSorted(
    (one, other) => Date.parse(one.since) - Date.parse(other.since) || one.id.localeCompare(other.id),
  );

/** Those that the filters leave. @param me the account of the reader */
export const filtered = (
  items: readonly WorkItem[],
  { kind, who }: { kind?: WorkKind | undefined; who?: Who | undefined },
  me: string | undefined,
): WorkItem[] =>
  items.filter((item) => (kind === undefined || item.kind === kind) && (who === undefined || whoOf(item, me) === who));

const whoOf = ({ taker }: WorkItem, me: string | undefined): Who =>
  taker === undefined ? 'free' : taker.userId === me ? 'mine' : 'others';

function ofOrder(order: Order): WorkItem {
  const { _id, disputes = [], totalAmount, currency, shippingInfo, createdAt, form97, taker } = order;
  const { shipped: sent, all } = piecesSent(order);
  const isDisputed = disputes.some(({ status }) => status === 'open' || status === 'under-review');
  return {
    ...{ kind: 'order', id: _id, since: createdAt, to: `/admin/order/${_id}`, taker },
    what: `Order #${shortId(_id)} is to be sent`,
    details: [
      sent > 0 ? `${sent} of ${countText(all, 'piece')} sent` : countText(all, 'piece'),
      formatMoney(totalAmount, currency),
      `${shippingInfo.name}, ${shippingInfo.city}`,
      ...(isDisputed ? ['its payment is disputed'] : []),
      ...(form97?.receivedAt === null ? ['Form 97 to be signed before it is sent'] : []),
    ].join(' · '),
  };
}

const ofPayment = ({ _id, reason, message, createdAt, taker }: Attention): WorkItem => ({
  ...{ kind: 'payment', id: _id, since: createdAt, to: '/admin/payments', taker },
  what: sentence(reason),
  details: message,
});

const ofMail = ({ _id, kind, orderId, to, problem, attempts, occurredAt, taker }: Mail): WorkItem => ({
  ...{ kind: 'mail', id: _id, since: occurredAt, taker },
  to: orderId ? `/admin/order/${orderId}` : '/admin/mails',
  what: `Mail “${sentence(kind)}” was given up`,
  details: `${to ?? 'No recipient: the account was deleted'} · ${problem ?? 'Unknown'} (${countText(attempts, 'try', 'tries')})`,
});
