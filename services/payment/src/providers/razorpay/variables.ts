import type { ConfigOf } from '@shop/service-kit';
import { z } from 'zod';
import type { Config } from '../../shared-variables.ts';

export const razorpayVariables = {
  /** Without `/v1` at its end. */
  RAZORPAY_BASE_URL: z.url(),
  /** Script of the checkout dialog, loaded by browsers. */
  RAZORPAY_CHECKOUT_URL: z.url(),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** Set during a rotation: redelivered webhooks are still signed with it. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().min(1).optional(),
};

export type RazorpayConfig = Config & ConfigOf<typeof razorpayVariables>;
