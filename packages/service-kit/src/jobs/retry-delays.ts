export interface RetryDelays {
  /** Delay after the first failure, ms; doubled after each further one. */
  firstMs: number;
  maxMs: number;
}

const MAX_DOUBLINGS = 20;

/** Capped exponential back-off, ms; `failures` counts from 1. */
export const retryDelay = ({ firstMs, maxMs }: RetryDelays, failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), maxMs);
