import type { Schema } from 'mongoose';

/** Fields that a job keeps in its items. */
export interface JobFields {
  /** When the item is due; while it runs, the end of its lease. Unset: nothing to run. */
  dueAt?: Date;
  /** Token of the run under way. Settling is fenced by it. */
  claim?: string;
  /** Failed runs since the last one that succeeded. */
  failures?: number;
  lastError?: string;
}

/** The same fields of a mongoose schema. */
export const jobFields = { dueAt: Date, claim: String, failures: Number, lastError: String } as const;

/** Declares the indexes of claims, gauges and `npm run jobs`. `under`: as in `JobSourceOptions`. */
export function indexJobFields<T>(schema: Schema<T>, under?: string): void {
  const prefix = under === undefined ? '' : `${under}.`;
  schema.index({ [`${prefix}dueAt`]: 1 }, { sparse: true });
  schema.index({ [`${prefix}failures`]: 1 }, { sparse: true });
}

/**
 * `$unset` of a domain write that sets or unsets `dueAt` itself: it takes the item away from a run under way, whose settling
 * then changes nothing.
 */
export const RESCHEDULED = { claim: 1, failures: 1, lastError: 1 } as const satisfies Partial<
  Record<keyof JobFields, 1>
>;
