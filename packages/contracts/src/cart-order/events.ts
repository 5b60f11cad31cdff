import { z } from 'zod';
import { imageAddress } from '../content/images.ts';
import { defineEvent } from '../core/event.ts';
import { address, currencyCode, groupCode, moment, objectId } from '../core/shapes.ts';
import { paymentProvider } from '../payment/provider-name.ts';
import { STAFF_REFUND_CODES } from '../core/refund-codes.ts';
import { shownPrices, taxSettings } from './charges.ts';
import { gift, smallestUnit } from './checkout.ts';
import { expectedDelivery, parcel, piecesOnTheirWay } from './shipments.ts';

const money = { amount: smallestUnit.positive(), currency: currencyCode };

export const orderCreated = defineEvent({
  name: 'order.created.v1',
  publisher: 'cart-order',
  summary: 'A captured payment became an order',
  key: 'orderId',
  unordered: 'An order is created once, and no consumer compares it with what follows',
  data: z.object({
    orderId: z.string(),
    userId: z.string(),
    /** Its current hold. */
    holdId: z.uuid(),
    lines: z.array(
      z.object({
        productId: objectId,
        quantity: z.int().positive(),
        name: z.string().optional(),
        productGroup: groupCode.optional(),
        /** The address of its first picture. */
        image: imageAddress.optional(),
        /** Choices as text: `metalTone` → `Rose gold`. */
        choices: z.record(z.string(), z.string()).optional(),
        /** Line total before GST, and its GST, in the smallest unit of `currency`. */
        amount: smallestUnit.optional(),
        gst: smallestUnit.optional(),
      }),
    ),
    /** Charges in addition to the lines, in the smallest unit of `currency`. */
    charges: z
      .object({
        gst: smallestUnit,
        shipping: smallestUnit,
        engraving: smallestUnit,
        hallmarking: smallestUnit,
        specialRequest: smallestUnit,
        giftWrap: smallestUnit.optional(),
      })
      .optional(),
    gstRate: z.number().optional(),
    showPrices: shownPrices.optional(),
    /** The amount paid, in the smallest unit of `currency`. */
    total: smallestUnit.optional(),
    currency: currencyCode.optional(),
    recipient: z.string().optional(),
    shippingInfo: address.optional(),
    /** Who pays the duties and taxes of the country; only abroad. */
    dutiesNote: z.string().optional(),
    gift: gift.optional(),
    expected: expectedDelivery.optional(),
  }),
  consumers: {
    catalog: { subscription: 'work', effect: 'turns the hold into a sale, and records the buyer' },
    content: { subscription: 'work', effect: 'mails the confirmation' },
    identity: { subscription: 'work', effect: 'tells the staff' },
  },
  consumerRequired: true,
});

export const orderCancelled = defineEvent({
  name: 'order.cancelled.v1',
  publisher: 'cart-order',
  summary: 'An order was cancelled, by its buyer or by staff',
  key: 'orderId',
  data: z.object({ orderId: z.string(), holdId: z.uuid() }),
  consumers: {
    catalog: { subscription: 'work', effect: 'returns the stock, and takes the mark of buyers off reviews' },
  },
  consumerRequired: true,
});

export const orderStatusChanged = defineEvent({
  name: 'order.status-changed.v1',
  publisher: 'cart-order',
  summary: 'The status of an order changed, by staff or by a cancellation',
  key: 'orderId',
  data: z.object({
    orderId: z.string(),
    userId: z.string(),
    status: z.enum(['Processing', 'Shipped', 'Delivered', 'Cancelled']),
    message: z.string(),
    /** Refund of a cancellation. */
    refund: z.object(money).optional(),
    /** What a cancellation refunds once an open dispute of the payment is decided for the shop. */
    waitingRefund: z.object(money).optional(),
    /** The buyer is told then, unless it is taken back. */
    mailAfter: moment.optional(),
    /** The event that this one takes back: the buyer is told of neither. */
    takesBack: z.uuid().optional(),
    /** What left last. */
    parcel: parcel.optional(),
    /** What left before it, the oldest first: the mail of this one may replace theirs. */
    parcelsBefore: z.array(parcel).optional(),
    /** Who pays the duties and taxes of the country of what left; only abroad. */
    dutiesNote: z.string().optional(),
    /** Set while some pieces have left and others have not: the status stays Processing. */
    pieces: piecesOnTheirWay.optional(),
  }),
  consumers: {
    content: { subscription: 'work', effect: 'mails the new status to the buyer' },
    gateway: { subscription: 'broadcast', effect: 'notifies the open tabs of its owner' },
  },
});

export const orderWithdrawn = defineEvent({
  name: 'order.withdrawn.v1',
  publisher: 'cart-order',
  summary: 'A buyer in the EU withdrew from the contract about lines of an order',
  key: 'orderId',
  unordered: 'Each withdrawal is received once, and answered by a mail of its own',
  data: z.object({
    orderId: objectId,
    userId: z.string(),
    /** When it was received. */
    at: moment,
    lines: z
      .array(
        z.object({
          name: z.string(),
          productGroup: groupCode.optional(),
          quantity: z.int().positive(),
          /** It has left in a parcel. */
          hasLeft: z.boolean(),
        }),
      )
      .min(1),
    /** Nothing of it was sent: the order was cancelled with it, and all is refunded. */
    isCancelled: z.boolean(),
    provider: paymentProvider,
    providerPaymentId: z.string(),
    /** Paid for these lines, with tax. */
    ...money,
  }),
  consumers: {
    content: { subscription: 'work', effect: 'mails the receipt' },
    payment: { subscription: 'work', effect: 'lists it as what needs attention, unless the order was cancelled' },
  },
  consumerRequired: true,
});

export const orderLinkRequested = defineEvent({
  name: 'order.link-requested.v1',
  publisher: 'cart-order',
  summary: 'The buyer of an order asked for its link, by number and e-mail address',
  key: 'orderId',
  unordered: 'Each request is answered by a mail of its own',
  data: z.object({ orderId: z.string(), userId: z.string() }),
  consumers: { content: { subscription: 'work', effect: 'mails the link to the buyer' } },
});

export const holdReleased = defineEvent({
  name: 'hold.released.v1',
  publisher: 'cart-order',
  summary: 'A checkout released its hold: it expired, was cancelled or closed',
  key: 'holdId',
  data: z.object({ holdId: z.uuid() }),
  consumers: { catalog: { subscription: 'work', effect: 'returns the stock' } },
  consumerRequired: true,
});

export const checkoutExpired = defineEvent({
  name: 'checkout.expired.v1',
  publisher: 'cart-order',
  summary: 'A checkout ended without being paid',
  key: 'checkoutId',
  data: z.object({
    checkoutId: objectId,
    userId: z.string(),
    /** `replaced`: the buyer froze a newer checkout of the same pieces, or another one of them became the order. */
    reason: z.enum(['expired', 'cancelled', 'replaced']),
  }),
  consumers: { payment: { subscription: 'work', effect: 'stops attempts' } },
});

export const checkoutRefused = defineEvent({
  name: 'checkout.refused.v1',
  publisher: 'cart-order',
  summary: 'Paid after the checkout ended and the stock was sold: the whole payment is refunded',
  key: 'checkoutId',
  data: z.object({
    checkoutId: objectId,
    userId: z.string(),
    paymentId: z.string(),
    /** Identifies the refund; also its idempotency key. */
    refundId: z.uuid(),
    ...money,
  }),
  consumers: {
    payment: { subscription: 'work', effect: 'refunds the payment' },
    content: { subscription: 'work', effect: 'mails the buyer the refund and its reason' },
  },
  consumerRequired: true,
});

export const refundRequested = defineEvent({
  name: 'refund.requested.v1',
  publisher: 'cart-order',
  summary: 'A payment is to be refunded, in full or in part',
  key: 'refundId',
  data: z.object({
    /** Identifies the refund; also its idempotency key. */
    refundId: z.uuid(),
    paymentId: z.string(),
    checkoutId: objectId,
    userId: z.string(),
    /** `null` when the payment never became an order. */
    orderId: z.string().nullable(),
    ...money,
    /** A refund by `staff` is of exactly this amount; any other takes at most what is left of the payment. */
    reason: z.enum(['paid-twice', 'wrong-amount', 'unknown-checkout', 'order-cancelled', 'staff']),
    /** What the shop keeps of the payment, regardless of other refunds; 0 by default. */
    keep: smallestUnit.optional(),
    /** Of `staff`. */
    code: z.enum(STAFF_REFUND_CODES).optional(),
    noteToBuyer: z.string().optional(),
    /** Internal; no longer published, and never shown to the buyer. */
    note: z.string().optional(),
  }),
  consumers: {
    payment: { subscription: 'work', effect: 'refunds the payment' },
    content: { subscription: 'work', effect: 'mails the buyer the refund and its reason' },
  },
  consumerRequired: true,
});

export const cartCleared = defineEvent({
  name: 'cart.cleared.v1',
  publisher: 'cart-order',
  summary: 'The bought items were removed from the cart, or its owner emptied it',
  key: 'userId',
  data: z.object({ userId: z.string() }),
  consumers: { gateway: { subscription: 'broadcast', effect: 'notifies the open tabs of its owner' } },
});

export const taxChanged = defineEvent({
  name: 'tax.changed.v1',
  publisher: 'cart-order',
  summary: 'The GST rate, or how prices are shown, changed',
  key: '`charges`',
  data: taxSettings.extend({
    /** The cache tag of the change. */
    tag: z.literal('tax'),
  }),
  consumers: {
    catalog: { subscription: 'work', effect: 'answers prices with the new rate' },
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});
