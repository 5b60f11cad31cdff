import { table, timeSpan } from '../events/tables.ts';
import type { JobFailures, JobOverview, ServiceJobs } from './shop-jobs.ts';

const MAX_ERROR_LENGTH = 100;

export function overviewTable(services: ServiceJobs[], now = Date.now()): string {
  const rows = services.flatMap(({ service, jobs }) => (jobs ?? [undefined]).map((job) => ({ service, job }))) as {
    service: string;
    job: JobOverview | undefined;
  }[];
  const count = (name: 'waiting' | 'running' | 'scheduled' | 'failing') => (row: (typeof rows)[number]) =>
    String(row.job?.[name] ?? '');
  return table(rows, {
    service: ({ service }) => service,
    job: ({ job }) => job?.job ?? '(no answer)',
    waiting: count('waiting'),
    'oldest due': ({ job }) => (job?.oldestDueAt ? `${timeSpan(now - Date.parse(job.oldestDueAt))} ago` : ''),
    running: count('running'),
    scheduled: count('scheduled'),
    failed: count('failing'),
  });
}

export const failureTable = (failures: JobFailures[], now = Date.now()): string =>
  table(
    failures.flatMap(({ job, failed }) => failed.map((item) => ({ job, ...item }))),
    {
      job: ({ job }) => job,
      item: ({ id }) => id,
      failures: (item) => String(item.failures),
      'next try': ({ nextAt }) => untilText(nextAt, now),
      'last error': ({ lastError }) => lastError.split('\n')[0]!.slice(0, MAX_ERROR_LENGTH),
    },
  );

function untilText(at: string | undefined, now: number): string {
  if (at === undefined) return '';
  const ms = Date.parse(at) - now;
  return ms > 0 ? `in ${timeSpan(ms)}` : 'now';
}
