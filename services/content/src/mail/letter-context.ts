import type { content } from '@shop/contracts';
import type { Part } from './layout.ts';

/** What a letter about an event is written from, beside the event. */
export interface LetterContext {
  /** Of whom it is written to. */
  name: string;
  brand: Pick<content.Brand, 'name' | 'email' | 'phone'>;
  shopUrl: string;
  occurredAt: Date;
  /** The checkout that it is about became an order. */
  ordered: boolean;
}

/** As the shop shows it: the last six characters of the order's id. */
export const orderNumber = (orderId: string): string => `#${orderId.slice(-6).toUpperCase()}`;

export const orderLink = (orderId: string, { shopUrl }: LetterContext): Part => ({
  link: 'See your order',
  url: new URL(`/user/order/${orderId}`, shopUrl).href,
});

export const questions = ({ brand }: LetterContext): string =>
  `Questions? Write to ${brand.email}${brand.phone ? ` or call ${brand.phone}` : ''}.`;
