import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** What identity reads from its environment, beside what every service does. */
export const variables = {
  CONTENT_URL: z.url(),
  /** The shop's public address: cookies are `Secure` when it is https. */
  SHOP_URL: z.url(),
  /** Seals signing keys and keys the hashes of codes. Changing it signs everybody out. */
  IDENTITY_SECRET: z.string().min(32, 'At least 32 characters'),
  /** The first admin, made when the shop has none. */
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  ACCESS_TOKEN_LIFETIME: duration('5m'),
  SESSION_LIFETIME: duration('30d'),
  REFRESH_GRACE: duration('10s'),
  CODE_LIFETIME: duration('10m'),
  CODE_RESEND_AFTER: duration('30s'),
  CODE_TRIES: z.coerce.number().int().min(1).max(10).default(5),
  /** Wrong passwords and codes asked for are counted over this long. */
  SIGN_IN_WINDOW: duration('15m'),
  SIGN_IN_TRIES_PER_ACCOUNT: z.coerce.number().int().positive().default(10),
  SIGN_IN_TRIES_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  /** Codes for a new password of one account. */
  NEW_PASSWORDS_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  NEW_PASSWORD_WINDOW: duration('24h'),
  SIGNING_KEY_LIFETIME: duration('30d'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
