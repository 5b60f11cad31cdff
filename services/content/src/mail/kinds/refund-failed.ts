import { type DataOf, moneyText, type payment } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind } from './kind.ts';
import { ofOrder, orderOrShopLink } from './refund-texts.ts';

export const refundFailed = mailKind<DataOf<typeof payment.refundFailed>>({
  content({ checkoutId, amount, currency }, context) {
    const money = moneyText(amount, currency);
    return {
      subject: `We could not return ${money} to you yet`,
      preview: 'There is nothing you need to do: we see to it ourselves.',
      heading: 'Your refund is late',
      parts: [
        `Dear ${context.name},`,
        `The refund of ${money}${ofOrder(checkoutId, context)} did not arrive: your bank or card did not take it.`,
        'There is nothing you need to do. We know of it, see to it ourselves, and write to you.',
        orderOrShopLink(checkoutId, context),
      ],
    };
  },
  examples: {
    failed: {
      ...{ refundId: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', paymentId: 'p1', checkoutId: EXAMPLE.orderId },
      ...{ userId: EXAMPLE.userId, ...EXAMPLE.money, reason: 'account closed', failedAt: '2026-11-30T12:30:00.000Z' },
    },
  },
});
