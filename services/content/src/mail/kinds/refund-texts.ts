import type { Part } from '../frame/mail-content.ts';
import { addressOf, type MailContext, orderLink, orderNumber } from './kind.ts';

export const REFUND_TIME = 'Banks take 5 to 7 working days for it, at times up to 14.';

export const ofOrder = (checkoutId: string, { ordered }: MailContext): string =>
  ordered ? ` of your order ${orderNumber(checkoutId)}` : '';

export const orderOrShopLink = (checkoutId: string, context: MailContext): Part =>
  context.ordered
    ? orderLink(checkoutId, context)
    : { link: `Go to ${context.brand.name}`, url: addressOf('/', context) };
