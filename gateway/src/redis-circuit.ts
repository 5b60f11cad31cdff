import { Injectable } from '@nestjs/common';
import { circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';

/** Circuit breaker for Redis: opens for a second after three failures, so that a hung Redis does not slow down requests. */
@Injectable()
export class RedisCircuit {
  readonly #circuit = circuitBreaker(
    handleWhen((error) => error instanceof Error),
    { halfOpenAfter: 1_000, breaker: new ConsecutiveBreaker(3) },
  );

  /** Runs `work`. @throws Error when Redis is unavailable or the circuit is open */
  execute<T>(work: () => Promise<T>): Promise<T> {
    return this.#circuit.execute(work);
  }
}
