import { listFailuresOf, replayEventsOf, retryJobsOf } from '../core/operations.ts';

export const listFailures = listFailuresOf('cart-order');
export const replayEvents = replayEventsOf('cart-order');
export const retryJobs = retryJobsOf('cart-order');
