import type { FrameBrand } from '../frame/frame.tsx';
import type { MailContent, Part } from '../frame/mail-content.ts';

/** Data for the text of a mail, in addition to the event. */
export interface MailContext {
  /** The recipient's name. */
  name: string;
  brand: FrameBrand;
  shopUrl: string;
  occurredAt: Date;
  /** A link that shows an order to anyone who has it. */
  orderLink(orderId: string): string;
  /** Whether the checkout became an order. */
  ordered: boolean;
}

/** A kind of mail: what it says of the data of its event. */
export interface Kind<Data> {
  content(data: Data, context: MailContext): MailContent;
  /** Once there is a mail of one of these kinds about the same order, this one is out of date and not sent again. */
  outdatedBy?: readonly string[];
  /** By name: what staff are shown as a preview, and what the specs render. */
  examples: Record<string, Data>;
}

/** Declares a kind; the compiler derives the rest from its list in `index.ts`. */
export const mailKind = <Data>(kind: Kind<Data>): Kind<Data> => kind;

export const addressOf = (path: string, { shopUrl }: Pick<MailContext, 'shopUrl'>): string =>
  new URL(path, shopUrl).href;

/** The order number shown in the shop: the last six characters of the id. */
export const orderNumber = (orderId: string): string => `#${orderId.slice(-6).toUpperCase()}`;

export const orderLink = (orderId: string, context: MailContext): Part => ({
  link: 'See your order',
  url: context.orderLink(orderId),
});

/** A picture of the shop itself, in a format that every mailbox shows; `undefined` for any other address. */
export function pictureOf(image: string | undefined, context: MailContext): string | undefined {
  if (!image?.startsWith('/api/v1/images/')) return undefined;
  return addressOf(`${image.split('?', 1)[0]}?w=160&f=jpeg`, context);
}
