import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './error.ts';
import { mark } from './kind.ts';

/** The five services. The folder of a contract, the room of its code and the name in every table agree. */
export const SERVICES = ['catalog', 'identity', 'cart-order', 'payment', 'content'] as const;
export type Service = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How the gateway may keep the answer of a public GET. Seconds. */
export interface CachePolicy {
  /** Served without asking the service. */
  seconds: number;
  /** Served once more while one call fetches the new answer. */
  staleSeconds: number;
  /** What the answer is made of (`products`, `product:AR-1042`, `brand`): an event that changes one of these drops it. */
  tags: readonly string[];
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
  /** Relative to `/api/v1` (see `wirePath`), or whole under `/internal` where `access` is `service`; parameters as `:name`. */
  path: string;
  access: A;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Field names of files, where the call also comes as multipart/form-data. */
  files?: readonly string[];
  answer: Answer;
  /** 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** Codes of `errors` it may answer with, beside those every call can (validation, session, limits, unexpected). */
  errors: readonly ErrorCode[];
  /** It creates something and takes an `Idempotency-Key`. */
  idempotencyKey?: boolean;
  cache?: CachePolicy;
  /** How long the gateway waits for the answer, in ms. 5,000 unless told. */
  timeoutMs?: number;
  /** Which of the gateway's limits counts it. `normal` unless told. */
  limit?: 'normal' | 'sign-in' | 'payment' | 'none';
}

// oxlint-disable-next-line typescript/no-explicit-any -- any call, whatever its schemas
export type AnyCall = Call<any, any, any, any>;

/** The path on the wire: `/api/v1` stands before every call but those between services. Still with `:name` parameters. */
export const wirePath = ({ path }: { path: string }): string =>
  path.startsWith('/internal/') || path.startsWith('/.well-known/') ? path : `/api/v1${path}`;

/** Declares a call. Its schemas become the controller's validation, the typed clients, the OpenAPI entry and the fixtures. */
export function defineCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(call: Call<Params, Query, Body, Answer, A>): Call<Params, Query, Body, Answer, A> {
  return mark('call', call);
}

/** What the service reads, after defaults. */
export type ParamsOf<C extends AnyCall> = z.output<NonNullable<C['params']>>;
export type QueryOf<C extends AnyCall> = z.output<NonNullable<C['query']>>;
export type BodyOf<C extends AnyCall> = z.output<NonNullable<C['body']>>;
/** What a client sends, before defaults. */
export type ParamsInputOf<C extends AnyCall> = z.input<NonNullable<C['params']>>;
export type QueryInputOf<C extends AnyCall> = z.input<NonNullable<C['query']>>;
export type BodyInputOf<C extends AnyCall> = z.input<NonNullable<C['body']>>;
/** What a client reads. */
export type AnswerOf<C extends AnyCall> = z.output<C['answer']>;
/** What a service answers with. */
export type AnswerInputOf<C extends AnyCall> = z.input<C['answer']>;
