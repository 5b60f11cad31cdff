import { Counter, Gauge } from 'prom-client';
import { registry } from '../metrics/metrics.ts';

const registers = [registry];
const labelNames = ['job'] as const;

/** `outcome`: `done`, `postponed`, `failed` or `paused`. */
export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of job items on this instance, by how they ended',
  labelNames: ['job', 'outcome'] as const,
  registers,
});

/** One job's values at the time of a scrape. */
export interface JobMeasures {
  job: string;
  waiting: number;
  running: number;
  failing: number;
  oldestDueSeconds: number;
}

type Measure = () => Promise<JobMeasures[]>;
const measured = new Set<Measure>();

/** Reads `measure` on every scrape. Returns how to stop that. */
export function measureJobs(measure: Measure): () => void {
  measured.add(measure);
  return () => void measured.delete(measure);
}

let current: Promise<JobMeasures[]> | undefined;

/** The four gauges of one scrape share one measurement. */
function measureOnce(): Promise<JobMeasures[]> {
  current ??= Promise.all([...measured].map((measure) => measure()))
    .then((all) => all.flat())
    .finally(() => (current = undefined));
  return current;
}

function gauge(name: string, help: string, valueOf: (measures: JobMeasures) => number): Gauge<'job'> {
  return new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const measures = await measureOnce();
      this.reset();
      for (const each of measures) this.set({ job: each.job }, valueOf(each));
    },
  });
}

gauge('jobs_waiting', 'Items of the service that are due and unclaimed', ({ waiting }) => waiting);
gauge('jobs_running', 'Items that this instance runs', ({ running }) => running);
gauge('jobs_failing', 'Items of the service whose last run failed', ({ failing }) => failing);
gauge(
  'jobs_oldest_due_seconds',
  'How long the oldest due and unclaimed item of the service has been due',
  ({ oldestDueSeconds }) => oldestDueSeconds,
);
