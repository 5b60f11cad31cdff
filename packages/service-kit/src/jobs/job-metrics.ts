import { Counter } from 'prom-client';
import { Measurement } from '../metrics/measurement.ts';
import { registry } from '../metrics/metrics.ts';

/** `outcome`: `done`, `postponed`, `failed` or `paused`. */
export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of job items on this instance, by how they ended',
  labelNames: ['job', 'outcome'] as const,
  registers: [registry],
});

/** One job's values at the time of a scrape. */
export interface JobMeasures {
  job: string;
  waiting: number;
  running: number;
  failing: number;
  oldestDueSeconds: number;
}

export const jobMeasurement = new Measurement<JobMeasures>('Jobs')
  .gauge('jobs_waiting', 'Items of the service that are due and unclaimed', ['job'], ({ waiting }) => waiting)
  .gauge('jobs_running', 'Items that this instance runs', ['job'], ({ running }) => running)
  .gauge('jobs_failing', 'Items of the service whose last run failed', ['job'], ({ failing }) => failing)
  .gauge(
    'jobs_oldest_due_seconds',
    'How long the oldest due and unclaimed item of the service has been due',
    ['job'],
    ({ oldestDueSeconds }) => oldestDueSeconds,
  );
