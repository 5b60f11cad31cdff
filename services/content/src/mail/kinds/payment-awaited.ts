import { type DataOf, moneyText, type payment } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { addressOf, mailKind } from './kind.ts';
import { MINUTE } from './moments.ts';

/** What the buyer has to do outside the shop, so that the money comes. */
export const paymentAwaited = mailKind<DataOf<typeof payment.paymentAwaited>>({
  content({ checkoutId, amount, currency, steps, until }, context) {
    const money = moneyText(amount, currency);
    const end = `${MINUTE.format(new Date(until))} (Indian time)`;
    return {
      subject: `How to pay ${money} to ${context.brand.name}`,
      preview: `Your pieces are held for you until ${end}.`,
      heading: 'Your pieces are held for you',
      parts: [
        `Dear ${context.name},`,
        `Thank you. Your pieces are held for you, at the price that you saw, until ${end}. They become your order as soon as your ${money} are here.`,
        { rows: steps.map(({ name, value }) => ({ name, amount: value })) },
        `Please pay exactly ${money}: any other amount goes back to you. What comes too late becomes your order if the pieces are still there, and goes back to you if not.`,
        { link: 'See how to pay, or give it up', url: addressOf(`/checkout?checkout=${checkoutId}`, context) },
      ],
    };
  },
  // No buyer is asked twice for money that came, or that is not wanted any more.
  outdatedBy: ['order-created', 'payment-lapsed', 'checkout-refused', 'refund-requested'],
  examples: {
    transfer: {
      ...{ paymentId: '6b01c5734d9f13a5da2d0099', provider: 'bank-transfer', checkoutId: EXAMPLE.orderId },
      ...{ userId: EXAMPLE.userId, amount: 98_607_00, currency: 'INR' },
      steps: [
        { name: 'Account holder', value: 'Aranya Fine Jewellery Private Limited' },
        { name: 'Bank', value: 'HDFC Bank, Johari Bazaar, Jaipur' },
        { name: 'Account number', value: '50200012345678' },
        { name: 'IFSC', value: 'HDFC0001234' },
        { name: 'Reference', value: 'AR7K2M9QXD' },
      ],
      ...{ until: '2026-12-03T12:30:00.000Z', at: '2026-11-30T12:30:00.000Z' },
    },
  },
});
