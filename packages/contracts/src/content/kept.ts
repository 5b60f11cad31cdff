import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { KEPT_TIMEOUT_MS, keptOfUser, keptOfWhom } from '../core/kept.ts';

export const getKept = defineCall({
  id: 'content.get-kept',
  service: 'content',
  method: 'GET',
  path: '/internal/mails/:userId/kept',
  access: 'service',
  summary: 'Which mails were sent to an account, for its owner to read',
  params: keptOfWhom,
  answer: z.object({ kept: keptOfUser }),
  errors: [],
  timeoutMs: KEPT_TIMEOUT_MS,
});
