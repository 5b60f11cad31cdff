import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { address, currencyCode, groupCode, objectId } from '../core/shapes.ts';
import { smallestUnit } from './checkout.ts';

const money = { amount: smallestUnit.positive(), currency: currencyCode };

export const orderCreated = defineEvent({
  name: 'order.created.v1',
  publisher: 'cart-order',
  summary: 'A captured payment became an order',
  key: 'orderId',
  data: z.object({
    orderId: z.string(),
    userId: z.string(),
    /** The hold that stands for it: after a new hold the new one. */
    holdId: z.uuid(),
    lines: z.array(
      z.object({
        productId: objectId,
        quantity: z.int().positive(),
        name: z.string().optional(),
        productGroup: groupCode.optional(),
        /** What was chosen, as text: `metalTone` → `Rose gold`. */
        choices: z.record(z.string(), z.string()).optional(),
        /** Of all its pieces, in the smallest unit of `currency`. */
        amount: smallestUnit.optional(),
      }),
    ),
    /** What was paid beside the pieces, in the smallest unit of `currency`. */
    charges: z
      .object({
        gst: smallestUnit,
        shipping: smallestUnit,
        engraving: smallestUnit,
        hallmarking: smallestUnit,
        specialRequest: smallestUnit,
      })
      .optional(),
    /** What was paid, in the smallest unit of `currency`. */
    total: smallestUnit.optional(),
    currency: currencyCode.optional(),
    /** Who receives the parcel. */
    recipient: z.string().optional(),
    shippingInfo: address.optional(),
  }),
  consumers: {
    catalog: { subscription: 'work', effect: 'turns the hold into a sale, and remembers who bought' },
    content: { subscription: 'work', effect: 'mails the confirmation' },
  },
  consumerRequired: true,
});

export const orderCancelled = defineEvent({
  name: 'order.cancelled.v1',
  publisher: 'cart-order',
  summary: 'An order was cancelled, by its buyer or by staff',
  key: 'orderId',
  data: z.object({ orderId: z.string(), holdId: z.uuid() }),
  consumers: { catalog: { subscription: 'work', effect: 'puts the pieces back' } },
  consumerRequired: true,
});

export const orderStatusChanged = defineEvent({
  name: 'order.status-changed.v1',
  publisher: 'cart-order',
  summary: 'Staff moved an order on, or it was cancelled',
  key: 'orderId',
  data: z.object({
    orderId: z.string(),
    userId: z.string(),
    status: z.enum(['Processing', 'Shipped', 'Delivered', 'Cancelled']),
    message: z.string(),
    /** What a cancellation pays back. */
    refund: z.object(money).optional(),
  }),
  consumers: {
    content: { subscription: 'work', effect: 'mails the buyer how far it is' },
    gateway: { subscription: 'broadcast', effect: 'tells the open tabs of its owner' },
  },
});

export const holdReleased = defineEvent({
  name: 'hold.released.v1',
  publisher: 'cart-order',
  summary: 'A checkout gave up its hold: it expired, was cancelled or closed',
  key: 'holdId',
  data: z.object({ holdId: z.uuid() }),
  consumers: { catalog: { subscription: 'work', effect: 'puts the pieces back' } },
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
    /** `replaced`: the same buyer froze a newer one. */
    reason: z.enum(['expired', 'cancelled', 'replaced']),
  }),
  consumers: { payment: { subscription: 'work', effect: 'stops attempts' } },
});

export const checkoutRefused = defineEvent({
  name: 'checkout.refused.v1',
  publisher: 'cart-order',
  summary: 'The money came after the checkout ended and the pieces are gone: the whole payment goes back',
  key: 'checkoutId',
  data: z.object({
    checkoutId: objectId,
    userId: z.string(),
    paymentId: z.string(),
    /** Names the refund: use it as its idempotency key. */
    refundId: z.uuid(),
    ...money,
  }),
  consumers: {
    payment: { subscription: 'work', effect: 'pays the money back' },
    content: { subscription: 'work', effect: 'mails the buyer that it goes back, and why' },
  },
  consumerRequired: true,
});

export const refundRequested = defineEvent({
  name: 'refund.requested.v1',
  publisher: 'cart-order',
  summary: 'Money of a payment goes back',
  key: 'refundId',
  data: z.object({
    /** Names the refund: use it as its idempotency key. */
    refundId: z.uuid(),
    paymentId: z.string(),
    checkoutId: objectId,
    userId: z.string(),
    /** `null` where the payment never became an order. */
    orderId: z.string().nullable(),
    ...money,
    reason: z.enum(['paid-twice', 'wrong-amount', 'unknown-checkout', 'order-cancelled', 'staff']),
    note: z.string().optional(),
  }),
  consumers: {
    payment: { subscription: 'work', effect: 'pays the money back' },
    content: { subscription: 'work', effect: 'mails the buyer that it goes back, and why' },
  },
  consumerRequired: true,
});

export const cartCleared = defineEvent({
  name: 'cart.cleared.v1',
  publisher: 'cart-order',
  summary: 'What was bought left the cart, or its owner emptied it',
  key: 'userId',
  data: z.object({ userId: z.string() }),
  consumers: { gateway: { subscription: 'broadcast', effect: 'tells the open tabs of its owner' } },
});
