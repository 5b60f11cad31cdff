import { type DataOf, moneyText, type payment } from '@shop/contracts';
import type { MailContent } from './layout.ts';
import { questions, type TemplateContext } from './template-context.ts';

type Awaited = DataOf<typeof payment.paymentAwaited>;
type Lapsed = DataOf<typeof payment.paymentLapsed>;

/** In the workshop's time zone. */
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

/** What the buyer has to do outside the shop, so that the money comes. */
export function paymentAwaitedTemplate(
  { checkoutId, amount, currency, steps, until }: Awaited,
  context: TemplateContext,
): MailContent {
  const money = moneyText(amount, currency);
  return {
    subject: `How to pay ${money} to ${context.brand.name}`,
    parts: [
      `Dear ${context.name},`,
      `Thank you. Your pieces are held for you, at the price that you saw, until ${MINUTE.format(new Date(until))} (Indian time). They become your order as soon as your ${money} are here.`,
      { rows: steps.map(({ name, value }) => ({ name, amount: value })) },
      `Please pay exactly ${money}: any other amount goes back to you. What comes too late becomes your order if the pieces are still there, and goes back to you if not.`,
      questions(context),
      {
        link: 'See how to pay, or give it up',
        url: new URL(`/checkout?checkout=${checkoutId}`, context.shopUrl).href,
      },
    ],
  };
}

/** What the buyer was asked to send did not come in time. */
export function paymentLapsedTemplate(
  { checkoutId, amount, currency, until }: Lapsed,
  context: TemplateContext,
): MailContent {
  const money = moneyText(amount, currency);
  return {
    subject: `Your ${money} did not reach ${context.brand.name} in time`,
    parts: [
      `Dear ${context.name},`,
      `Your pieces were held for you until ${MINUTE.format(new Date(until))} (Indian time). By then your ${money} had not arrived, so they are free for others again, and there is no order.`,
      'If you have sent the money already, you need not do anything: when it arrives, it becomes your order if the pieces are still there, and goes back to you if not. We mail you either way.',
      'If you have not, please do not send it any more. To have the pieces after all, order them again: what was in your cart is still in it, and you can pay in any way that we offer.',
      questions(context),
      { link: 'Order again', url: new URL(`/checkout?checkout=${checkoutId}`, context.shopUrl).href },
    ],
  };
}
