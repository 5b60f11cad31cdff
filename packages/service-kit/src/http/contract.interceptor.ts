import crypto from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { type AnyCall, holds, permissionOf } from '@shop/contracts';
import { readableErrorMap } from '@shop/contracts/schemas/core/error-map.ts';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { z } from 'zod';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { forbidden } from '../session/forbidden.ts';
import { type Session, sessionOf } from '../session/session.ts';
import { ContractBreaks } from './contract-breaks.ts';
import { Failure } from './failure.ts';
import { type Files, isMultipart, readMultipart } from './multipart.ts';
import { bodyErrors, queryErrors } from './plain-input.ts';
import { callOf, type Input, setInput } from './route.ts';
import { FORM } from './server.ts';

/** One strong validator; with dots that of a document made of others. */
const VERSION = /^"([\w.-]{1,4000})"$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Validates a call's input and answer against its contract. */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(
    private readonly breaks: ContractBreaks,
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'UPLOAD_LIMIT_BYTES'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const call = callOf(context.getHandler());
    if (!call) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    const key = request.headers['idempotency-key'];
    if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
      throw new Failure('request.invalid', { errors: { 'Idempotency-Key': 'At most 200 printable characters' } });
    }
    const version = call.versioned ? versionIn(request.headers['if-match']) : undefined;
    const { body, files } = await bodyOf(call, request, this.config.UPLOAD_LIMIT_BYTES);
    const session = sessionOf(request);
    requireFileAccess(call, session, files);
    const input: Input = {
      ...checkedInput(call, request, body),
      files,
      session,
      call,
      idempotencyKey: call.idempotencyKey ? key : undefined,
      version,
      keyUsed: false,
      bodyHash: key === undefined ? undefined : hashOf(request.url, body, files),
      rawBody: request.rawBody,
      request,
    };
    setInput(request, input);
    return next.handle().pipe(
      map((answer) => {
        if (input.idempotencyKey !== undefined && !input.keyUsed) this.breaks.unusedKey(call);
        return this.#checkedAnswer(call, answer);
      }),
    );
  }

  /** Strips fields that the contract does not name. @throws Failure `unexpected.error` when the answer violates the contract */
  #checkedAnswer(call: AnyCall, answer: unknown): unknown {
    if (call.status === 204) return undefined;
    if (answer instanceof StreamableFile) return answer;
    const parsed = call.answer.safeParse(answer);
    if (parsed.success) return parsed.data;
    const fields = (parsed.error as z.ZodError).issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    this.breaks.answer(call, fields);
    throw new Failure('unexpected.error');
  }
}

/** @throws Failure `request.invalid` for what is not the version of one document */
function versionIn(header: string | undefined): string | undefined {
  const [, version] = VERSION.exec(header ?? '') ?? [];
  if (header !== undefined && version === undefined) {
    throw new Failure('request.invalid', { errors: { 'If-Match': 'The version of the document, in quotation marks' } });
  }
  return version;
}

/** The parsed input. @throws Failure `request.invalid` with a message for every invalid field */
function checkedInput(call: AnyCall, request: FastifyRequest, body: unknown) {
  // What a provider sends is its own affair, and signed.
  const invalid: Record<string, string> =
    call.access === 'provider' ? {} : { ...queryErrors(request.url), ...bodyErrors(body) };
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value ?? {}, { error: readableErrorMap });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
      for (const key of keys) invalid[[...issue.path, ...(key ? [key] : [])].join('.') || 'body'] ??= issue.message;
    }
    return undefined;
  };
  const input = {
    params: check(call.params, request.params),
    query: check(call.query, request.query),
    body: check(call.body, body),
  };
  if (Object.keys(invalid).length > 0) throw new Failure('request.invalid', { errors: invalid });
  return input as { params: never; query: never; body: never };
}

const isForm = ({ headers }: FastifyRequest): boolean => headers['content-type']?.startsWith(FORM) ?? false;

/** Body and files of a JSON or multipart/form-data request. */
async function bodyOf(
  call: AnyCall,
  request: FastifyRequest,
  fileLimitBytes: number,
): Promise<{ body: unknown; files: Files }> {
  const isOfProvider = call.access === 'provider';
  if (!isOfProvider && isForm(request)) throw new Failure('request.unsupported-type');
  if (call.method === 'GET' || !isMultipart(request)) return { body: request.body, files: {} };
  // Its token says everything.
  if (isOfProvider && !call.files) return { body: {}, files: {} };
  if (!call.files) throw new Failure('request.unsupported-type');
  return readMultipart(request, { names: Object.keys(call.files), fileLimitBytes });
}

/** @throws Failure `session.forbidden` for a file of who may make the call without one */
function requireFileAccess({ fileAccess }: AnyCall, session: Session | undefined, files: Files): void {
  const permission = fileAccess && permissionOf(fileAccess);
  if (!permission || !session || Object.keys(files).length === 0) return;
  if (!holds(session.permissions, permission)) throw forbidden(session, permission);
}

/** Hash of URL, body and files; independent of the order of keys. */
function hashOf(url: string, body: unknown, files: Files): string {
  const hash = crypto
    .createHash('sha256')
    .update(url)
    .update('\0')
    .update(JSON.stringify(sorted(body) ?? null));
  for (const [name, { data }] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\0${name}\0`).update(data);
  }
  return hash.digest('base64url');
}

/** Sorts the keys of objects, so that equal bodies have equal hashes. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
