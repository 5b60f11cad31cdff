import {
  type Address,
  type cartOrder,
  choiceName,
  type DataOf,
  moneyText,
  percentText,
  subtotalName,
} from '@shop/contracts';
import type { MailContent, Part, Row } from './layout.ts';
import { type TemplateContext, orderLink, orderNumber, questions } from './template-context.ts';

type Created = DataOf<typeof cartOrder.orderCreated>;
type StatusChanged = DataOf<typeof cartOrder.orderStatusChanged>;

/** Dates in the workshop's time zone. */
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** Confirmation of an order. */
export function orderCreatedTemplate(order: Created, context: TemplateContext): MailContent {
  const number = orderNumber(order.orderId);
  return {
    subject: `Your ${context.brand.name} order ${number} is confirmed`,
    parts: [
      `Dear ${context.name},`,
      `Thank you. Your order ${number} of ${DAY.format(context.occurredAt)} is paid and confirmed, and we are preparing it.`,
      { rows: [...order.lines.map((line) => lineRow(line, order)), ...sumRows(order)] },
      ...deliveryParts(order),
      ...giftParts(order),
      'We write again when your parcel leaves us. Until then you can cancel within 24 hours of ordering.',
      questions(context),
      orderLink(order.orderId, context),
    ],
  };
}

function lineRow(
  { name, productGroup, quantity, choices = {}, amount, gst = 0 }: Created['lines'][number],
  { currency, showPrices }: Created,
): Row {
  const product = [name ?? 'A piece', productGroup && `(${productGroup})`].filter(Boolean).join(' ');
  const detail = Object.entries(choices)
    .map(([choice, value]) => `${choiceName(choice)}: ${value}`)
    .join(', ');
  return {
    name: `${quantity} × ${product}`,
    ...(detail && { detail }),
    amount:
      amount === undefined || !currency ? '' : moneyText(showPrices === 'with-tax' ? amount + gst : amount, currency),
  };
}

/** The rows of the checkout. */
function sumRows({ lines, charges, gstRate, showPrices, total, currency }: Created): Row[] {
  if (!currency) return [];
  const row = (name: string, amount: number | undefined): Row[] =>
    amount ? [{ name, amount: moneyText(amount, currency) }] : [];
  const shipping = charges
    ? [{ name: 'Shipping', amount: charges.shipping ? moneyText(charges.shipping, currency) : 'Free' }]
    : [];
  const subtotal = lines.every(({ amount }) => amount !== undefined)
    ? lines.reduce((sum, { amount }) => sum + amount!, 0)
    : undefined;
  return [
    ...row(subtotalName(showPrices), subtotal),
    ...row(gstRate === undefined ? 'GST' : `GST (${percentText(gstRate)})`, charges?.gst),
    ...shipping,
    ...row('Engraving', charges?.engraving),
    ...row('Hallmarking', charges?.hallmarking),
    ...row('Special request', charges?.specialRequest),
    ...row('Gift wrap', charges?.giftWrap),
    ...row('Total', total).map((sum) => ({ ...sum, strong: true })),
  ];
}

function deliveryParts({ shippingInfo, recipient }: Created): Part[] {
  if (shippingInfo) return [{ title: 'We deliver to', lines: addressLines(shippingInfo) }];
  return recipient ? [{ title: 'We deliver to', lines: [recipient] }] : [];
}

function giftParts({ gift }: Created): Part[] {
  if (!gift) return [];
  const how = gift.wrap
    ? 'Wrapped as a gift. The slip in the parcel has no price.'
    : 'The slip in the parcel has no price.';
  return [{ title: 'A present', lines: [how, ...(gift.message ? gift.message.split(/\r?\n/) : [])] }];
}

const addressLines = ({ name, street, city, state, pincode, country, phone }: Address): string[] => [
  name,
  street,
  `${city}, ${state} ${pincode}`,
  country,
  phone,
];

const STATUS_TEXTS: Record<StatusChanged['status'], { subject: string; news: string; after: string[] }> = {
  Processing: { subject: 'is being prepared', news: 'is being prepared.', after: [] },
  Shipped: { subject: 'is on its way', news: 'has left our workshop.', after: [] },
  Delivered: {
    subject: 'has arrived',
    news: 'has been delivered. We hope it brings you joy for many years.',
    after: ['If anything is not as it should be, tell us within 30 days.'],
  },
  Cancelled: { subject: 'is cancelled', news: 'has been cancelled.', after: [] },
};

/** New status of an order, with the message of staff. */
export function orderStatusTemplate(
  { orderId, status, message, refund, waitingRefund }: StatusChanged,
  context: TemplateContext,
): MailContent {
  const number = orderNumber(orderId);
  const { subject, news, after } = STATUS_TEXTS[status];
  return {
    subject: `Your ${context.brand.name} order ${number} ${subject}`,
    parts: [
      `Dear ${context.name},`,
      `Your order ${number} ${news}`,
      ...(message ? [message] : []),
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
      ...after,
      questions(context),
      orderLink(orderId, context),
    ],
  };
}
