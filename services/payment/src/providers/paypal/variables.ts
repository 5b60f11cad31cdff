import { type ConfigOf, duration, secrets } from '@shop/service-kit';
import { z } from 'zod';
import type { Config } from '../../shared-variables.ts';

export const paypalVariables = {
  PAYPAL_BASE_URL: z.url(),
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_CLIENT_SECRET: z.string().min(1),
  /** Several while a webhook is replaced by another. */
  PAYPAL_WEBHOOK_ID: secrets(),
  /** Webhooks of one network that PayPal did not sign, within the window: more are refused without asking PayPal. */
  PAYPAL_FORGERIES_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  PAYPAL_FORGERY_WINDOW: duration('15m'),
};

export type PayPalConfig = Config & ConfigOf<typeof paypalVariables>;
