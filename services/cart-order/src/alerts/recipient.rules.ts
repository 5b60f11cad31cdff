import crypto from 'node:crypto';
import type { AlertRecipient } from './alert.schema.ts';

export type Who = Pick<AlertRecipient, 'userId' | 'email'>;

/** An account or an address; addresses differ neither in case nor in spaces around them. */
export const whoOf = ({ userId, email }: Who): Who => (userId ? { userId } : { email: email!.trim().toLowerCase() });

/** The same for the same recipient. */
export const recipientIdOf = (who: Who): string => {
  const { userId, email } = whoOf(who);
  return crypto
    .createHash('sha256')
    .update(userId ? `user:${userId}` : `mail:${email}`)
    .digest('base64url')
    .slice(0, 22);
};

export const newSecret = (): string => crypto.randomBytes(16).toString('base64url');

/** Of the links in the mails of a recipient. */
export const tokenOf = ({ _id, secret }: Pick<AlertRecipient, '_id' | 'secret'>): string => `${_id}${secret}`;

/** The id in a token. */
export const idInToken = (token: string): string => token.slice(0, 22);

export function isTokenOf(recipient: Pick<AlertRecipient, '_id' | 'secret'>, token: string): boolean {
  const [given, own] = [Buffer.from(token), Buffer.from(tokenOf(recipient))];
  return given.length === own.length && crypto.timingSafeEqual(given, own);
}
