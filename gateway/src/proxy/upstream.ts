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
  /** Requests that the service may have at the same time. */
  concurrency: number;
  /** Requests that may wait for one of these places. */
  waiting: number;
  /** So many failures in a row open the circuit. */
  failuresToOpen: number;
  /** An open circuit lets one call try again after this long, ms. */
  retryAfterMs: number;
}

export interface UpstreamRequest {
  method: string;
  /** With the query, as the client sent it. */
  path: string;
  headers: Record<string, string>;
  /** A stream is sent once; `null` and a buffer can be sent again. */
  body: Readable | Buffer | null;
  /** Until the head of the answer is there, ms; waiting for a place counts. */
  timeoutMs: number;
  /** The call does no harm when it is done twice. */
  idempotent: boolean;
  /** The client went away. */
  signal?: AbortSignal;
}

export type UpstreamAnswer = Dispatcher.ResponseData;

/** The service could not be reached, hung up, or kept the call waiting: what the circuit counts. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** One service as the gateway sees it: its connections, how many requests it may have at once, and its circuit. */
export class Upstream {
  readonly #service: Service;
  readonly #pool: Pool;
  readonly #places: BulkheadPolicy;
  readonly #circuit: CircuitBreakerPolicy;
  readonly #retryAfterMs: number;

  constructor(service: Service, url: string, { concurrency, waiting, failuresToOpen, retryAfterMs }: UpstreamOptions) {
    this.#service = service;
    this.#pool = new Pool(new URL(url).origin, {
      connections: concurrency,
      // Shorter than any server's own, so that no request is sent on a connection that is being closed.
      keepAliveTimeout: 4_000,
      connect: { timeout: 1_000 },
      // The head has its own timer, by call; a body may take long, but not stall.
      headersTimeout: 0,
      bodyTimeout: 30_000,
    });
    this.#places = bulkhead(concurrency, waiting);
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
      logger.warn('does not answer: spared for now', { reason: String((error as Error | undefined)?.cause ?? error) });
    });
    this.#circuit.onReset(() => {
      circuitOpen.set({ upstream: service }, 0);
      logger.log('answers again');
    });
  }

  /**
   * Sends the request and answers once the head of the answer is there; the body streams. Its place is taken until the
   * body has been read or destroyed. Throws `service.unavailable`, `service.timeout`, or the reason of `signal`.
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Unreachable('time-out')), request.timeoutMs);
    const onClientGone = () => deadline.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', onClientGone, { once: true });
    let leave: (() => void) | undefined;
    try {
      leave = await this.#place(deadline.signal);
      const answer = await this.#circuit.execute(() => this.#trySend(request, deadline.signal));
      answer.body.once('close', leave);
      return answer;
    } catch (error) {
      leave?.();
      throw this.#failureOf(error, deadline.signal);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onClientGone);
    }
  }

  /** Waits for a place and answers how to leave it. */
  #place(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#places
        .execute(() => {
          signal.removeEventListener('abort', onAbort);
          return new Promise<void>((leave) => {
            resolve(leave);
          });
        }, signal)
        .catch(reject);
    });
  }

  async #trySend(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { method, path, headers, body } = request;
    // A trace begins here; each attempt is a span of its own, and the service continues it.
    const attempt = () =>
      inCallSpan(`${method} ${this.#service}`, headers, () =>
        this.#pool.request({ method: method as Dispatcher.HttpMethod, path, headers, body, signal }),
      );
    const again = request.idempotent && (body === null || Buffer.isBuffer(body));
    try {
      return await attempt().catch((error: unknown) => {
        if (!again || signal.aborted || !isLostConnection(error)) throw error;
        return attempt();
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // What the request's own body failed with (too large, broken off) is no fault of the service.
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

/** The service was not there, or hung up before its answer was complete. */
export const isLostConnection = (error: unknown): boolean => LOST.has((error as { code?: string }).code ?? '');
