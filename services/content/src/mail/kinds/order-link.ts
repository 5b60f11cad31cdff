import type { cartOrder, DataOf } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderLink, orderNumber } from './kind.ts';

/** The link to an order, for its buyer who asked for it by number and e-mail address. */
export const orderLinkRequested = mailKind<DataOf<typeof cartOrder.orderLinkRequested>>({
  content({ orderId }, context) {
    const number = orderNumber(orderId);
    return {
      subject: `The link to your ${context.brand.name} order ${number}`,
      preview: 'It shows the order without signing in.',
      heading: 'Here is your order',
      parts: [
        `Dear ${context.name},`,
        `You asked for the link to your order ${number}. It shows the order without signing in, for 90 days: share it only with whom you want to see it.`,
        orderLink(orderId, context),
        'If you did not ask for it, there is nothing to do: nobody else got this link.',
      ],
    };
  },
  examples: { asked: { orderId: EXAMPLE.orderId, userId: EXAMPLE.userId } },
});
