export { batchAfter, BatchedRows, countedIn } from './batched-rows.ts';
export { type Job, JobFailure, type JobHandle, type RunResult } from './job.ts';
export { type JobFields, jobFields, indexJobFields, RESCHEDULED } from './job-fields.ts';
export { JobSource } from './job-source.ts';
export { Jobs } from './jobs.ts';
export { type RetryDelays, retryDelay } from './retry-delays.ts';
