import { type ConfigOf, duration, durations, secrets, serviceVariables } from '@shop/service-kit';
import { openStorage } from '@shop/storage';
import crypto from 'node:crypto';
import { z } from 'zod';

/** A private key as PEM; its line breaks may be written as `\\n`, for files of variables. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
  .refine(isPrivateKey, 'Not a private key (PEM)');

function isPrivateKey(text: string): boolean {
  try {
    return crypto.createPrivateKey(text).type === 'private';
  } catch {
    return false;
  }
}

/** Environment variables of content, in addition to `serviceVariables`. */
export const variables = {
  /** The shop's public address, for links in mails. */
  SHOP_URL: z.url(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of the shop's mails: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default('no-reply@localhost'),
  /** Signs mails with DKIM for the domain of `MAIL_FROM`; its public key is in DNS at `<DKIM_SELECTOR>._domainkey.<domain>`. */
  DKIM_KEY: privateKey.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'Letters, digits, hyphens')
    .default('shop'),
  MAIL_TIMEOUT: duration('5s'),
  /** Retry delays; the last one repeats. */
  MAIL_RETRY_DELAYS: durations('10s,1m,5m,30m,2h'),
  /** A mail that cannot be sent for this time is dead and shown to staff. */
  MAIL_GIVE_UP: duration('3d'),
  /** How long staff can send a mail again that was sent: until then what it says is kept. */
  MAIL_KEEP: duration('30d'),
  /** Poll interval of the job that deletes it then. */
  MAIL_KEEP_SWEEP: duration('1m'),
  /** Lease of a mail that is being sent; longer than `MAIL_TIMEOUT`. */
  MAIL_LEASE: duration('2m'),
  /** Polling interval for due mails, in addition to sending after each event. */
  MAIL_SWEEP: duration('1s'),
  /** Signs the links of mails to orders, which cart-order opens: the first of several. */
  ORDER_LINK_KEY: secrets(16),
  /** How long they open the order. */
  ORDER_LINK_LIFETIME: duration('90d'),
  /** The public countries service: `…/v3.1/all?fields=cca2,name,flags,currencies`. */
  COUNTRIES_URL: z.url(),
  COUNTRIES_EVERY: duration('24h'),
  /** The currency-rate service: `…/latest?base=INR`. */
  RATES_URL: z.url(),
  RATES_EVERY: duration('1h'),
  REFERENCE_DATA_TIMEOUT: duration('5s'),
  /** First retry delay after a failure; grows up to the maximum. */
  REFERENCE_DATA_RETRY: duration('500ms'),
  REFERENCE_DATA_RETRY_MAX: duration('15s'),
  CATALOG_URL: z.url(),
  /** The shell's server, which knows what is live of the frontends. */
  SHELL_URL: z.url(),
  /** Where uploads and their renditions are: `file:///folder` or `s3://bucket/prefix`. Of this database alone. */
  STORAGE_URL: z.string().refine(isStorageAddress, 'Write file:///folder or s3://bucket/prefix'),
  /** How long a picture waits for the width and format that are asked for; then its original is sent. Less than the gateway waits. */
  RENDITION_PATIENCE: duration('4s'),
  /** Polling interval for banners that are to be shown or hidden. */
  BANNER_SWEEP: duration('1s'),
  /**
   * How long an upload stays that nothing shows any more, and an object whose document was never written; and how often that is
   * looked at.
   */
  UNUSED_MEDIA_KEPT: duration('20h'),
  UNUSED_MEDIA_SWEEP: duration('1h'),
  /** Uploads that may wait until others were read; more are refused. */
  UPLOADS_WAITING: z.coerce.number().int().positive().default(6),
};

function isStorageAddress(address: string): boolean {
  try {
    openStorage(address);
    return true;
  } catch {
    return false;
  }
}

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
