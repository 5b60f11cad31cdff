import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import { mark } from './kind.ts';

/** The five services. The folder of a contract, the room of its code and the name in every table agree. */
export const SERVICES = ['catalog', 'identity', 'cart-order', 'payment', 'content'] as const;
export type Service = (typeof SERVICES)[number];

/**
 * Who may call:
 * - `guest`: anybody; a session that comes along is read
 * - `user`: a signed-in person of any role
 * - `admin`: staff
 * - `service`: another service, with the service token; the gateway never routes it (paths under `/internal`)
 * - `provider`: an outside party that proves itself by a signature (webhooks)
 */
export type Who = 'guest' | 'user' | 'admin' | 'service' | 'provider';

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
> {
  /** `service.verb-noun`, unique. */
  id: string;
  service: Service;
  method: Method;
  /** Under `/api/v1` (or `/internal/…` where `who` is `service`), parameters as `:name`. */
  path: string;
  who: Who;
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

/** Declares a call. Its schemas become the controller's validation, the typed clients, the OpenAPI entry and the fixtures. */
export function defineCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(call: Call<Params, Query, Body, Answer>): Call<Params, Query, Body, Answer> {
  return mark('call', call);
}

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Output<S> = S extends z.ZodType ? z.output<S> : never;
export type ParamsOf<C> = C extends Call<infer S, z.ZodType, z.ZodType, z.ZodType> ? Output<S> : never;
export type QueryOf<C> = C extends Call<z.ZodType, infer S, z.ZodType, z.ZodType> ? Output<S> : never;
export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer S, z.ZodType> ? Output<S> : never;
/** What a client sends, before defaults. */
export type QueryInputOf<C> = C extends Call<z.ZodType, infer S, z.ZodType, z.ZodType> ? Input<S> : never;
export type BodyInputOf<C> = C extends Call<z.ZodType, z.ZodType, infer S, z.ZodType> ? Input<S> : never;
export type AnswerOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer S> ? Output<S> : never;
