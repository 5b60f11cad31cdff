import { type cartOrder, type DataOf, moneyText } from '@shop/contracts';
import type { Part } from '../frame/mail-content.ts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderLink, orderNumber } from './kind.ts';

type StatusChanged = DataOf<typeof cartOrder.orderStatusChanged>;

const PARCEL = {
  courier: 'BlueDart',
  trackingNumber: '58012345675',
  trackingUrl: 'https://www.bluedart.com/tracking',
};

interface Texts {
  subject: string;
  heading: string;
  news: string;
  after: string[];
  /** Of the steps of an order; a cancelled one has none. */
  reached?: number;
}

const TEXTS: Record<StatusChanged['status'], Texts> = {
  Processing: {
    subject: 'is being prepared',
    heading: 'We are preparing your order',
    news: 'is being prepared.',
    after: [],
    reached: 1,
  },
  Shipped: {
    subject: 'is on its way',
    heading: 'Your order is on its way',
    news: 'has left our workshop.',
    after: [],
    reached: 2,
  },
  Delivered: {
    subject: 'has arrived',
    heading: 'Your order has arrived',
    news: 'has been delivered. We hope it brings you joy for many years.',
    after: ['If anything is not as it should be, tell us within 30 days.'],
    reached: 3,
  },
  Cancelled: { subject: 'is cancelled', heading: 'Your order is cancelled', news: 'has been cancelled.', after: [] },
};

/** Some pieces have left; the others follow. */
const partlyOnItsWay = ({ shipped, all }: NonNullable<StatusChanged['pieces']>): Texts => ({
  subject: `is partly on its way: ${shipped} of ${all}`,
  heading: 'The first pieces are on their way',
  news: `has left our workshop in part: ${shipped} of ${all} pieces are on their way.`,
  after: ['The others follow, and we write again when they leave.'],
  reached: 1,
});

const trackingText = (trackingNumber: string) => `Tracking number ${trackingNumber}`;

const parcelParts = ({ courier, trackingNumber }: NonNullable<StatusChanged['parcel']>): Part[] => [
  { title: 'Your parcel', lines: [courier, ...(trackingNumber ? [trackingText(trackingNumber)] : [])] },
];

const beforeParts = (parcels: NonNullable<StatusChanged['parcelsBefore']>): Part[] => [
  'What left before:',
  {
    pieces: parcels.map(({ courier, trackingNumber, trackingUrl }) => ({
      name: courier,
      ...(trackingNumber && { detail: trackingText(trackingNumber) }),
      ...(trackingUrl && { url: trackingUrl }),
    })),
  },
];

/** New status of an order, with the message of staff. */
export const orderMovedOn = mailKind<StatusChanged>({
  content(data, context) {
    const { orderId, status, message, parcel, parcelsBefore, dutiesNote, pieces } = data;
    const number = orderNumber(orderId);
    const { subject, heading, news, after, reached } = pieces ? partlyOnItsWay(pieces) : TEXTS[status];
    return {
      subject: `Your ${context.brand.name} order ${number} ${subject}`,
      preview: `Your order ${number} ${news}`,
      heading,
      parts: [
        ...(reached ? [{ steps: ['Confirmed', 'On its way', 'Delivered'], reached }] : []),
        `Dear ${context.name},`,
        `Your order ${number} ${news}`,
        ...(message ? [{ quote: message }] : []),
        ...(parcel ? parcelParts(parcel) : []),
        ...(dutiesNote ? [dutiesNote] : []),
        ...refundParts(data),
        ...after,
        ...(parcel?.trackingUrl ? [{ link: 'Follow the parcel', url: parcel.trackingUrl }] : []),
        ...(parcelsBefore ? beforeParts(parcelsBefore) : []),
        orderLink(orderId, context),
      ],
    };
  },
  examples: {
    shipped: { ...example('Shipped', 'Insured. Somebody has to sign for it.'), parcel: PARCEL },
    'partly-shipped': { ...example('Processing', ''), parcel: PARCEL, pieces: { shipped: 2, all: 3 } },
    'in-parcels': {
      ...example('Shipped', ''),
      parcel: PARCEL,
      parcelsBefore: [{ courier: 'Blue Dart', trackingNumber: '58012345664' }, { courier: 'DTDC' }],
    },
    'shipped-abroad': { ...example('Shipped', ''), parcel: PARCEL, dutiesNote: EXAMPLE.dutiesNote },
    delivered: example('Delivered', ''),
    cancelled: { ...example('Cancelled', 'As you asked.'), refund: EXAMPLE.money },
    disputed: { ...example('Cancelled', ''), waitingRefund: EXAMPLE.money },
  },
});

const refundParts = ({ refund, waitingRefund }: StatusChanged): Part[] => [
  ...(refund
    ? [
        `${moneyText(refund.amount, refund.currency)} goes back to you by the way you paid. We write again when it is on its way.`,
      ]
    : []),
  ...(waitingRefund
    ? [
        `You dispute the payment. ${moneyText(waitingRefund.amount, waitingRefund.currency)} waits for the decision of your bank or the payment provider: you get it from them, or from us.`,
      ]
    : []),
];

function example(status: StatusChanged['status'], message: string): StatusChanged {
  return { orderId: EXAMPLE.orderId, userId: EXAMPLE.userId, status, message };
}
