import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { KEPT_TIMEOUT_MS, keptOfUser, keptOfWhom } from '../core/kept.ts';

export const getKept = defineCall({
  id: 'catalog.get-kept',
  service: 'catalog',
  method: 'GET',
  path: '/internal/reviewers/:userId/kept',
  access: 'service',
  summary: 'Reviews of an account, for its owner to read',
  params: keptOfWhom,
  answer: z.object({ kept: keptOfUser }),
  errors: [],
  timeoutMs: KEPT_TIMEOUT_MS,
});
