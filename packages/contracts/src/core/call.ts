import type { z } from 'zod';
import { type Access, isStaffAccess, needsSession, type StaffAccess } from './access.ts';
import type { ErrorCode } from './error.ts';
import { mark } from './kind.ts';

/** The five services, named like their folders here and in `services/`. */
export const SERVICES = ['catalog', 'identity', 'cart-order', 'payment', 'content'] as const;
export type Service = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How the gateway may cache the answer of a public GET, in seconds. */
export interface CachePolicy {
  /** Fresh: served from the cache. */
  seconds: number;
  /** Stale: served while one request revalidates it. */
  staleSeconds: number;
  /** Cache tags (`products`, `product:AR-1042`, `brand`): an event for one of them invalidates the answer. */
  tags: readonly string[];
  /**
   * Narrower tags for a page that shows the answer: without them every page with a row of other products would go with every
   * product. `{products.productGroup}`: one for each entry of the answer's list.
   */
  pageTags?: readonly string[];
}

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  /** `service.verb-noun`, unique. */
  id: string;
  service: Service;
  method: Method;
  /** Relative to `/api/v1` (see `wirePath`), or absolute under `/internal` when `access` is `service`; parameters as `:name`. */
  path: string;
  access: A;
  /** Why a limited session may make it. Without a reason it may not, see `isForLimited`. */
  limited?: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Media types of file fields by name; the call then also accepts multipart/form-data. */
  files?: Readonly<Record<string, string>>;
  /** What staff need besides `access` to send a file with it. */
  fileAccess?: StaffAccess;
  answer: Answer;
  /** Media types of an answer that is not JSON. */
  answerTypes?: readonly string[];
  /** 200 by default. */
  status?: 200 | 201 | 202 | 204;
  /** Error codes of the call, besides those of every call (validation, session, limits, unexpected). */
  errors: readonly ErrorCode[];
  /** The call accepts an `Idempotency-Key`. */
  idempotencyKey?: boolean;
  /**
   * It changes a document that staff edit in a form: `If-Match` names the version that was read, and one that has moved on since is a 409
   * `document.changed` with the document as it is now (`DocumentChanged`). Without the header the given fields are set.
   */
  versioned?: boolean;
  /** Why sending it a second time has no further effect and the same answer. Without a reason it is never sent again, see `mayRepeat`. */
  repeatable?: string;
  /** Why it is answered while the shop is read-only, although its method says that it changes something. */
  whileReadOnly?: string;
  cache?: CachePolicy;
  /** The gateway's timeout in ms; 5,000 by default. */
  timeoutMs?: number;
  /** Why who makes it proves again who they are, by `identity.prove-again`. A proof counts for some minutes. */
  proof?: string;
  /** Why it cannot be done without Redis, where that does not follow from its access and limit. */
  redis?: string;
  /** The purpose by which it is limited; `normal` by default. `sign-in` tries a password, `code` asks for a code or tries one. */
  limit?: 'normal' | 'sign-in' | 'code' | 'payment' | 'none';
}

// oxlint-disable-next-line typescript/no-explicit-any -- a call with any schemas
export type AnyCall = Call<any, any, any, any>;

/** The path on the wire, with `:name` parameters: `/api/v1` is prepended except for calls between services. */
export const wirePath = ({ path }: { path: string }): string =>
  path.startsWith('/internal/') || path.startsWith('/.well-known/') ? path : `/api/v1${path}`;

/** Declares a call: the source of the controller's validation, the typed clients, the OpenAPI entry and the fixtures. */
export function defineCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(call: Call<Params, Query, Body, Answer, A>): Call<Params, Query, Body, Answer, A> {
  return mark('call', call);
}

/** Input as the service reads it, after defaults. */
export type ParamsOf<C extends AnyCall> = z.output<NonNullable<C['params']>>;
export type QueryOf<C extends AnyCall> = z.output<NonNullable<C['query']>>;
export type BodyOf<C extends AnyCall> = z.output<NonNullable<C['body']>>;
/** Input as a client sends it, before defaults. */
export type ParamsInputOf<C extends AnyCall> = z.input<NonNullable<C['params']>>;
export type QueryInputOf<C extends AnyCall> = z.input<NonNullable<C['query']>>;
export type BodyInputOf<C extends AnyCall> = z.input<NonNullable<C['body']>>;
/** Answer as a client reads it. */
export type AnswerOf<C extends AnyCall> = z.output<C['answer']>;
/** Answer as a service returns it. */
export type AnswerInputOf<C extends AnyCall> = z.input<C['answer']>;

/**
 * Why a call cannot be done without Redis: while that is away, it answers 503 `session.unavailable`. All other calls work, and trust the access token until it expires. No call needs
 * RabbitMQ: events wait in the outboxes.
 */
export const needsRedis = ({
  access,
  limit,
  redis,
}: Pick<AnyCall, 'access' | 'limit' | 'redis'>): string | undefined => {
  if (redis !== undefined) return redis;
  if (isStaffAccess(access)) return 'the rights of staff end at once with their session';
  if (limit === 'payment') return 'a session that ended pays nothing';
  if (limit === 'sign-in' || limit === 'code') return 'codes, sessions and the limits of guessing are in Redis';
  return undefined;
};

/** Whether a request may be sent again after its answer was lost. A method says nothing: a status set twice is a conflict. */
export const mayRepeat = (call: Pick<AnyCall, 'method' | 'idempotencyKey' | 'repeatable'>, hasKey: boolean): boolean =>
  call.method === 'GET' || call.repeatable !== undefined || (call.idempotencyKey === true && hasKey);

/**
 * Whether a limited session may make it: one by a code to an e-mail address that has an account, of which it sees nothing. Calls for guests
 * are for everybody.
 */
export const isForLimited = ({ access, limited }: Pick<AnyCall, 'access' | 'limited'>): boolean =>
  !needsSession(access) || (access === 'user' && limited !== undefined);

/** Whether it is answered while staff have made the shop read-only. */
export const changesNothing = (call: Pick<AnyCall, 'method' | 'whileReadOnly'>): boolean =>
  call.method === 'GET' || call.whileReadOnly !== undefined;

/** Every code that a call can answer with: those that its contract names, and those that follow from its method, access and limit. */
export function codesOf(call: AnyCall): ErrorCode[] {
  const { access, method } = call;
  const implied: [ErrorCode, boolean][] = [
    ['request.invalid', true],
    ['request.malformed', true],
    ['request.too-large', true],
    ['request.headers-too-large', true],
    ['request.timeout', true],
    ['request.unsupported-type', method !== 'GET'],
    ['request.foreign-origin', method !== 'GET' && access !== 'provider'],
    // A parameter longer than any name.
    ['route.not-found', call.params !== undefined],
    ['session.required', needsSession(access)],
    ['session.forbidden', isStaffAccess(access)],
    ['session.proof-required', call.proof !== undefined],
    ['session.limited', needsSession(access) && !isForLimited(call)],
    ['session.unavailable', needsSession(access) || needsRedis(call) !== undefined],
    ['idempotency.mismatch', call.idempotencyKey === true],
    ['idempotency.in-progress', call.idempotencyKey === true],
    ['document.changed', call.versioned === true],
    ['request.too-many', call.limit !== 'none'],
    ['shop.read-only', access !== 'service' && !changesNothing(call)],
    ['service.unavailable', true],
    ['service.timeout', true],
    ['unexpected.error', true],
  ];
  return [...new Set([...call.errors, ...implied.flatMap(([code, applies]) => (applies ? [code] : []))])];
}
