import { type DataOf, moneyText, type payment } from '@shop/contracts';
import type { MailContent } from './layout.ts';
import { questions, type TemplateContext } from './template-context.ts';

type Awaited = DataOf<typeof payment.paymentAwaited>;

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
