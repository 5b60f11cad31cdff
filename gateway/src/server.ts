import crypto from 'node:crypto';
import type { Duplex } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { closeConnectionsWhenStopping, Failure, failureFrom, httpDuration, problemOf } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger as Pino } from 'pino';
import type { GatewayConfig } from './config.ts';
import { sendFailure } from './proxy/answers.ts';
import { isLongerThan } from './proxy/body.ts';
import { securityHeaders } from './proxy/security-headers.ts';
import { isPlainTarget } from './proxy/target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request to this route may have a body this long. None unless told. */
    bodyLimitBytes?: number;
  }
  interface FastifyRequest {
    /** Answered from the cache: too many to write a line about each. */
    fromCache: boolean;
  }
}

const ID = /^[\w.-]{8,100}$/;
/** Longest head of a request, cookies included; Node counts it while it arrives. */
const HEAD_LIMIT_BYTES = 16_384;
/** Longer than the edge keeps its idle connections, so that it is the edge that closes them. */
const KEEP_ALIVE_MS = 75_000;
const OPERATIONAL = new Set(['/health/live', '/health/ready', '/metrics']);

/** What is not found and what fails is answered by the gateway's own handlers, alike for all routes. */
class Adapter extends FastifyAdapter {
  override setNotFoundHandler() {
    return this.getInstance();
  }
  override setErrorHandler() {
    return this.getInstance();
  }
}

/** Fastify as the gateway has it: strict about what it reads, and quick to let go of who dawdles. */
export function createServer(config: GatewayConfig, log: Pino): FastifyAdapter {
  const headers = securityHeaders(new URL(config.SHOP_URL));
  const adapter = new Adapter({
    logger: false,
    skipMiddie: true,
    trustProxy: false,
    // Checked by route, see `bodyLimitBytes`.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: config.REQUEST_TIMEOUT,
    // Nothing goes either way for so long: a client that does not read its answer holds a place with a service.
    connectionTimeout: config.REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: 300 },
    http: {
      maxHeaderSize: HEAD_LIMIT_BYTES,
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
  // Bodies are not read here but passed on as they come.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (!isPlainTarget(request.raw.url!)) return done(new Failure('request.malformed'));
    // Answers of the gateway's own take no body; what is not there is told as such.
    const { bodyLimitBytes = request.is404 ? Infinity : 0 } = request.routeOptions.config;
    return done(isLongerThan(request.raw, bodyLimitBytes) ? new Failure('request.too-large') : undefined);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(no route)';
    const { statusCode: status } = reply.raw;
    httpDuration.observe({ method: request.method, route, status_code: status }, reply.elapsedTime / 1000);
    if (!OPERATIONAL.has(route)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      log[request.fromCache ? 'debug' : 'info'](
        { requestId: request.id, method: request.method, route, status, ms },
        'request',
      );
    }
    done();
  });
  closeConnectionsWhenStopping(fastify);
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

/** Answers what never became a request: too long a head, too slow, not HTTP. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  // Its answer is on the way already, when the rest of a refused body does not come.
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
