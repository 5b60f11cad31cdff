import { accountDeletedTemplate, accountSecuredTemplate } from './account.templates.ts';
import type { MailContent } from './layout.ts';
import type { TemplateContext } from './template-context.ts';
import type { MailData, MailKind, MailRow } from './mail.schema.ts';
import { orderCreatedTemplate, orderStatusTemplate } from './order.templates.ts';
import { paymentAwaitedTemplate, paymentLapsedTemplate } from './payment.templates.ts';
import {
  checkoutRefusedTemplate,
  refundCompletedTemplate,
  refundFailedTemplate,
  refundRequestedTemplate,
} from './refund.templates.ts';

const TEMPLATES: { [Kind in MailKind]: (data: MailData[Kind], context: TemplateContext) => MailContent } = {
  'order-created': orderCreatedTemplate,
  'order-moved-on': orderStatusTemplate,
  'payment-awaited': paymentAwaitedTemplate,
  'payment-lapsed': paymentLapsedTemplate,
  'refund-requested': refundRequestedTemplate,
  'checkout-refused': checkoutRefusedTemplate,
  'refund-completed': refundCompletedTemplate,
  'refund-failed': refundFailedTemplate,
  'account-secured': accountSecuredTemplate,
  'account-deleted': accountDeletedTemplate,
};

/** Content of a queued mail. */
export const contentOf = ({ kind, data }: Pick<MailRow, 'kind' | 'data'>, context: TemplateContext): MailContent =>
  TEMPLATES[kind](data as never, context);
