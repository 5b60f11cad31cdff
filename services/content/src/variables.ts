import { type ConfigOf, duration, durations, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** What content reads from its environment, beside what every service does. */
export const variables = {
  /** The shop's public address, for links in mails. */
  SHOP_URL: z.url(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of the shop's mails: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default('no-reply@localhost'),
  MAIL_TIMEOUT: duration('5s'),
  /** A mail that the server was too busy for is tried again after the first, the second … and then always the last. */
  MAIL_RETRY_DELAYS: durations('10s,1m,5m,30m,2h'),
  /** A mail that could not be sent for so long is given up; staff see it. */
  MAIL_GIVE_UP: duration('3d'),
  /** One that is being sent belongs to its process for so long; longer than a server may take for it. */
  MAIL_LEASE: duration('2m'),
  /** How often due mails are looked for, beside after each event. */
  MAIL_SWEEP: duration('1s'),
  /** The public countries service: `…/v3.1/all?fields=cca2,name,flags,currencies`. */
  COUNTRIES_URL: z.url(),
  COUNTRIES_EVERY: duration('24h'),
  /** The currency-rate service: `…/latest?base=INR`. */
  RATES_URL: z.url(),
  RATES_EVERY: duration('1h'),
  REFERENCE_DATA_TIMEOUT: duration('5s'),
  /** A service that failed is asked again after the first, and ever later up to the second. */
  REFERENCE_DATA_RETRY: duration('500ms'),
  REFERENCE_DATA_RETRY_MAX: duration('15s'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
