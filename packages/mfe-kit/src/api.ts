import type { AnswerOf, BodyOf, BrowserCall, ParamsOf, Problem, QueryOf } from '@shop/contracts/browser';
import { newIdempotencyKey } from './intent.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a call with any input and answer
export type AnyBrowserCall = BrowserCall<any>;

/** A part of the request: absent if the call has none, optional if nothing in it is required. */
type RequestPart<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

interface Options {
  signal?: AbortSignal;
  /** Use the same key for all attempts of one intent (see `createIntent`), so that a retry has no second effect. */
  idempotencyKey?: string;
  /** The version that was read of the document that the call changes: see `versioned` of the contracts. */
  version?: string | undefined;
  /** Default 15,000. */
  timeoutMs?: number;
  /** Sends this call in place of the transport: one that says how much of a file is sent. */
  fetch?: typeof fetch;
}

/** Input of a call. A body with files is a FormData. */
export type CallOptions<C extends AnyBrowserCall> = Options &
  RequestPart<'params', ParamsOf<C>> &
  RequestPart<'query', QueryOf<C>> &
  (RequestPart<'body', BodyOf<C>> | ([BodyOf<C>] extends [undefined] ? never : { body: FormData }));

interface AnyOptions extends Options {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A failed call: the service's problem, or a network error with status 0. */
export class ApiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ApiError';
    this.problem = problem;
  }
  get status(): number {
    return this.problem.status;
  }
  get code(): string {
    return this.problem.code;
  }
}

/** How calls are sent; set once by the shell (browser or render worker), by a host, or by a test. */
export interface ApiTransport {
  /** Origin of the gateway; empty in the browser (same origin). */
  origin: string;
  fetch: typeof fetch;
  /** `fetch` has its own time-out. Otherwise each call gets a timer, which is expensive on a server. */
  isBounded?: boolean;
  /** Renews the session's cookies; resolves to whether it succeeded. Concurrent calls with a 401 share one renewal. */
  renewSession?: () => Promise<boolean>;
  /** The session has ended and cannot be renewed. */
  sessionLost?: () => void;
}

let transport: ApiTransport = { origin: '', fetch: (...args) => globalThis.fetch(...args) };
export const setApiTransport = (next: ApiTransport): void => {
  transport = next;
};

/** Path and query of a call. Undefined and empty query values are left out. */
export function hrefOf(path: string, params?: unknown, query?: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query as Record<string, unknown> | undefined) ?? {})) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  }
  return search.size ? `${filled}?${search}` : filled;
}

const unanswered = (code: 'network.unreachable' | 'network.timeout', message: string): ApiError =>
  new ApiError({ type: 'about:blank', title: 'Unreachable', status: 0, code, message, requestId: '' });
const unreachable = (): ApiError =>
  unanswered('network.unreachable', 'The shop could not be reached. Please check your connection');

async function send(call: AnyBrowserCall, options: AnyOptions, key?: string): Promise<Response> {
  const { body, timeoutMs = 15_000 } = options;
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  const timeout = transport.isBounded ? undefined : AbortSignal.timeout(timeoutMs);
  try {
    return await (options.fetch ?? transport.fetch)(
      transport.origin + hrefOf(call.path, options.params, options.query),
      {
        method: call.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json, application/problem+json',
          ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(options.version ? { 'if-match': `"${options.version}"` } : {}),
        },
        body: body === undefined ? undefined : isForm ? (body as FormData) : JSON.stringify(body),
        signal: options.signal && timeout ? AbortSignal.any([options.signal, timeout]) : (options.signal ?? timeout),
      },
    );
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (timeout?.aborted) throw unanswered('network.timeout', 'This took too long. Please try again');
    throw unreachable();
  }
}

let renewal: Promise<boolean> | undefined;
function renewOnce(): Promise<boolean> {
  renewal ??= (transport.renewSession?.() ?? Promise.resolve(false))
    .catch(() => {
      throw unreachable();
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/**
 * Makes a call of the contracts and returns its typed body (undefined for 204, a text for CSV). On a 401 the session is renewed and
 * the call retried once. @throws ApiError unless it succeeds; AbortError when `signal` aborts
 */
export async function call<C extends AnyBrowserCall>(
  spec: C,
  ...[options]: object extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]
): Promise<AnswerOf<C>> {
  const input: AnyOptions = options ?? {};
  const key = spec.idempotencyKey ? (input.idempotencyKey ?? newIdempotencyKey()) : input.idempotencyKey;
  let response = await send(spec, input, key);
  if (response.status === 401 && transport.renewSession) {
    const problem = await problemOf(response);
    if (problem.code !== 'session.required') throw new ApiError(problem);
    if (!(await renewOnce())) {
      transport.sessionLost?.();
      throw new ApiError(problem);
    }
    response = await send(spec, input, key);
  }
  if (!response.ok) throw new ApiError(await problemOf(response));
  if (response.status === 204) return undefined as AnswerOf<C>;
  try {
    const isTable = response.headers.get('content-type')?.startsWith('text/csv');
    return (await (isTable ? response.text() : response.json())) as AnswerOf<C>;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    // The body was cut off or timed out.
    throw unreachable();
  }
}

async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    try {
      return (await response.json()) as Problem;
    } catch {
      // The body was cut off: use the problem below, made from the status.
    }
  } else {
    // Nothing of it is shown, but an unread body keeps its request open.
    await response.text().catch(() => {});
  }
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    code: response.status >= 500 ? 'service.unavailable' : 'unexpected.error',
    message: 'Something went wrong. Please try again',
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/** An error's message for a toast: the service's, else `fallback`. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again'): string {
  return error instanceof ApiError ? error.message || fallback : fallback;
}

/**
 * Sets a problem's field errors with react-hook-form's `setError`, focuses the first of them, so that a screen reader reads it,
 * and returns whether there were any. `fields`: in the order of the form. Errors of other fields are left to the toast.
 */
export function applyProblem(
  error: unknown,
  setError: (field: never, error: { type: string; message: string }, options: { shouldFocus: boolean }) => void,
  fields: readonly string[],
): boolean {
  const errors = error instanceof ApiError ? (error.problem.errors ?? {}) : {};
  const known = fields.filter((field) => errors[field] !== undefined);
  if (known.length === 0) return false;
  const before = globalThis.document?.activeElement as HTMLElement | null | undefined;
  // Blur first: a screen reader reads nothing when the field has the focus already.
  before?.blur();
  for (const [index, field] of known.entries()) {
    setError(field as never, { type: 'server', message: errors[field]! }, { shouldFocus: index === 0 });
  }
  // No field took the focus: restore it.
  if (before && document.activeElement === document.body) before.focus();
  return true;
}
