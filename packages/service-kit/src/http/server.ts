import crypto from 'node:crypto';
import { context as otel } from '@opentelemetry/api';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger as Pino } from 'pino';
import { inContext, type WorkContext } from '../logging/context.ts';
import { httpDuration } from '../metrics/metrics.ts';
import { beginRequestSpan, endRequestSpan, type RequestSpan } from '../telemetry/spans.ts';
import { failureFrom, problemOf } from './problem.ts';
import { OPERATOR_ROUTES } from '../health/operator-routes.ts';
import { KEEP_ALIVE_BUFFER_MS, KEEP_ALIVE_MS } from './close-idle-connections.ts';

/** What mail programs unsubscribe with. */
export const FORM = 'application/x-www-form-urlencoded';

const ID = /^[\w.-]{8,100}$/;

const CONTEXT = Symbol('context');
const SPAN = Symbol('span');
type WithContext = FastifyRequest & { [CONTEXT]?: WorkContext; [SPAN]?: RequestSpan };

/** Continues in the request's context: its ids and its trace. */
function resume(request: WithContext, done: () => void): void {
  const { [CONTEXT]: work, [SPAN]: span } = request;
  const go = () => (span ? otel.with(span.context, done) : done());
  if (work) inContext(work, go);
  else go();
}

const idFrom = (header: string | string[] | undefined, fallback: () => string): string =>
  typeof header === 'string' && ID.test(header) ? header : fallback();

/**
 * The Fastify set-up of every service: JSON bodies only, request and correlation ids, an access log without query
 * strings, `http_request_duration_seconds`, and problem+json even for requests that never reach a route.
 */
export function createServer({ log, bodyLimit }: { log: Pino; bodyLimit: number }): FastifyAdapter {
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit,
    // Only the gateway calls a service, from this machine or the same private network.
    trustProxy: ['loopback', 'uniquelocal'],
    requestTimeout: 30_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MS },
    routerOptions: { maxParamLength: 300 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) =>
      idFrom(request.headers['x-request-id'], crypto.randomUUID),
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void sendProblem(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      // The parser failed before there was a request: header too long, not HTTP, too slow.
      if (!socket.writable || (error as NodeJS.ErrnoException).code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
      const failure = failureFrom(Object.assign(new Error(error.message), { statusCode: status }));
      const body = JSON.stringify({ ...problemOf(failure, crypto.randomUUID()), status });
      socket.end(
        `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : status === 408 ? 'Request Timeout' : 'Bad Request'}\r\n` +
          `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });

  const fastify = adapter.getInstance();

  fastify.addHook('onRequest', (request: WithContext, reply, done) => {
    const context: WorkContext = {
      requestId: request.id,
      correlationId: idFrom(request.headers['x-correlation-id'], () => request.id),
    };
    request[CONTEXT] = context;
    void reply.header('x-request-id', request.id);
    if (!OPERATOR_ROUTES.has(request.routeOptions.url ?? '')) request[SPAN] = beginRequestSpan(request);
    resume(request, done);
  });
  // Reading the body runs in the socket's async context; restore the request's for the handlers.
  fastify.addHook('preValidation', (request: WithContext, _reply, done) => {
    resume(request, done);
  });
  fastify.addHook('onResponse', (request: WithContext, reply, done) => {
    if (request[SPAN]) endRequestSpan(request[SPAN], reply);
    const route = request.routeOptions.url ?? '(no route)';
    httpDuration.observe({ method: request.method, route, status_code: reply.statusCode }, reply.elapsedTime / 1000);
    if (OPERATOR_ROUTES.has(route)) return done();
    return resume(request, () => {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request');
      done();
    });
  });

  // JSON only: forms of other sites can send `text/plain` and `x-www-form-urlencoded` without a CORS preflight.
  fastify.removeAllContentTypeParsers();
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    (request as FastifyRequest & { rawBody?: Buffer }).rawBody = body;
    return parseJson(request, body.toString('utf8'), done);
  });
  // For calls of third parties, which have no session; the interceptor refuses it to all others.
  fastify.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
  return adapter;
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = failureFrom(error);
  return reply
    .status(failure.status)
    .headers(failure.headers)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problemOf(failure, request.id))));
}
