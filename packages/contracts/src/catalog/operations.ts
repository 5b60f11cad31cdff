import { listFailuresOf, replayEventsOf, retryJobsOf } from '../core/operations.ts';

export const listFailures = listFailuresOf('catalog');
export const replayEvents = replayEventsOf('catalog');
export const retryJobs = retryJobsOf('catalog');
