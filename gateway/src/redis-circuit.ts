import { Injectable } from '@nestjs/common';
import { circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';

/** Asks Redis, and stops asking for a second when it did not answer three times: a hanging Redis slows down nobody. */
@Injectable()
export class RedisCircuit {
  readonly #circuit = circuitBreaker(
    handleWhen((error) => error instanceof Error),
    { halfOpenAfter: 1_000, breaker: new ConsecutiveBreaker(3) },
  );

  /** What `work` answers. Throws an `Error` when Redis cannot be asked. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    return this.#circuit.execute(work);
  }
}
