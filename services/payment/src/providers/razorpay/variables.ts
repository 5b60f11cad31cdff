import { type ConfigOf, secrets } from '@shop/service-kit';
import { z } from 'zod';
import type { Config } from '../../shared-variables.ts';

export const razorpayVariables = {
  /** Without `/v1` at its end. */
  RAZORPAY_BASE_URL: z.url(),
  /** Script of the checkout dialog, loaded by browsers. */
  RAZORPAY_CHECKOUT_URL: z.url(),
  RAZORPAY_KEY_ID: z.string().min(1),
  /** The first is the one of `RAZORPAY_KEY_ID`; dialogs that were opened before a rotation are signed with the former. */
  RAZORPAY_KEY_SECRET: secrets(),
  /** Redelivered webhooks are signed with the secret of their first delivery. */
  RAZORPAY_WEBHOOK_SECRET: secrets(),
};

export type RazorpayConfig = Config & ConfigOf<typeof razorpayVariables>;
