import { Injectable } from '@nestjs/common';

/** The time of business rules (expiry, leases). Tests and proofs advance it instead of waiting. */
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

  /** Ahead of the real clock; negative: behind. */
  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  advance(byMs: number): void {
    this.#offsetMs += byMs;
  }
}
