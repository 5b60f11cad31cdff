import { type ConfigOf, duration, secrets, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** Environment variables of identity, in addition to `serviceVariables`. */
export const variables = {
  CATALOG_URL: z.url(),
  CART_ORDER_URL: z.url(),
  PAYMENT_URL: z.url(),
  CONTENT_URL: z.url(),
  /** The shop's public address: cookies are `Secure` when it is https. */
  SHOP_URL: z.url(),
  /** Encrypts the signing keys and keys the code hashes. Changing it ends every session. */
  IDENTITY_SECRET: z.string().min(32, 'At least 32 characters'),
  /** Marks and seals the audit trail: the first one does, all are known. One that sealed something stays in the list. */
  AUDIT_KEY: secrets(32),
  /** Seals the secrets of authenticator apps: the first one does, all open. */
  AUTHENTICATOR_KEY: secrets(32),
  /** How often new entries are sealed. */
  AUDIT_SEAL_EVERY: duration('1m'),
  /** The first admin, created when the shop has none. The password is held to the rules of every other. */
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  ACCESS_TOKEN_LIFETIME: duration('5m'),
  SESSION_LIFETIME: duration('30d'),
  REFRESH_GRACE: duration('10s'),
  CODE_LIFETIME: duration('10m'),
  CODE_RESEND_AFTER: duration('30s'),
  CODE_TRIES: z.coerce.number().int().min(1).max(10).default(5),
  /** Window of the limits of passwords; the one per account is also that of a browser that signed in before. */
  SIGN_IN_WINDOW: duration('15m'),
  SIGN_IN_TRIES_PER_ACCOUNT: z.coerce.number().int().positive().default(10),
  SIGN_IN_TRIES_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  /** Codes within `CODE_WINDOW`: to sign in (redeemed ones do not count), to register, for a new password, and all of an address. */
  SIGN_IN_CODES_PER_ACCOUNT: z.coerce.number().int().positive().default(20),
  REGISTRATION_CODES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  NEW_PASSWORDS_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  /** Codes to other e-mail addresses, which a signed-in account asks for. */
  NEW_EMAILS_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  /** Codes to continue with an e-mail address: redeemed ones do not count. */
  CONTINUE_CODES_PER_ACCOUNT: z.coerce.number().int().positive().default(10),
  CODES_PER_ADDRESS: z.coerce.number().int().positive().default(200),
  CODE_WINDOW: duration('24h'),
  /** How long a browser in which an account signed in is limited apart from strangers. */
  KNOWN_BROWSER_LIFETIME: duration('365d'),
  /** How long a proof of the owner counts for calls that ask for one. */
  PROOF_LIFETIME: duration('5m'),
  /** Poll interval and first retry delay of the job that collects downloads. */
  DOWNLOAD_SWEEP: duration('5s'),
  /** How long a download is tried while a service is away. */
  DOWNLOAD_LIMIT: duration('1d'),
  /** How long a finished download is kept. */
  DOWNLOAD_KEEP: duration('7d'),
  /** Poll interval and first retry delay of the jobs that erase what is told of deleted accounts, and guests whose session is over. */
  ERASURE_SWEEP: duration('1m'),
  /** When it begins after the deletion: longer than an event is on its way. */
  ERASURE_WAIT: duration('10m'),
  /** How long an invitation to the staff can be accepted. */
  INVITATION_LIFETIME: duration('7d'),
  /** How often the shop's own roles are written to Redis again, where a change of one is written at once. */
  ROLES_PUBLISH_EVERY: duration('10s'),
  /** How long notices of the staff are kept. */
  NOTICE_KEEP: duration('30d'),
  /** How often one person is mailed of notices at most. */
  NOTICE_MAIL_EVERY: duration('15m'),
  /** Poll interval and first retry delay of the job that has them mailed. */
  NOTICE_MAIL_SWEEP: duration('5s'),
  SIGNING_KEY_LIFETIME: duration('30d'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
