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

/** A file as it came. Its name and type are what the client says: look into `data` to know. */
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

/** What a handler receives, checked against its call's contract. */
export interface Input<C extends AnyCall = AnyCall> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Always there for `user` and staff calls. */
  session: SessionOf<C['access']>;
  call: C;
  /** Uploaded files by field; only of calls that declare `files`. */
  files: Readonly<Record<string, UploadedFile>>;
  /** As sent by the client. */
  idempotencyKey: string | undefined;
  /** Whether the handler made use of the key. Set by `Idempotency`. */
  keyUsed: boolean;
  /** Of the parsed body, to find another body under the same idempotency key. */
  bodyHash: string | undefined;
  /** The body byte by byte, of `provider` calls (signatures). */
  rawBody: Buffer | undefined;
  request: FastifyRequest;
}

// What the contract interceptor left on the request.
const INPUT = Symbol('input');
type WithInput = FastifyRequest & { [INPUT]?: Input };

export const setInput = (request: FastifyRequest, input: Input): void => {
  (request as WithInput)[INPUT] = input;
};

export const inputOf = (request: FastifyRequest): Input | undefined => (request as WithInput)[INPUT];

type Awaitable<T> = T | Promise<T>;
// oxlint-disable-next-line typescript/no-explicit-any -- whatever else a handler has Nest inject
type Handler<C extends AnyCall> = (input: Input<C>, ...rest: any[]) => Awaitable<AnswerInputOf<C> | StreamableFile>;

/**
 * Serves a call of the contracts with this method: its path, status, who may call, and the checks of its input and its
 * answer. The compiler holds the handler to the contract.
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

/** The handler's checked input. */
export const ValidatedInput = createParamDecorator((_: unknown, context: ExecutionContext): Input => {
  const input = context.switchToHttp().getRequest<WithInput>()[INPUT];
  if (!input) throw new Error('@ValidatedInput() needs a handler with @Route(call)');
  return input;
});

/** A controller of contract calls; the paths stand in the contracts. */
export const ContractController = (): ClassDecorator => Controller();

/** The call that a handler serves. */
export const callOf = (handler: object): AnyCall | undefined =>
  Reflect.getMetadata(CALL, handler) as AnyCall | undefined;
