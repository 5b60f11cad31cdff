import { addressOf, type MailContext } from './kind.ts';

/** Where mails about pieces are confirmed and stopped. The token is behind the hash, so that no server logs it. */
export const alertsLink = (token: string, context: MailContext): string =>
  addressOf(`/wishlist/mails#${token}`, context);
