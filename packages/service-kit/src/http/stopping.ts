import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;

/**
 * A stopping server waits for open connections, and Node leaves those open that were busy when the stopping began: with an
 * answer under way, or with the rest of an upload that was refused before it was read.
 */
export function closeConnectionsWhenStopping(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => fastify.server.closeIdleConnections(), LOOK_EVERY_MS);
    fastify.server.once('close', () => clearInterval(closing));
    done();
  });
}
