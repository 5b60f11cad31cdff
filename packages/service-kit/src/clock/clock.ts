import { Injectable } from '@nestjs/common';

/** The time by which the shop decides (expiry, 24 hours, leases). Tests and proofs move it instead of waiting. */
@Injectable()
export class Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(this.millis());
  }

  /** Milliseconds since 1970. */
  millis(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Sets how far this clock is ahead of the real one (negative: behind). */
  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  advance(byMs: number): void {
    this.#offsetMs += byMs;
  }
}
