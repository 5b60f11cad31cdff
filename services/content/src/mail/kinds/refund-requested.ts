import { type cartOrder, type DataOf, moneyText, REFUND_CODES } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderNumber } from './kind.ts';
import { orderOrShopLink, REFUND_TIME } from './refund-texts.ts';

type Requested = Omit<DataOf<typeof cartOrder.refundRequested>, 'orderId'>;

/** A refund was requested, and why. */
export const refundRequested = mailKind<Requested>({
  content(refund, context) {
    const money = moneyText(refund.amount, refund.currency);
    const number = orderNumber(refund.checkoutId);
    const order = context.ordered ? ` ${number}` : '';
    const texts: Record<Requested['reason'], { subject: string; why: string }> = {
      'paid-twice': {
        subject: `Your second payment of ${money} is coming back to you`,
        why: `Your order${order} was paid already when another payment of ${money} reached us. The order stands; the second payment goes back to you in full, by itself.`,
      },
      'wrong-amount': {
        subject: `Your payment of ${money} is coming back to you`,
        why: `Your payment of ${money} was not what your order comes to, so that no order was made of it. It goes back to you in full, by itself. Your pieces are still in your cart.`,
      },
      'unknown-checkout': {
        subject: `Your payment of ${money} is coming back to you`,
        why: `Your payment of ${money} belongs to no order that we know. It goes back to you in full, by itself.`,
      },
      'order-cancelled': {
        subject: `${money} of your order ${number} is coming back to you`,
        why: `Your order ${number} was cancelled, and ${money} goes back to you.`,
      },
      staff: {
        subject: `${money} of your order ${number} is coming back to you`,
        why: `We are paying back ${money} of your order ${number}${reasonOf(refund)}`,
      },
    };
    const { subject, why } = texts[refund.reason];
    return {
      subject,
      preview: why,
      heading: `${money} is coming back to you`,
      parts: [`Dear ${context.name},`, why, REFUND_TIME, orderOrShopLink(refund.checkoutId, context)],
    };
  },
  examples: {
    staff: { ...example('staff'), code: 'damaged', noteToBuyer: 'Please keep the box' },
    'paid-twice': example('paid-twice'),
    'wrong-amount': example('wrong-amount'),
    'unknown-checkout': example('unknown-checkout'),
  },
});

/** The internal note is not for the buyer. */
function reasonOf({ code, noteToBuyer }: Requested): string {
  const reason = code && code !== 'other' ? REFUND_CODES[code] : undefined;
  const parts = [reason, noteToBuyer].filter((part) => part !== undefined);
  return parts.length > 0 ? `: ${parts.join('. ')}` : '.';
}

function example(reason: Requested['reason']): Requested {
  const refundId = '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f';
  return { refundId, paymentId: 'p1', checkoutId: EXAMPLE.orderId, userId: EXAMPLE.userId, ...EXAMPLE.money, reason };
}
