import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { Service } from '@shop/contracts';
import { Failure, inCallSpan } from '@shop/service-kit';
import {
  BrokenCircuitError,
  bulkhead,
  type BulkheadPolicy,
  BulkheadRejectedError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleType,
} from 'cockatiel';
import { type Dispatcher, Pool } from 'undici';
import { circuitOpen } from '../metrics.ts';

export interface UpstreamOptions {
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** Maximum number of queued requests. */
  queueSize: number;
  /** Consecutive failures that open the circuit. */
  failuresToOpen: number;
  /** An open circuit becomes half-open after this time. */
  retryAfterMs: number;
}

export interface UpstreamRequest {
  method: string;
  /** With the query, as the client sent it. */
  path: string;
  headers: Record<string, string>;
  /** Only `null` and a buffer can be sent again. */
  body: Readable | Buffer | null;
  /** Until the head of the answer arrives; includes the time in the queue. */
  timeoutMs: number;
  /** May be sent a second time when its answer was lost: see `mayRepeat`. */
  repeatable: boolean;
  /** Aborts when the client disconnects. */
  signal?: AbortSignal;
}

export type UpstreamAnswer = Dispatcher.ResponseData;

/** The service could not be reached, disconnected, or timed out. The circuit counts these errors. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** One service behind the gateway: connection pool, bulkhead, circuit breaker and retry. */
export class Upstream {
  readonly #service: Service;
  readonly #pool: Pool;
  readonly #bulkhead: BulkheadPolicy;
  readonly #circuit: CircuitBreakerPolicy;
  readonly #retryAfterMs: number;

  constructor(
    service: Service,
    url: string,
    { concurrency, queueSize, failuresToOpen, retryAfterMs }: UpstreamOptions,
  ) {
    this.#service = service;
    this.#pool = new Pool(new URL(url).origin, {
      connections: concurrency,
      // Shorter than the services' own, so that no request is sent on a connection that is being closed.
      keepAliveTimeout: 4_000,
      connect: { timeout: 1_000 },
      // `send` limits the time to the head, per call; a body may take long but not stall.
      headersTimeout: 0,
      bodyTimeout: 30_000,
    });
    this.#bulkhead = bulkhead(concurrency, queueSize);
    this.#circuit = circuitBreaker(handleType(Unreachable), {
      halfOpenAfter: retryAfterMs,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    this.#retryAfterMs = retryAfterMs;
    const logger = new Logger(`Upstream ${service}`);
    circuitOpen.set({ upstream: service }, 0);
    this.#circuit.onBreak((reason) => {
      circuitOpen.set({ upstream: service }, 1);
      const error = 'error' in reason ? reason.error : undefined;
      logger.warn('circuit opened', { reason: String((error as Error | undefined)?.cause ?? error) });
    });
    this.#circuit.onReset(() => {
      circuitOpen.set({ upstream: service }, 0);
      logger.log('circuit closed');
    });
  }

  /**
   * Sends the request and returns when the head of the answer has arrived; the body streams. The request counts towards the
   * concurrency until its body has been read or destroyed.
   * @throws Failure `service.unavailable`, `service.timeout`; the reason of `signal` when it aborts
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Unreachable('time-out')), request.timeoutMs);
    const onDisconnect = () => deadline.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', onDisconnect, { once: true });
    let release: (() => void) | undefined;
    try {
      release = await this.#acquireSlot(deadline.signal);
      const answer = await this.#circuit.execute(() => this.#trySend(request, deadline.signal));
      answer.body.once('close', release);
      return answer;
    } catch (error) {
      release?.();
      throw this.#failureOf(error, deadline.signal);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onDisconnect);
    }
  }

  /** Waits for a slot of the bulkhead and returns its release function. */
  #acquireSlot(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#bulkhead
        .execute(() => {
          signal.removeEventListener('abort', onAbort);
          return new Promise<void>((release) => {
            resolve(release);
          });
        }, signal)
        .catch(reject);
    });
  }

  async #trySend(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { method, path, headers, body } = request;
    const attempt = () =>
      inCallSpan(`${method} ${this.#service}`, headers, () =>
        this.#pool.request({ method: method as Dispatcher.HttpMethod, path, headers, body, signal }),
      );
    const canRepeat = request.repeatable && (body === null || Buffer.isBuffer(body));
    try {
      return await attempt().catch((error: unknown) => {
        if (!canRepeat || signal.aborted || !isLostConnection(error)) throw error;
        return attempt();
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // The request's body failed (too large, client disconnected): not the service's fault.
      if (error instanceof Failure) throw error;
      throw new Unreachable('no answer', { cause: error });
    }
  }

  #failureOf(error: unknown, signal: AbortSignal): unknown {
    const headers = { 'retry-after': String(Math.ceil(this.#retryAfterMs / 1000)) };
    if (error instanceof Unreachable) {
      return signal.aborted
        ? new Failure('service.timeout', { cause: error })
        : new Failure('service.unavailable', { cause: error, headers });
    }
    if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) {
      return new Failure('service.unavailable', { cause: error, headers });
    }
    return error;
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** The service could not be reached, or disconnected before its answer was complete. */
export const isLostConnection = (error: unknown): boolean => LOST.has((error as { code?: string }).code ?? '');
