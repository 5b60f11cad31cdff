import {
  type Address,
  type cartOrder,
  choiceName,
  type DataOf,
  moneyText,
  percentText,
  subtotalName,
} from '@shop/contracts';
import type { Part, Piece, Row } from '../frame/mail-content.ts';
import { EXAMPLE } from './example.ts';
import { addressOf, type MailContext, mailKind, orderLink, orderNumber, pictureOf } from './kind.ts';
import { between, DAY } from './moments.ts';

type Created = DataOf<typeof cartOrder.orderCreated>;

/** Mailboxes cut off what is longer than 100 kB. */
const MAX_PIECES = 20;

/** Confirmation of an order. */
export const orderCreated = mailKind<Created>({
  content(order, context) {
    const number = orderNumber(order.orderId);
    const { brand } = context;
    return {
      subject: `Your ${brand.name} order ${number} is confirmed`,
      preview: `Order ${number} is paid, and we are preparing it.`,
      heading: 'Thank you for your order',
      parts: [
        { steps: ['Confirmed', 'On its way', 'Delivered'], reached: 1 },
        `Dear ${context.name},`,
        `Your order ${number} of ${DAY.format(context.occurredAt)} is paid and confirmed, and we are preparing it.`,
        ...piecesOf(order, context),
        { rows: sumRows(order) },
        ...deliveryParts(order),
        ...(order.dutiesNote ? [order.dutiesNote] : []),
        ...giftParts(order),
        ...(order.expected ? [`We expect to deliver it ${between(order.expected)}.`] : []),
        'We write again when your parcel leaves us. Until then you can cancel within 24 hours of ordering.',
        orderLink(order.orderId, context),
      ],
    };
  },
  examples: { paid: exampleOrder(), abroad: exampleAbroad() },
});

function piecesOf(order: Created, context: MailContext): Part[] {
  const more = order.lines.length - MAX_PIECES;
  return [
    { pieces: order.lines.slice(0, MAX_PIECES).map((line) => pieceOf(line, order, context)) },
    ...(more > 0 ? [`And ${more} more: your order has them all.`] : []),
  ];
}

function pieceOf(
  { productId, name, productGroup, quantity, choices = {}, amount, gst = 0, image }: Created['lines'][number],
  { currency, showPrices }: Created,
  context: MailContext,
): Piece {
  const product = [name ?? 'A piece', productGroup && `(${productGroup})`].filter(Boolean).join(' ');
  const detail = Object.entries(choices)
    .map(([choice, value]) => `${choiceName(choice)}: ${value}`)
    .join(', ');
  const picture = pictureOf(image, context);
  return {
    name: `${quantity} × ${product}`,
    ...(detail && { detail }),
    ...(amount !== undefined &&
      currency && { amount: moneyText(showPrices === 'with-tax' ? amount + gst : amount, currency) }),
    ...(picture && { picture }),
    ...(productGroup && { url: addressOf(`/product/group/${productGroup}?variant=${productId}`, context) }),
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

function exampleOrder(): Created {
  const { orderId, userId, recipient } = EXAMPLE;
  return {
    ...{ orderId, userId, recipient, holdId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', currency: 'INR' },
    lines: [
      {
        ...{
          productId: '6b01c5734d9f13a5da2d0042',
          quantity: 1,
          name: 'Meera Solitaire Ring',
          productGroup: 'AR-1001',
        },
        ...{ choices: { metalTone: 'Rose gold', metalPurity: '18K', sizes: '12', engraving: 'Amma' } },
        ...{ amount: 51_300_00, gst: 1_539_00 },
      },
      {
        ...{ productId: '6b01c5734d9f13a5da2d0043', quantity: 2, name: 'Tara Diamond Studs', productGroup: 'AR-1042' },
        ...{ choices: { metalTone: 'Yellow gold' }, amount: 44_000_00, gst: 1_320_00 },
      },
    ],
    charges: { gst: 2_859_00, shipping: 0, engraving: 199_00, hallmarking: 99_00, specialRequest: 0, giftWrap: 150_00 },
    ...{ gstRate: 0.03, showPrices: 'with-tax', total: 98_607_00 },
    shippingInfo: {
      ...{ name: recipient, phone: '+91 98765 43210', street: '12 MG Road', city: 'Jaipur' },
      ...{ state: 'Rajasthan', pincode: '302001', country: 'India' },
    },
    expected: { earliest: '2026-11-27', latest: '2026-12-01' },
    gift: { wrap: true, message: 'Happy birthday, Amma!\nWith love from all of us' },
  };
}

function exampleAbroad(): Created {
  const { lines, gift: _, ...order } = exampleOrder();
  return {
    ...order,
    lines: lines.slice(0, 1).map((line) => ({ ...line, amount: 599_00, gst: 0 })),
    charges: { gst: 0, shipping: 25_00, engraving: 2_50, hallmarking: 0, specialRequest: 0 },
    ...{ gstRate: 0, showPrices: 'zero-rated', total: 626_50, currency: 'EUR' },
    shippingInfo: {
      ...{ name: EXAMPLE.recipient, phone: '+49 89 123456', street: 'Marienplatz 8', city: 'Munich' },
      ...{ state: 'Bavaria', pincode: '80331', country: 'Germany' },
    },
    dutiesNote: EXAMPLE.dutiesNote,
  };
}
