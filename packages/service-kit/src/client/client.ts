import {
  type AnswerOf,
  type AnyCall,
  type BodyInputOf,
  type ErrorCode,
  mayRepeat,
  type ParamsInputOf,
  type Problem,
  type QueryInputOf,
  wirePath,
} from '@shop/contracts';
import { Agent, FormData, request } from 'undici';
import type { UploadedFile } from '../http/route.ts';
import { inCallSpan } from '../telemetry/spans.ts';
import { currentContext } from '../logging/context.ts';

type InputField<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** What a call sends, by its contract. */
export type CallInput<C extends AnyCall> = InputField<'params', ParamsInputOf<C>> &
  InputField<'query', QueryInputOf<C>> &
  InputField<'body', BodyInputOf<C>> & {
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Sent as a form, by field; only of calls that declare `files` and have no body. */
    files?: Readonly<Record<string, UploadedFile>>;
  };

/** A failed call to another service. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly callId: string;
  /** `service.unavailable` or `service.timeout` when there was no response. */
  readonly code: ErrorCode;
  /** `undefined` when there was no response. */
  readonly status: number | undefined;
  readonly problem: Problem | undefined;
  /** The service refused the call or was never reached, so it had no effect. Otherwise the outcome is unknown. */
  readonly refused: boolean;

  constructor(
    call: AnyCall,
    code: ErrorCode,
    { status, problem, refused, cause }: { status?: number; problem?: Problem; refused: boolean; cause?: unknown },
  ) {
    super(`${call.id} failed: ${code}`, cause === undefined ? undefined : { cause });
    this.callId = call.id;
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.refused = refused;
  }
}

/** Error codes of connections that were not established. */
const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Typed client of one other service; passes on the correlation id of the current context. */
export class Client {
  readonly #baseUrl: string;
  readonly #serviceToken: string | undefined;
  readonly #agent = new Agent({ connections: 32, connect: { timeout: 1_000 }, keepAliveTimeout: 10_000 });

  constructor({ baseUrl, serviceToken }: { baseUrl: string; serviceToken?: string }) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#serviceToken = serviceToken;
  }

  /**
   * Makes the call and returns the answer, checked against the contract. Times out after the call's `timeoutMs` (default 5 s);
   * one that may be repeated is sent a second time when the connection broke. @throws CallError
   */
  async call<C extends AnyCall>(
    call: C,
    ...[input]: Record<never, never> extends CallInput<C> ? [CallInput<C>?] : [CallInput<C>]
  ): Promise<AnswerOf<C>> {
    const sent = (input ?? {}) as CallInput<AnyCall>;
    try {
      return await this.#once(call, sent);
    } catch (error) {
      const broken = error instanceof CallError && error.code === 'service.unavailable' && error.status === undefined;
      if (!broken || !mayRepeat(call, sent.idempotencyKey !== undefined)) throw error;
      return this.#once(call, sent);
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #once<C extends AnyCall>(call: C, input: CallInput<AnyCall>): Promise<AnswerOf<C>> {
    // Not `AbortSignal.timeout`: it cannot be cleared and would create its error after the call has ended.
    const deadline = new AbortController();
    const timeout = deadline.signal;
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs ?? 5_000);
    const context = currentContext();
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(input.body === undefined || input.files ? {} : { 'content-type': 'application/json' }),
      ...(this.#serviceToken ? { 'x-service-token': this.#serviceToken } : {}),
      ...(context ? { 'x-request-id': context.requestId, 'x-correlation-id': context.correlationId } : {}),
      ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
    };
    let status: number;
    let text: string;
    try {
      const answer = await inCallSpan(call.id, headers, () =>
        request(this.#baseUrl + pathOf(call, input), {
          method: call.method,
          dispatcher: this.#agent,
          signal: input.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
          headers,
          body: input.files ? formOf(input.files) : input.body === undefined ? null : JSON.stringify(input.body),
        }),
      );
      status = answer.statusCode;
      text = await answer.body.text();
    } catch (error) {
      if (timeout.aborted) throw new CallError(call, 'service.timeout', { refused: false, cause: error });
      const { code } = error as { code?: string };
      throw new CallError(call, 'service.unavailable', { refused: NEVER_REACHED.has(code ?? ''), cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (status >= 400) {
      const problem = problemFrom(text);
      throw new CallError(call, problem?.code ?? (status >= 500 ? 'service.unavailable' : 'unexpected.error'), {
        status,
        refused: status < 500,
        ...(problem ? { problem } : {}),
      });
    }
    const parsed = call.answer.safeParse(text === '' ? undefined : JSON.parse(text));
    if (!parsed.success) throw new CallError(call, 'unexpected.error', { status, refused: false, cause: parsed.error });
    return parsed.data as AnswerOf<C>;
  }
}

function formOf(files: Readonly<Record<string, UploadedFile>>): FormData {
  const form = new FormData();
  for (const [name, { data, fileName, contentType }] of Object.entries(files)) {
    form.set(name, new File([new Uint8Array(data)], fileName, { type: contentType }));
  }
  return form;
}

function pathOf(call: AnyCall, { params, query }: CallInput<AnyCall>): string {
  const path = wirePath(call).replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[name];
    if (value === undefined) throw new TypeError(`${call.id} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function problemFrom(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' ? (problem as Problem) : undefined;
  } catch {
    return undefined;
  }
}
