import type { FastifyInstance } from 'fastify';
import type { Health } from '../health/health.ts';

const CHECK_INTERVAL_MS = 50;

/**
 * How long an idle connection is kept, which its client is told. Shorter than `STOP_NOTICE`: a client gives up an idle connection
 * before a stopping process closes it, so that no request is sent into a closing one.
 */
export const KEEP_ALIVE_MS = 4_000;

/**
 * How much longer it is kept in fact. A process that stood still has its timers before what arrived: it would close a connection on which
 * a request waits.
 */
export const KEEP_ALIVE_BUFFER_MS = 60_000;

/** From the moment that a process says it stops, every answer closes its connection; when it closes, so do idle ones. */
export function closeConnectionsWhenStopping(fastify: FastifyInstance, health: Health): void {
  // Of every answer, also of those that bypass Fastify's hooks.
  fastify.server.prependListener('request', (_request, response) => {
    if (health.isStopping) response.shouldKeepAlive = false;
  });
  // Node only closes those that are idle when `close` is called, not those that were still sending an answer or receiving the
  // rest of a refused upload.
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => fastify.server.closeIdleConnections(), CHECK_INTERVAL_MS);
    fastify.server.once('close', () => clearInterval(closing));
    done();
  });
}
