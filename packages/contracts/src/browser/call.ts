import type {
  AnswerOf as AnswerOfCall,
  AnyCall,
  BodyInputOf,
  Method,
  ParamsInputOf,
  QueryInputOf,
} from '../core/call.ts';

/** What a page needs to make a call: where it goes, and as types what it sends and gets. */
export interface BrowserCall<C extends AnyCall = AnyCall> {
  readonly id: string;
  readonly method: Method;
  /** On the wire, with `:name` parameters. */
  readonly path: string;
  readonly idempotencyKey?: true;
  /** Types only; never there at run time. */
  readonly contract?: C;
}

type Contract<B> = B extends BrowserCall<infer C> ? C : never;
type Params<C extends AnyCall> = ParamsInputOf<C>;
/** What the call answers with. */
export type AnswerOf<B extends BrowserCall<AnyCall>> = AnswerOfCall<Contract<B>>;
export type ParamsOf<B extends BrowserCall<AnyCall>> = Params<Contract<B>>;
export type QueryOf<B extends BrowserCall<AnyCall>> = QueryInputOf<Contract<B>>;
export type BodyOf<B extends BrowserCall<AnyCall>> = BodyInputOf<Contract<B>>;
