import type { content } from '@shop/contracts';
import type { Part } from './layout.ts';

/** Data for mail templates, in addition to the event. */
export interface TemplateContext {
  /** The recipient's name. */
  name: string;
  brand: Pick<content.Brand, 'name' | 'email' | 'phone'>;
  shopUrl: string;
  occurredAt: Date;
  /** Whether the checkout became an order. */
  ordered: boolean;
}

/** The order number shown in the shop: the last six characters of the id. */
export const orderNumber = (orderId: string): string => `#${orderId.slice(-6).toUpperCase()}`;

export const orderLink = (orderId: string, { shopUrl }: TemplateContext): Part => ({
  link: 'See your order',
  url: new URL(`/user/order/${orderId}`, shopUrl).href,
});

export const questions = ({ brand }: TemplateContext): string =>
  `Questions? Write to ${brand.email}${brand.phone ? ` or call ${brand.phone}` : ''}.`;
