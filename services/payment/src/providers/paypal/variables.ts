import { type ConfigOf, secrets } from '@shop/service-kit';
import { z } from 'zod';
import type { Config } from '../../shared-variables.ts';

export const paypalVariables = {
  PAYPAL_BASE_URL: z.url(),
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_CLIENT_SECRET: z.string().min(1),
  /** Several while a webhook is replaced by another. */
  PAYPAL_WEBHOOK_ID: secrets(),
};

export type PayPalConfig = Config & ConfigOf<typeof paypalVariables>;
