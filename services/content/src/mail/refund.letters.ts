import { type cartOrder, type DataOf, moneyText, type payment } from '@shop/contracts';
import type { Letter, Part } from './layout.ts';
import { type LetterContext, orderLink, orderNumber, questions } from './letter-context.ts';

type Requested = Omit<DataOf<typeof cartOrder.refundRequested>, 'orderId'>;
type Refused = DataOf<typeof cartOrder.checkoutRefused>;
type Completed = DataOf<typeof payment.refundCompleted>;
type Failed = DataOf<typeof payment.refundFailed>;

const BANKS = 'Banks take 5 to 7 working days for it, at times up to 14.';

/** Money goes back: why, and that nothing has to be done. */
export function refundRequestedLetter(refund: Requested, context: LetterContext): Letter {
  const money = moneyText(refund.amount, refund.currency);
  const number = orderNumber(refund.checkoutId);
  const order = context.ordered ? ` ${number}` : '';
  const said: Record<Requested['reason'], { subject: string; why: string }> = {
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
      why: `We are paying back ${money} of your order ${number}${refund.note ? `: ${refund.note}` : '.'}`,
    },
  };
  const { subject, why } = said[refund.reason];
  return {
    subject,
    parts: [`Dear ${context.name},`, why, BANKS, questions(context), ...whereToLook(refund.checkoutId, context)],
  };
}

/** The money came after the pieces were gone. */
export function checkoutRefusedLetter({ checkoutId, amount, currency }: Refused, context: LetterContext): Letter {
  const money = moneyText(amount, currency);
  return {
    subject: `Your payment of ${money} is coming back to you`,
    parts: [
      `Dear ${context.name},`,
      'We are sorry: your piece was sold before your payment reached us, and there is no other of its kind ready.',
      `Your payment of ${money} goes back to you in full, by itself. ${BANKS}`,
      questions(context),
      ...whereToLook(checkoutId, context),
    ],
  };
}

export function refundCompletedLetter({ checkoutId, amount, currency }: Completed, context: LetterContext): Letter {
  const money = moneyText(amount, currency);
  return {
    subject: `${money} is on its way back to you`,
    parts: [
      `Dear ${context.name},`,
      `We have paid ${money}${ofOrder(checkoutId, context)} back by the way you paid. ${BANKS}`,
      questions(context),
      ...whereToLook(checkoutId, context),
    ],
  };
}

export function refundFailedLetter({ checkoutId, amount, currency }: Failed, context: LetterContext): Letter {
  const money = moneyText(amount, currency);
  return {
    subject: `We could not return ${money} to you yet`,
    parts: [
      `Dear ${context.name},`,
      `The refund of ${money}${ofOrder(checkoutId, context)} did not arrive: your bank or card did not take it.`,
      'There is nothing you need to do. We know of it, see to it ourselves, and write to you.',
      questions(context),
      ...whereToLook(checkoutId, context),
    ],
  };
}

const ofOrder = (checkoutId: string, { ordered }: LetterContext): string =>
  ordered ? ` of your order ${orderNumber(checkoutId)}` : '';

const whereToLook = (checkoutId: string, context: LetterContext): Part[] => [
  context.ordered
    ? orderLink(checkoutId, context)
    : { link: `Go to ${context.brand.name}`, url: new URL('/', context.shopUrl).href },
];
