import { PROVIDER_LABELS, RETURN_CODES } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import type { Order } from '../../api/orders.ts';
import { countText, sentence } from '../../components/texts.ts';
import type { Capture, Change, Mail, Note } from './api/about-order.ts';

export interface Happening {
  key: string;
  at: string;
  kind: 'order' | 'payment' | 'mail' | 'staff' | 'shipment' | 'note';
  what: string;
  /** Who, to whom, or why. */
  details?: string;
  /** Of staff, in their own lines. */
  text?: string;
  /** It did not work. */
  isBad?: boolean;
  mail?: Mail;
  note?: Note;
}

export interface Parts {
  order?: Order | undefined;
  payments?: readonly Capture[] | undefined;
  mails?: readonly Mail[] | undefined;
  changes?: readonly Change[] | undefined;
  notes?: readonly Note[] | undefined;
}

/** What happened to an order, newest first, of those parts that are there. */
export const timelineOf = ({ order, payments = [], mails = [], changes = [], notes = [] }: Parts): Happening[] =>
  [
    ...(order ? ofOrder(order) : []),
    ...payments.flatMap(ofPayment),
    ...mails.map(ofMail),
    // Notes tell of themselves.
    ...changes.filter(({ action }) => action !== 'order.note-added').map(ofChange),
    ...notes.map(ofNote),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));

function ofOrder({
  createdAt,
  shippedAt,
  deliveredAt,
  cancelledAt,
  shipments = [],
  withdrawals = [],
  items,
  invoice,
}: Order): Happening[] {
  const at = (when: string | null, what: string): Happening[] =>
    when === null ? [] : [{ key: what, at: when, kind: 'order', what }];
  const piecesIn = (lines: readonly number[]) =>
    lines.map((place) => `${items[place]!.quantity} × ${items[place]!.product.name}`).join(', ');
  return [
    ...at(createdAt, 'Ordered'),
    ...shipments.flatMap(({ _id, courier, trackingNumber, lines, ...times }): Happening[] => {
      const what = `Parcel with ${courier}${trackingNumber ? `, ${trackingNumber}` : ''}`;
      const parcel = { kind: 'shipment' as const, details: piecesIn(lines) };
      return [
        { ...parcel, key: _id, at: times.shippedAt, what },
        ...(times.deliveredAt
          ? [{ ...parcel, key: `${_id}-delivered`, at: times.deliveredAt, what: `${what}, delivered` }]
          : []),
      ];
    }),
    ...at(shippedAt, 'Shipped'),
    ...at(deliveredAt, 'Delivered'),
    ...withdrawals.map(({ at: when, lines }): Happening => ({
      ...{ key: `withdrawn ${when}`, at: when, kind: 'order', what: 'The buyer withdrew from the contract' },
      details: piecesIn(lines),
    })),
    ...at(cancelledAt, 'Cancelled'),
    ...at(invoice?.issuedAt ?? null, `Invoice ${invoice?.number}`),
  ];
}

function ofPayment({ _id, provider, providerPaymentId, amount, currency, capturedAt, refunds }: Capture): Happening[] {
  const kind = 'payment' as const;
  return [
    {
      ...{ key: _id, at: capturedAt, kind, what: `Paid ${formatMoney(amount, currency)}` },
      details: `${PROVIDER_LABELS[provider].staffLabel}, ${providerPaymentId}`,
    },
    ...refunds.flatMap(({ refundId, amount: back, state, code, requestedAt, settledAt }): Happening[] => {
      const sum = formatMoney(back, currency);
      return [
        {
          ...{ key: `${refundId}-requested`, at: requestedAt, kind },
          ...{ what: `${sum} is to go back`, details: RETURN_CODES[code] },
        },
        ...(settledAt === null
          ? []
          : [
              {
                ...{ key: `${refundId}-settled`, at: settledAt, kind },
                what: state === 'failed' ? `${sum} could not be paid back` : `${sum} was paid back`,
                isBad: state === 'failed',
              } as const,
            ]),
      ];
    }),
  ];
}

const MAIL_STATES: Record<Mail['state'], string> = {
  queued: 'will be sent',
  sent: 'sent',
  superseded: 'not sent: a newer one took its place, or it was taken back',
  dead: 'given up',
};

const ofMail = (mail: Mail): Happening => ({
  ...{ key: mail._id, at: mail.sentAt ?? mail.occurredAt, kind: 'mail', mail },
  what: `“${sentence(mail.kind)}” ${MAIL_STATES[mail.state]}${mail.copyOf ? ' again' : ''}`,
  details: [
    mail.to ?? 'No recipient: the account was deleted',
    ...(mail.state === 'dead' && mail.problem ? [`${mail.problem} (${countText(mail.attempts, 'try', 'tries')})`] : []),
  ].join('. '),
  isBad: mail.state === 'dead',
});

/** Of a parcel the order itself may have more to come. */
const CHANGES: Readonly<Record<string, string>> = { 'order.shipped': 'Parcel recorded' };

const ofChange = ({ _id, action, actorName, reason, at }: Change): Happening => ({
  ...{
    key: _id,
    at,
    kind: 'staff',
    what: CHANGES[action] ?? sentence(action.replace(/^order\./, '')),
    details: `By ${actorName}`,
  },
  ...(reason && { text: reason }),
});

const ofNote = (note: Note): Happening => ({
  ...{ key: note._id, at: note.at, kind: 'note', what: 'Note', text: note.text, note },
  details: `By ${note.by.name ?? 'an account that is gone'}`,
});
