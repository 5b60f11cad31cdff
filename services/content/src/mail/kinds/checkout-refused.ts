import { type cartOrder, type DataOf, moneyText } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind } from './kind.ts';
import { orderOrShopLink, REFUND_TIME } from './refund-texts.ts';

/** The payment arrived after the stock was sold. */
export const checkoutRefused = mailKind<DataOf<typeof cartOrder.checkoutRefused>>({
  content({ checkoutId, amount, currency }, context) {
    const money = moneyText(amount, currency);
    return {
      subject: `Your payment of ${money} is coming back to you`,
      preview: 'Your piece was sold before your payment reached us.',
      heading: 'We are sorry',
      parts: [
        `Dear ${context.name},`,
        'We are sorry: your piece was sold before your payment reached us, and there is no other of its kind ready.',
        `Your payment of ${money} goes back to you in full, by itself. ${REFUND_TIME}`,
        orderOrShopLink(checkoutId, context),
      ],
    };
  },
  examples: {
    sold: {
      ...{ checkoutId: EXAMPLE.orderId, userId: EXAMPLE.userId, paymentId: 'p1' },
      ...{ refundId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', ...EXAMPLE.money },
    },
  },
});
