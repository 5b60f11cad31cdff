import { type DataOf, moneyText, type payment } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind } from './kind.ts';
import { ofOrder, orderOrShopLink, REFUND_TIME } from './refund-texts.ts';

export const refundCompleted = mailKind<DataOf<typeof payment.refundCompleted>>({
  content({ checkoutId, amount, currency }, context) {
    const money = moneyText(amount, currency);
    return {
      subject: `${money} is on its way back to you`,
      preview: REFUND_TIME,
      heading: 'Your money is on its way',
      parts: [
        `Dear ${context.name},`,
        `We have paid ${money}${ofOrder(checkoutId, context)} back by the way you paid. ${REFUND_TIME}`,
        orderOrShopLink(checkoutId, context),
      ],
    };
  },
  examples: {
    paid: {
      ...{ refundId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', paymentId: 'p1', checkoutId: EXAMPLE.orderId },
      ...{ userId: EXAMPLE.userId, ...EXAMPLE.money, completedAt: '2026-11-30T12:30:00.000Z' },
    },
  },
});
