import crypto from 'node:crypto';
import { Logger } from '@nestjs/common';
import { context as otel, ROOT_CONTEXT } from '@opentelemetry/api';
import type { ClientSession } from 'mongoose';
import type { Clock } from '../clock/clock.ts';
import { afterCommit } from '../database/transactions.ts';
import { inContext } from '../logging/context.ts';
import { type Job, JobFailure, type JobHandle, type RunResult } from './job.ts';
import type { Claim, Settlement } from './job-source.ts';
import { jobRuns } from './job-metrics.ts';
import { retryDelay } from './retry-delays.ts';
import { type Trigger, WorkLoop } from './work-loop.ts';

/** How soon the database is checked again while it is not ready. */
const NOT_READY_MS = 250;
const MAX_ERROR_LENGTH = 500;

/** Runs the items of one job in this process. */
export class JobRunner<T extends { _id: string }> implements JobHandle<T> {
  readonly #logger = new Logger('Jobs');
  readonly #job: Job<T>;
  readonly #clock: Clock;
  readonly #isDatabaseReady: () => boolean;
  readonly #loop: WorkLoop;
  /** Settles when the slot is free again. */
  readonly #slots = new Set<Promise<void>>();
  #running = 0;
  #isStarted = false;
  #isStopped = false;
  #isPrepared = false;
  /** The last pass ended because no slot was free: more may be due. */
  #isFull = false;
  #isPaused = false;

  constructor(job: Job<T>, clock: Clock, isDatabaseReady: () => boolean) {
    this.#job = job;
    this.#clock = clock;
    this.#isDatabaseReady = isDatabaseReady;
    this.#loop = new WorkLoop({
      everyMs: job.pollMs,
      pass: (trigger) => this.#pass(trigger),
      onError: (error) => this.#logger.warn('Due items could not be claimed', { job: job.name }, error),
    });
  }

  get job(): Job<T> {
    return this.#job;
  }

  /** Items that this process runs now. */
  get running(): number {
    return this.#running;
  }

  start(): void {
    if (this.#isStarted || this.#isStopped) return;
    this.#isStarted = true;
    this.#loop.start();
    this.#loop.wake();
  }

  /** Claims nothing more and resolves when what runs is settled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#loop.stop();
    await this.#loop.running;
    await Promise.all(this.#slots);
  }

  wake(): void {
    if (this.#isStarted) this.#loop.wake();
  }

  wakeAfter(session: ClientSession): void {
    afterCommit(session, () => this.wake());
  }

  async create(create: (fields: { dueAt: Date; claim?: string }) => Promise<T | null>): Promise<boolean> {
    const free = this.#takeSlot();
    if (!free) {
      const item = await create({ dueAt: this.#clock.now() });
      if (item) this.wake();
      return item !== null;
    }
    const claim = this.#newClaim();
    let item: T | null;
    try {
      item = await create({ dueAt: claim.leaseUntil, claim: claim.token });
    } catch (error) {
      free();
      throw error;
    }
    if (item) void this.#run(item, claim).finally(free);
    else free();
    return item !== null;
  }

  async #pass(trigger: Trigger): Promise<void> {
    if (trigger === 'interval') this.#isPaused = false;
    if (!(await this.#isReady())) return;
    while (!this.#isPaused) {
      const free = this.#takeSlot();
      if (!free) {
        this.#isFull = true;
        return;
      }
      const claim = this.#newClaim();
      let item: T | null = null;
      try {
        item = await this.#job.source.claim(claim, this.#clock.now());
      } finally {
        if (!item) free();
      }
      if (!item) return;
      const claimed = item;
      // A context and a trace of its own, not those of the request that woke the job.
      const work = { requestId: claim.token, correlationId: claim.token };
      void otel.with(ROOT_CONTEXT, () => inContext(work, () => this.#run(claimed, claim))).finally(free);
    }
  }

  async #isReady(): Promise<boolean> {
    if (!this.#isDatabaseReady()) {
      this.#wakeIn(NOT_READY_MS);
      return false;
    }
    if (!this.#isPrepared) await this.#job.prepare?.();
    this.#isPrepared = true;
    return true;
  }

  /** Undefined if none is free; otherwise a function that frees it. */
  #takeSlot(): (() => void) | undefined {
    if (!this.#isStarted || this.#isStopped || this.#slots.size >= (this.#job.concurrency ?? 1)) return undefined;
    const freed = Promise.withResolvers<void>();
    this.#slots.add(freed.promise);
    return () => {
      this.#slots.delete(freed.promise);
      freed.resolve();
      if (!this.#isFull) return;
      this.#isFull = false;
      this.wake();
    };
  }

  #newClaim(): Claim {
    return { token: crypto.randomUUID(), leaseUntil: this.#in(this.#job.leaseMs) };
  }

  async #run(item: T, claim: Claim): Promise<void> {
    const { name, source } = this.#job;
    this.#running += 1;
    try {
      const [outcome, settlement] = await this.#attempt(item);
      jobRuns.inc({ job: name, outcome });
      if (!settlement) return;
      await source.settle(item, claim, settlement);
      if (settlement.dueAt instanceof Date) this.#wakeIn(settlement.dueAt.getTime() - this.#clock.millis());
    } catch (error) {
      this.#logger.warn(
        'An item could not be settled and runs again after its lease',
        { job: name, item: item._id },
        error,
      );
    } finally {
      this.#running -= 1;
    }
  }

  async #attempt(item: T): Promise<[outcome: string, settlement: Settlement | undefined]> {
    try {
      return this.#settlementOf((await this.#job.run(item)) ?? { outcome: 'done' });
    } catch (error) {
      return this.#settlementOfFailure(item, error);
    }
  }

  #settlementOf(result: RunResult<T>): [outcome: string, settlement: Settlement | undefined] {
    switch (result.outcome) {
      case 'done':
      case 'postponed': {
        const { outcome, dueAt, set, unset } = result;
        return [outcome, { dueAt, ...(set && { set }), ...(unset && { unset }) }];
      }
      case 'rescheduled':
        return ['done', { dueAt: 'keep' }];
      case 'settled':
        return ['done', undefined];
      case 'paused':
        this.#isPaused = true;
        return ['paused', { dueAt: this.#clock.now() }];
    }
  }

  #settlementOfFailure(item: T, error: unknown): [outcome: string, settlement: Settlement] {
    const { name, retry, source } = this.#job;
    const failures = source.failuresOf(item) + 1;
    const ownDueAt = error instanceof JobFailure ? error.dueAt : undefined;
    const dueAt =
      ownDueAt ?? (typeof retry === 'function' ? retry(item, failures) : this.#in(retryDelay(retry, failures)));
    const facts = { job: name, item: item._id, failures, retryAt: dueAt };
    if (error instanceof JobFailure) this.#logger.warn('A job failed', { ...facts, ...error.details });
    else this.#logger.warn('A job failed', facts, error);
    const set = error instanceof JobFailure ? (error as JobFailure<T>).set : {};
    return ['failed', { dueAt, set, ...(dueAt && { failure: { failures, error: textOf(error) } }) }];
  }

  /** Earlier than the next poll, if the time comes before it. */
  #wakeIn(ms: number): void {
    if (ms < this.#job.pollMs) setTimeout(() => this.wake(), Math.max(0, ms) + 1).unref();
  }

  #in(ms: number): Date {
    return new Date(this.#clock.millis() + ms);
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_ERROR_LENGTH);
  const { name, message } = error;
  const text = error instanceof JobFailure || name === 'Error' ? message : `${name}: ${message}`;
  return text.slice(0, MAX_ERROR_LENGTH);
}
