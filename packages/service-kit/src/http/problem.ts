import { types } from 'node:util';
import { HttpException } from '@nestjs/common';
import { type ErrorCode, errors, type Problem } from '@shop/contracts';
import { CallError } from '../client/client.ts';
import { Failure } from './failure.ts';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Codes of errors thrown by Fastify and Nest, by status. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'request.malformed',
  401: 'session.required',
  403: 'session.forbidden',
  404: 'route.not-found',
  405: 'route.method-not-allowed',
  408: 'request.timeout',
  413: 'request.too-large',
  414: 'request.too-large',
  415: 'request.unsupported-type',
  429: 'request.too-many',
  431: 'request.headers-too-large',
  503: 'service.unavailable',
  504: 'service.timeout',
};

/** Errors of the MongoDB and Redis drivers and of `@shop/storage` that mean "unreachable". */
const UNREACHABLE_ERRORS = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoOperationTimeoutError',
  'MongooseServerSelectionError',
  'ClientOfflineError',
  'ClientClosedError',
  'DisconnectsClientError',
  'SocketClosedUnexpectedlyError',
  'ConnectionTimeoutError',
  'StorageUnavailable',
]);

/**
 * Codes of MongoDB's answers while its primary changes, which the driver repeats once only, and of a transaction that lived too long because
 * the server was busy.
 */
const MONGODB_BUSY = new Set([91, 189, 290, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Socket errors that the drivers pass on unwrapped. */
const CONNECTION_LOST = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Turns any thrown value into a `Failure`; an unexpected one becomes the cause of `unexpected.error`. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDependencyUnreachable(error)) {
    return new Failure('service.unavailable', { cause: error, headers: { 'retry-after': '2' } });
  }
  if (error instanceof CallError) {
    // An unhandled refusal (4xx) is an error of this service.
    const isDown = error.status === undefined || error.status >= 500;
    const code = error.code === 'service.timeout' ? error.code : isDown ? 'service.unavailable' : 'unexpected.error';
    return new Failure(code, { cause: error, ...(isDown ? { headers: { 'retry-after': '2' } } : {}) });
  }
  const status = statusOf(error);
  const code = status === undefined ? undefined : CODE_OF_STATUS[status];
  return new Failure(code ?? 'unexpected.error', { cause: error });
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  // Fastify's errors (broken JSON, size, type, malformed URL) carry a status.
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return statusCode;
  return undefined;
}

function isDependencyUnreachable(error: unknown): boolean {
  for (let cause = error; types.isNativeError(cause); cause = cause.cause) {
    if (UNREACHABLE_ERRORS.has(cause.name) || UNREACHABLE_ERRORS.has(cause.constructor.name)) return true;
    const { code } = cause as { code?: unknown };
    if (typeof code === 'number' ? MONGODB_BUSY.has(code) : CONNECTION_LOST.has(String(code))) return true;
    // Mongoose before the first connection, with buffering disabled.
    if (cause.name === 'MongooseError' && /before initial connection/.test(cause.message)) return true;
  }
  return false;
}

/** The body of the error response. */
export function problemOf(failure: Failure, requestId: string): Problem {
  return {
    type: `urn:shop:problem:${failure.code}`,
    title: TITLES[failure.status] ?? 'Error',
    status: failure.status,
    code: failure.code,
    // The message of an unexpected error is never sent.
    message: failure.code === 'unexpected.error' ? errors['unexpected.error']!.message : failure.message,
    requestId,
    ...(failure.errors ? { errors: failure.errors } : {}),
    ...(failure.details ? { details: failure.details } : {}),
  };
}
