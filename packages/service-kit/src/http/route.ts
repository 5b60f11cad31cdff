import {
  Controller,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type StreamableFile,
  applyDecorators,
} from '@nestjs/common';
import {
  type Access,
  type AnswerInputOf,
  type AnyCall,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type StaffAccess,
  wirePath,
} from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../session/session.ts';

const CALL = 'shop:call';

/** An uploaded file. Name and content type are the client's claim: inspect `data` before trusting them. */
export interface UploadedFile {
  data: Buffer;
  fileName: string;
  contentType: string;
}

type SessionOf<A extends Access> = A extends 'user' | StaffAccess
  ? Session
  : A extends 'guest'
    ? Session | undefined
    : undefined;

/** A handler's input, validated against the contract of its call. */
export interface Input<C extends AnyCall = AnyCall> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Always set for `user` and staff calls. */
  session: SessionOf<C['access']>;
  call: C;
  /** Uploaded files by field; only of calls that declare `files`. */
  files: Readonly<Record<string, UploadedFile>>;
  idempotencyKey: string | undefined;
  /** Of a `versioned` call: the version of the document that was read (`If-Match`). */
  version: string | undefined;
  /** Set by `Idempotency`. */
  keyUsed: boolean;
  /** Of the parsed body; detects another body under the same idempotency key. */
  bodyHash: string | undefined;
  /** The unparsed JSON body, to verify the signatures of `provider` calls. */
  rawBody: Buffer | undefined;
  request: FastifyRequest;
}

// Set by the contract interceptor.
const INPUT = Symbol('input');
type WithInput = FastifyRequest & { [INPUT]?: Input };

export const setInput = (request: FastifyRequest, input: Input): void => {
  (request as WithInput)[INPUT] = input;
};

export const inputOf = (request: FastifyRequest): Input | undefined => (request as WithInput)[INPUT];

type Awaitable<T> = T | Promise<T>;
// oxlint-disable-next-line typescript/no-explicit-any -- further parameters that Nest injects
type Handler<C extends AnyCall> = (input: Input<C>, ...rest: any[]) => Awaitable<AnswerInputOf<C> | StreamableFile>;

/**
 * Serves a call of the contracts with this method: path, status, access, and validation of its input and answer. The
 * handler's types are checked against the contract.
 *
 * ```ts
 * @Route(catalog.getProduct)
 * get(@ValidatedInput() { params }: Input<typeof catalog.getProduct>) { return this.products.get(params.group); }
 * ```
 */
export function Route<C extends AnyCall>(call: C) {
  const decorate = applyDecorators(
    RequestMapping({ path: wirePath(call), method: RequestMethod[call.method as 'GET'] }),
    HttpCode(call.status ?? 200),
    SetMetadata(CALL, call),
  );
  return <H extends Handler<C>>(target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<H>): void =>
    decorate(target, name, descriptor);
}

/** Injects the validated input of the handler's call. */
export const ValidatedInput = createParamDecorator((_: unknown, context: ExecutionContext): Input => {
  const input = context.switchToHttp().getRequest<WithInput>()[INPUT];
  if (!input) throw new Error('@ValidatedInput() needs a handler with @Route(call)');
  return input;
});

/** A controller whose handlers serve contract calls by `@Route`; it has no path prefix. */
export const ContractController = (): ClassDecorator => Controller();

/** The call that a handler serves. */
export const callOf = (handler: object): AnyCall | undefined =>
  Reflect.getMetadata(CALL, handler) as AnyCall | undefined;
