import { type ConfigOf, duration, serviceVariables } from '@shop/service-kit';
import { z } from 'zod';

/** What content reads from its environment, beside what every service does. */
export const variables = {
  /** The shop's public address, for links in mails. */
  SHOP_URL: z.url(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of the shop's mails: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default('no-reply@localhost'),
  MAIL_TIMEOUT: duration('5s'),
  /** The public countries service: `…/v3.1/all?fields=cca2,name,flags,currencies`. */
  COUNTRIES_URL: z.url(),
  COUNTRIES_EVERY: duration('24h'),
  /** The currency-rate service: `…/latest?base=INR`. */
  RATES_URL: z.url(),
  RATES_EVERY: duration('1h'),
  OUTSIDE_TIMEOUT: duration('5s'),
};

export type Config = ConfigOf<typeof serviceVariables & typeof variables>;
