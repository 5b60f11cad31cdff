/** Headers of a message that failed before. */
export const HEADERS = {
  failures: 'x-failures',
  reason: 'x-reason',
  failedAt: 'x-failed-at',
  /** Replayed by a person: it may be older than the inbox's retention. */
  replayed: 'x-replayed',
} as const;
