import { type DataOf, moneyText, type payment } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { addressOf, mailKind } from './kind.ts';
import { MINUTE } from './moments.ts';

/** What the buyer was asked to send did not come in time. */
export const paymentLapsed = mailKind<DataOf<typeof payment.paymentLapsed>>({
  content({ checkoutId, amount, currency, until }, context) {
    const money = moneyText(amount, currency);
    return {
      subject: `Your ${money} did not reach ${context.brand.name} in time`,
      preview: 'Your pieces are free for others again, and there is no order.',
      heading: 'Your payment did not come in time',
      parts: [
        `Dear ${context.name},`,
        `Your pieces were held for you until ${MINUTE.format(new Date(until))} (Indian time). By then your ${money} had not arrived, so they are free for others again, and there is no order.`,
        'If you have sent the money already, you need not do anything: when it arrives, it becomes your order if the pieces are still there, and goes back to you if not. We mail you either way.',
        'If you have not, please do not send it any more. To have the pieces after all, order them again: what was in your cart is still in it, and you can pay in any way that we offer.',
        { link: 'Order again', url: addressOf(`/checkout?checkout=${checkoutId}`, context) },
      ],
    };
  },
  examples: {
    transfer: {
      ...{ paymentId: '6b01c5734d9f13a5da2d0099', provider: 'bank-transfer', checkoutId: EXAMPLE.orderId },
      ...{ userId: EXAMPLE.userId, amount: 98_607_00, currency: 'INR' },
      ...{ until: '2026-12-03T12:30:00.000Z', at: '2026-12-03T12:30:00.000Z' },
    },
  },
});
