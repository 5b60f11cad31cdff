import { listFailuresOf, replayEventsOf, retryJobsOf } from '../core/operations.ts';

export const listFailures = listFailuresOf('payment');
export const replayEvents = replayEventsOf('payment');
export const retryJobs = retryJobsOf('payment');
