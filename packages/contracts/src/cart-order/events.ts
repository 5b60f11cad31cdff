import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { objectId } from '../core/shapes.ts';

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
    lines: z.array(z.object({ productId: objectId, quantity: z.int().positive() })),
  }),
  consumers: { catalog: { subscription: 'work', effect: 'turns the hold into a sale, and remembers who bought' } },
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

export const holdReleased = defineEvent({
  name: 'hold.released.v1',
  publisher: 'cart-order',
  summary: 'A checkout gave up its hold: it expired, was cancelled or closed',
  key: 'holdId',
  data: z.object({ holdId: z.uuid() }),
  consumers: { catalog: { subscription: 'work', effect: 'puts the pieces back' } },
  consumerRequired: true,
});
