import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { KEPT_TIMEOUT_MS, keptOfUser } from '../core/kept.ts';

export const getKept = defineCall({
  id: 'payment.get-kept',
  service: 'payment',
  method: 'POST',
  path: '/internal/payments/kept',
  access: 'service',
  summary: 'Payments and refunds of these checkouts of an account, for its owner to read',
  body: z.object({ userId: z.string().min(1).max(100), checkoutIds: z.array(z.string().max(100)).max(1_000) }),
  answer: z.object({ kept: keptOfUser }),
  errors: [],
  timeoutMs: KEPT_TIMEOUT_MS,
  repeatable: 'It only reads',
});
