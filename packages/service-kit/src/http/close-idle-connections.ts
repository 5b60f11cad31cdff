import type { FastifyInstance } from 'fastify';

const CHECK_INTERVAL_MS = 50;

/**
 * Closes connections as they become idle during shutdown. Node only closes those that are idle when `close` is called, not those
 * that were still sending an answer or receiving the rest of a refused upload.
 */
export function closeConnectionsWhenStopping(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => fastify.server.closeIdleConnections(), CHECK_INTERVAL_MS);
    fastify.server.once('close', () => clearInterval(closing));
    done();
  });
}
