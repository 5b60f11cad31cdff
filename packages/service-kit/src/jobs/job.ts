import type { ClientSession } from 'mongoose';
import type { JobSource } from './job-source.ts';
import type { RetryDelays } from './retry-delays.ts';

interface Changes<T> {
  /** Written in the same update that settles the item. */
  set?: Partial<T>;
  unset?: readonly (keyof T & string)[];
}

/**
 * How a run ended.
 * - `done`: nothing is left to do, or only at `dueAt`
 * - `postponed`: not a failure, and not finished: run again at `dueAt`
 * - `rescheduled`: the run's own writes have set or unset `dueAt`; if they have not, it runs again when its lease ends
 * - `settled`: the run has settled the item itself, or will within the lease (in a batch, for example)
 * - `paused`: no item of the job can run now. This one stays due, and the job claims nothing until the next poll
 */
export type RunResult<T> =
  | ({ outcome: 'done'; dueAt?: Date } & Changes<T>)
  | ({ outcome: 'postponed'; dueAt: Date } & Changes<T>)
  | { outcome: 'rescheduled' | 'settled' | 'paused' };

/** A failed run that says more than the error: when to retry, and what to write into the item. */
export class JobFailure<T> extends Error {
  override readonly name = 'JobFailure';
  readonly dueAt: Date | undefined;
  readonly set: Partial<T>;
  /** Logged in place of the error. */
  readonly details: Record<string, unknown>;

  /** `message` is kept as the item's last error. */
  constructor(
    message: string,
    { dueAt, set = {}, details = {} }: { dueAt?: Date; set?: Partial<T>; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.dueAt = dueAt;
    this.set = set;
    this.details = details;
  }
}

export interface Job<T extends { _id: string }> {
  /** Unique in its service; the label of its metrics. Stays when classes are renamed. */
  name: string;
  source: JobSource<T>;
  /** How often due items are looked for, beside wake-ups, ms of real time. */
  pollMs: number;
  /** How long a claim is exclusive; longer than a run takes. */
  leaseMs: number;
  /** Items that one instance runs at once. Default 1. */
  concurrency?: number;
  /** When an item that failed is retried, `failures` times so far; undefined gives it up. */
  retry: RetryDelays | ((item: T, failures: number) => Date | undefined);
  /** Runs once per process before the first claim, and again at the next poll if it throws. */
  prepare?: () => Promise<void>;
  /** No result: the item is done. An error postpones it. */
  run: (item: T) => Promise<RunResult<T> | void>;
}

/** What a service may ask of its job. */
export interface JobHandle<T> {
  /** Looks for due items now. Returns at once. */
  wake(): void;
  /** The same once the transaction of `session` is committed. */
  wakeAfter(session: ClientSession): void;
  /**
   * Creates an item and runs it at once if this process has a free slot: then it is created claimed, so that no other instance
   * sees it due. Otherwise it is created due. `create` stores it with the given fields, and returns it, or null if it exists
   * already. Resolves once it is stored, with whether it is new.
   */
  create(create: (fields: { dueAt: Date; claim?: string }) => Promise<T | null>): Promise<boolean>;
}
