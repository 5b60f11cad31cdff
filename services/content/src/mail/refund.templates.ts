import { type cartOrder, type DataOf, moneyText, type payment, REFUND_CODES } from '@shop/contracts';
import type { MailContent, Part } from './layout.ts';
import { type TemplateContext, orderLink, orderNumber, questions } from './template-context.ts';

type Requested = Omit<DataOf<typeof cartOrder.refundRequested>, 'orderId'>;
type Refused = DataOf<typeof cartOrder.checkoutRefused>;
type Completed = DataOf<typeof payment.refundCompleted>;
type Failed = DataOf<typeof payment.refundFailed>;

const REFUND_TIME = 'Banks take 5 to 7 working days for it, at times up to 14.';

/** A refund was requested, and why. */
export function refundRequestedTemplate(refund: Requested, context: TemplateContext): MailContent {
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
    parts: [
      `Dear ${context.name},`,
      why,
      REFUND_TIME,
      questions(context),
      ...orderOrShopLink(refund.checkoutId, context),
    ],
  };
}

/** The payment arrived after the stock was sold. */
export function checkoutRefusedTemplate(
  { checkoutId, amount, currency }: Refused,
  context: TemplateContext,
): MailContent {
  const money = moneyText(amount, currency);
  return {
    subject: `Your payment of ${money} is coming back to you`,
    parts: [
      `Dear ${context.name},`,
      'We are sorry: your piece was sold before your payment reached us, and there is no other of its kind ready.',
      `Your payment of ${money} goes back to you in full, by itself. ${REFUND_TIME}`,
      questions(context),
      ...orderOrShopLink(checkoutId, context),
    ],
  };
}

export function refundCompletedTemplate(
  { checkoutId, amount, currency }: Completed,
  context: TemplateContext,
): MailContent {
  const money = moneyText(amount, currency);
  return {
    subject: `${money} is on its way back to you`,
    parts: [
      `Dear ${context.name},`,
      `We have paid ${money}${ofOrder(checkoutId, context)} back by the way you paid. ${REFUND_TIME}`,
      questions(context),
      ...orderOrShopLink(checkoutId, context),
    ],
  };
}

export function refundFailedTemplate({ checkoutId, amount, currency }: Failed, context: TemplateContext): MailContent {
  const money = moneyText(amount, currency);
  return {
    subject: `We could not return ${money} to you yet`,
    parts: [
      `Dear ${context.name},`,
      `The refund of ${money}${ofOrder(checkoutId, context)} did not arrive: your bank or card did not take it.`,
      'There is nothing you need to do. We know of it, see to it ourselves, and write to you.',
      questions(context),
      ...orderOrShopLink(checkoutId, context),
    ],
  };
}

/** The internal note is not for the buyer. */
function reasonOf({ code, noteToBuyer }: Requested): string {
  const reason = code && code !== 'other' ? REFUND_CODES[code] : undefined;
  const parts = [reason, noteToBuyer].filter((part) => part !== undefined);
  return parts.length > 0 ? `: ${parts.join('. ')}` : '.';
}

const ofOrder = (checkoutId: string, { ordered }: TemplateContext): string =>
  ordered ? ` of your order ${orderNumber(checkoutId)}` : '';

const orderOrShopLink = (checkoutId: string, context: TemplateContext): Part[] => [
  context.ordered
    ? orderLink(checkoutId, context)
    : { link: `Go to ${context.brand.name}`, url: new URL('/', context.shopUrl).href },
];
