import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import { Database } from '../database/database.module.ts';
import { Health } from '../health/health.ts';
import type { Job, JobHandle } from './job.ts';
import { jobMeasurement, type JobMeasures } from './job-metrics.ts';
import type { JobRow } from './job-row.schema.ts';
import { JobRunner } from './job-runner.ts';
import { type FailedItem, JobSource, type JobState } from './job-source.ts';
import type { RetryDelays } from './retry-delays.ts';

const RECURRING_LEASE_MS = 60_000;
const RECURRING_POLL_MS = 5_000;
const MAX_FAILED_LISTED = 100;

export interface RecurringJob {
  name: string;
  everyMs: number;
  retry: RetryDelays;
  /** Default one minute. */
  leaseMs?: number;
  run: () => Promise<void>;
}

/** A job as `npm run jobs` shows it; `oldestDueAt` of those that wait. */
export interface JobOverview extends Omit<JobState, 'oldestDueAt'> {
  job: string;
  oldestDueAt: string | null;
}

/** The jobs of this service; see README.md. */
@Injectable()
export class Jobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Jobs.name);
  readonly #runners = new Map<string, JobRunner<{ _id: string }>>();
  #isStarted = false;
  #isDatabaseReady = false;
  #isAwaited = false;
  #stopMeasuring: (() => void) | undefined;
  #stopping: Promise<unknown> | undefined;

  constructor(
    @InjectModel('JobRow') private readonly rows: Model<JobRow>,
    private readonly database: Database,
    private readonly clock: Clock,
    health: Health,
  ) {
    health.onStopping(() => void this.#stopRunners());
  }

  /** Registers a job. It runs from the bootstrap of the application until its shutdown. */
  add<T extends { _id: string }>(job: Job<T>): JobHandle<T> {
    if (this.#runners.has(job.name)) throw new Error(`Two jobs are named ${job.name}`);
    const runner = new JobRunner(job, this.clock, () => this.#checkDatabase());
    this.#runners.set(job.name, runner as unknown as JobRunner<{ _id: string }>);
    if (this.#isStarted) runner.start();
    return runner;
  }

  /** Registers work that one instance of the service does every `everyMs`, at once on an empty database. */
  addRecurring({ name, everyMs, retry, leaseMs = RECURRING_LEASE_MS, run }: RecurringJob): JobHandle<JobRow> {
    const nextAfter = (began: number) => new Date(began + everyMs);
    return this.add<JobRow>({
      name,
      source: new JobSource(this.rows, { where: { _id: name } }),
      pollMs: Math.min(RECURRING_POLL_MS, everyMs),
      leaseMs,
      retry,
      // A period that was shortened takes effect at the next start.
      prepare: async () => {
        const soonest = { $min: [{ $ifNull: ['$dueAt', this.clock.now()] }, nextAfter(this.clock.millis())] };
        // Of a claimed item it is the lease: the run would take a change for a rescheduling and not retry soon.
        const dueAt = { $cond: [{ $ifNull: ['$claim', false] }, '$dueAt', soonest] };
        await this.rows.collection.updateOne({ _id: name as never }, [{ $set: { dueAt } }], { upsert: true });
      },
      run: async () => {
        const began = this.clock.millis();
        await run();
        return { outcome: 'done', dueAt: nextAfter(began) };
      },
    });
  }

  onModuleInit(): void {
    this.#stopMeasuring = jobMeasurement.by(() => this.#measure());
  }

  onApplicationBootstrap(): void {
    this.#isStarted = true;
    for (const runner of this.#runners.values()) runner.start();
  }

  /** Before the connections close that the jobs work with: what runs is finished. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopMeasuring?.();
    await this.#stopRunners();
  }

  #stopRunners(): Promise<unknown> {
    return (this.#stopping ??= Promise.all([...this.#runners.values()].map((runner) => runner.stop())));
  }

  async overview(): Promise<JobOverview[]> {
    const now = this.clock.now();
    return Promise.all(
      [...this.#runners.values()].map(async ({ job: { name, source, leaseMs } }) => {
        const { oldestDueAt, ...state } = await source.state(now, leaseMs);
        return { job: name, ...state, oldestDueAt: oldestDueAt?.toISOString() ?? null };
      }),
    );
  }

  /** Failed items of a job, the next to be retried first, or the one with `id`; undefined for an unknown job. */
  async failed(job: string, id?: string): Promise<FailedItem[] | undefined> {
    return this.#runners.get(job)?.job.source.failed(MAX_FAILED_LISTED, id);
  }

  /** Makes failed items due now, or the one with `id`. Returns how many; undefined for an unknown job. */
  async retry(job: string, id?: string): Promise<number | undefined> {
    const runner = this.#runners.get(job);
    if (!runner) return undefined;
    const retried = await runner.job.source.retry(this.clock.now(), id);
    if (retried > 0) runner.wake();
    return retried;
  }

  #checkDatabase(): boolean {
    if (this.rows.db.readyState !== 1) return false;
    // Never awaited by a pass: stopping waits for passes, and this may last until the database is closed.
    if (!this.#isAwaited) void this.database.ready().then(() => (this.#isDatabaseReady = true));
    this.#isAwaited = true;
    return this.#isDatabaseReady;
  }

  async #measure(): Promise<JobMeasures[]> {
    if (!this.#checkDatabase()) return [];
    const now = this.clock.now();
    const measure = async ({ job: { name, source }, running }: JobRunner<{ _id: string }>): Promise<JobMeasures[]> => {
      try {
        const { waiting, failing, oldestDueAt } = await source.backlog(now);
        const oldestDueSeconds = oldestDueAt ? Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000 : 0;
        return [{ job: name, waiting, running, failing, oldestDueSeconds }];
      } catch (error) {
        this.#logger.debug('A job could not be measured', { job: name }, error);
        return [];
      }
    };
    return (await Promise.all([...this.#runners.values()].map(measure))).flat();
  }
}
