import { listFailuresOf, replayEventsOf, retryJobsOf } from '../core/operations.ts';

export const listFailures = listFailuresOf('identity');
export const replayEvents = replayEventsOf('identity');
export const retryJobs = retryJobsOf('identity');
