import crypto from 'node:crypto';
import type { Duplex } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Failure,
  failureFrom,
  httpDuration,
  KEEP_ALIVE_BUFFER_MS,
  KEEP_ALIVE_MS,
  OPERATOR_ROUTES,
  problemOf,
} from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger as Pino } from 'pino';
import type { GatewayConfig } from './config.ts';
import { sendFailure } from './proxy/answers.ts';
import { isLongerThan } from './proxy/body.ts';
import { clientAddresses } from './proxy/client-address.ts';
import { securityHeaders } from './proxy/security-headers.ts';
import { isPlainTarget } from './proxy/target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum length of a request body; 0 by default. */
    bodyLimitBytes?: number;
  }
  interface FastifyRequest {
    /** Cache hits are logged as `debug`. */
    fromCache: boolean;
    /** Code of the problem that is answered. */
    problemCode: string | undefined;
  }
}

const ID = /^[\w.-]{8,100}$/;
/** Maximum size of a request's head, including cookies. */
const HEAD_LIMIT_BYTES = 16_384;

/** Leaves not-found and error handling to the gateway's own handlers. */
class Adapter extends FastifyAdapter {
  override setNotFoundHandler() {
    return this.getInstance();
  }
  override setErrorHandler() {
    return this.getInstance();
  }
}

/** Whether a call was refused for who makes it, from where, or how often. */
const isRefusal = (status: number, code = ''): boolean =>
  status === 401 || status === 403 || status === 429 || (status === 409 && code.startsWith('session.'));

/**
 * The gateway's Fastify set-up: strict input checks, short time-outs for slow clients, and a log of requests. Refused ones are
 * logged with the account, where its token is known, and the client's address.
 */
export function createServer(
  config: GatewayConfig,
  log: Pino,
  accountOf: (request: FastifyRequest) => string | undefined,
): FastifyAdapter {
  const addressOf = clientAddresses(config.TRUSTED_PROXIES);
  const headers = securityHeaders(new URL(config.SHOP_URL));
  const adapter = new Adapter({
    logger: false,
    skipMiddie: true,
    trustProxy: false,
    // Checked by route, see `bodyLimitBytes`.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: config.REQUEST_TIMEOUT,
    // Idle time-out: a client that does not read its answer occupies a slot of a service.
    connectionTimeout: config.REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: 300 },
    http: {
      maxHeaderSize: HEAD_LIMIT_BYTES,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MS,
      headersTimeout: config.HEADERS_TIMEOUT,
      connectionsCheckingInterval: Math.min(1_000, config.HEADERS_TIMEOUT),
    },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const sent = request.headers['x-request-id'];
      return typeof sent === 'string' && ID.test(sent) ? sent : crypto.randomUUID();
    },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      sendFailure(request, reply.headers({ ...headers, 'x-request-id': request.id }), failureFrom(error));
    },
    clientErrorHandler: refuseConnection,
  });

  const fastify = adapter.getInstance();
  fastify.decorateRequest('fromCache', false);
  fastify.decorateRequest('problemCode', undefined);
  // Bodies are not parsed but streamed to the service.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (!isPlainTarget(request.raw.url!)) return done(new Failure('request.malformed'));
    // The gateway's own routes take no body; unknown routes get a 404 instead of a 413.
    const { bodyLimitBytes = request.is404 ? Infinity : 0 } = request.routeOptions.config;
    return done(isLongerThan(request.raw, bodyLimitBytes) ? new Failure('request.too-large') : undefined);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(no route)';
    const { statusCode: status } = reply.raw;
    httpDuration.observe({ method: request.method, route, status_code: status }, reply.elapsedTime / 1000);
    if (!OPERATOR_ROUTES.has(route)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const line = { requestId: request.id, method: request.method, route, status, ms };
      const { problemCode: code } = request;
      if (isRefusal(status, code)) {
        log.warn({ ...line, code, account: accountOf(request), client: addressOf(request.raw) }, 'refused');
      } else {
        log[request.fromCache ? 'debug' : 'info'](line, 'request');
      }
    }
    done();
  });
  return adapter;
}

const REFUSALS: Record<string, { status: number; title: string; code: ConstructorParameters<typeof Failure>[0] }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'request.headers-too-large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'Request Timeout', code: 'request.timeout' },
};

/** Refuses what never became a request: head too long, too slow, not HTTP. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  // The request was already refused, and the rest of its body does not arrive.
  const answered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (answered || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, title, code } = REFUSALS[error.code ?? ''] ?? {
    status: 400,
    title: 'Bad Request',
    code: 'request.malformed' as const,
  };
  const body = JSON.stringify(problemOf(new Failure(code), crypto.randomUUID()));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
