import type { Model, mongo } from 'mongoose';
import { literals } from '../database/literals.ts';

/** A run's exclusive right to an item. */
export interface Claim {
  token: string;
  leaseUntil: Date;
}

export interface JobSourceOptions {
  /** Documents of the collection that the job is about; all by default. */
  where?: Record<string, unknown>;
  /** Prefix of the job's fields, where `dueAt` is about something else or the document has several jobs. */
  under?: string;
  /** Documents without `dueAt` are due, the oldest by this date field first. */
  dueSince?: string;
  /** A number field that counts runs after which the item was due again. */
  counter?: string;
  /** Of settling. */
  writeConcern?: { w: 1 };
}

/** How an item is settled. */
export interface Settlement {
  /** `keep`: as the domain's own writes have left it. */
  dueAt: Date | undefined | 'keep';
  failure?: { failures: number; error: string };
  set?: Record<string, unknown>;
  unset?: readonly string[];
}

/** For gauges: cheap. */
export interface JobBacklog {
  /** Due and unclaimed; counted up to `MAX_COUNTED`. */
  waiting: number;
  /** Items whose last run failed; likewise. */
  failing: number;
  /** When the oldest waiting item became due. */
  oldestDueAt: Date | undefined;
}

export interface JobState extends JobBacklog {
  /** Claimed, on any instance. */
  running: number;
  /** Due later, also after a failure. */
  scheduled: number;
}

export interface FailedItem {
  id: string;
  failures: number;
  lastError: string;
  nextAt: Date | undefined;
}

const MAX_COUNTED = 10_000;
const COUNT_LIMIT_MS = 2_000;

/** The items of a job: documents of a collection of the service, with `JobFields` in them. */
export class JobSource<T extends { _id: string }> {
  readonly #model: Model<T>;
  readonly #options: JobSourceOptions;
  readonly #where: mongo.Document;
  readonly #dueAt: string;
  readonly #claim: string;
  readonly #failures: string;
  readonly #lastError: string;
  readonly #sort: Record<string, 1>;

  constructor(model: Model<T>, options: JobSourceOptions = {}) {
    const { under, where = {}, dueSince } = options;
    const name = (field: string) => (under === undefined ? field : `${under}.${field}`);
    this.#model = model;
    this.#options = options;
    this.#where = where;
    this.#dueAt = name('dueAt');
    this.#claim = name('claim');
    this.#failures = name('failures');
    this.#lastError = name('lastError');
    this.#sort = { [dueSince ?? this.#dueAt]: 1 };
  }

  // Through the driver: mongoose would cast every update, which pipelines cannot be.
  get #items(): mongo.Collection {
    return this.#model.collection as unknown as mongo.Collection;
  }

  /** Claims the item that has been due for the longest, also one whose lease has run out. */
  async claim({ token, leaseUntil }: Claim, now: Date): Promise<T | null> {
    const found = await this.#items.findOneAndUpdate(
      this.#due(now),
      { $set: { [this.#dueAt]: leaseUntil, [this.#claim]: token } },
      { sort: this.#sort, returnDocument: 'after' },
    );
    return found as unknown as T | null;
  }

  failuresOf(item: T): number {
    return Number(valueAt(item, this.#failures) ?? 0);
  }

  /**
   * Changes nothing when the claim was lost. A postponed item keeps a `dueAt` that was changed during the run: the run may not
   * have seen what changed. A finished one (no `dueAt`) loses it: a write that needs another run unsets the claim (`RESCHEDULED`).
   */
  async settle(
    { _id }: Pick<T, '_id'>,
    { token, leaseUntil }: Claim,
    { dueAt, failure, set = {}, unset = [] }: Settlement,
  ): Promise<void> {
    const { counter, under, writeConcern } = this.#options;
    const changes: mongo.Document = literals(set);
    const removed: string[] = [...unset, this.#claim];
    if (failure) {
      changes[this.#failures] = failure.failures;
      changes[this.#lastError] = { $literal: failure.error };
    } else {
      removed.push(this.#failures, this.#lastError);
    }
    if (dueAt instanceof Date) {
      const ifUnchanged = (then: unknown, field: string) => ({
        $cond: [{ $eq: [`$${this.#dueAt}`, leaseUntil] }, then, `$${field}`],
      });
      changes[this.#dueAt] = ifUnchanged(dueAt, this.#dueAt);
      if (counter) changes[counter] = ifUnchanged({ $add: [`$${counter}`, 1] }, counter);
    } else if (dueAt === undefined) {
      removed.push(this.#dueAt);
    }
    const isCleared = under !== undefined && dueAt === undefined;
    const pipeline = [
      ...(Object.keys(changes).length > 0 ? [{ $set: changes }] : []),
      { $unset: isCleared ? [...unset, under] : removed },
    ];
    await this.#items.updateOne({ _id: _id as never, [this.#claim]: token }, pipeline, {
      ...(writeConcern && { writeConcern }),
    });
  }

  async backlog(now: Date): Promise<JobBacklog> {
    const [waiting, failing, oldest] = await Promise.all([
      this.#count(this.#due(now)),
      this.#count(this.#failing()),
      this.#items.findOne(this.#due(now), { sort: this.#sort, maxTimeMS: COUNT_LIMIT_MS }),
    ]);
    const since = oldest && (valueAt(oldest, this.#dueAt) ?? valueAt(oldest, this.#options.dueSince ?? this.#dueAt));
    return { waiting, failing, oldestDueAt: since instanceof Date ? since : undefined };
  }

  async state(now: Date, leaseMs: number): Promise<JobState> {
    const leaseEnd = new Date(now.getTime() + leaseMs);
    const [backlog, later, running] = await Promise.all([
      this.backlog(now),
      this.#count({ ...this.#where, [this.#dueAt]: { $gt: now } }),
      // A lease under way ends within a lease from now: the index on `dueAt` bounds the search.
      this.#count({ ...this.#where, [this.#dueAt]: { $gt: now, $lte: leaseEnd }, [this.#claim]: { $exists: true } }),
    ]);
    return { ...backlog, running, scheduled: Math.max(0, later - running) };
  }

  /** Items whose last run failed, the next to be retried first, or the one with `id`. */
  async failed(limit: number, id?: string): Promise<FailedItem[]> {
    const items = await this.#items
      .find({ ...this.#failing(), ...(id !== undefined && { _id: id as never }) })
      .sort({ [this.#dueAt]: 1 })
      .limit(limit)
      .toArray();
    return items.map((item) => {
      const nextAt = valueAt(item, this.#dueAt);
      return {
        id: String(item._id),
        failures: Number(valueAt(item, this.#failures)),
        lastError: String(valueAt(item, this.#lastError) ?? ''),
        nextAt: nextAt instanceof Date ? nextAt : undefined,
      };
    });
  }

  /** Makes failed items due now, or one of them; those that run at this moment stay. Returns how many. */
  async retry(now: Date, id?: string): Promise<number> {
    const idle = { $or: [{ [this.#claim]: { $exists: false } }, { [this.#dueAt]: { $lte: now } }] };
    const { modifiedCount } = await this.#items.updateMany(
      { $and: [this.#failing(), idle, id === undefined ? {} : { _id: id as never }] },
      { $set: { [this.#dueAt]: now }, $unset: { [this.#claim]: 1 } },
    );
    return modifiedCount;
  }

  #due(now: Date): mongo.Document {
    // `$not: $gt` also matches documents without the field.
    const isDue = this.#options.dueSince === undefined ? { $lte: now } : { $not: { $gt: now } };
    return { ...this.#where, [this.#dueAt]: isDue };
  }

  #failing(): mongo.Document {
    return { ...this.#where, [this.#failures]: { $gt: 0 } };
  }

  #count(filter: mongo.Document): Promise<number> {
    return this.#items.countDocuments(filter, { limit: MAX_COUNTED, maxTimeMS: COUNT_LIMIT_MS });
  }
}

const valueAt = (document: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
