import { listFailuresOf, replayEventsOf, retryJobsOf } from '../core/operations.ts';

export const listFailures = listFailuresOf('content');
export const replayEvents = replayEventsOf('content');
export const retryJobs = retryJobsOf('content');
