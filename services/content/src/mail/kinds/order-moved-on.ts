import { type cartOrder, type DataOf, moneyText } from '@shop/contracts';
import type { Part } from '../frame/mail-content.ts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderLink, orderNumber } from './kind.ts';

type StatusChanged = DataOf<typeof cartOrder.orderStatusChanged>;

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

/** New status of an order, with the message of staff. */
export const orderMovedOn = mailKind<StatusChanged>({
  content(data, context) {
    const { orderId, status, message } = data;
    const number = orderNumber(orderId);
    const { subject, heading, news, after, reached } = TEXTS[status];
    return {
      subject: `Your ${context.brand.name} order ${number} ${subject}`,
      preview: `Your order ${number} ${news}`,
      heading,
      parts: [
        ...(reached ? [{ steps: ['Confirmed', 'On its way', 'Delivered'], reached }] : []),
        `Dear ${context.name},`,
        `Your order ${number} ${news}`,
        ...(message ? [{ quote: message }] : []),
        ...refundParts(data),
        ...after,
        orderLink(orderId, context),
      ],
    };
  },
  examples: {
    shipped: example('Shipped', 'With BlueDart, insured. Somebody has to sign for it.'),
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
