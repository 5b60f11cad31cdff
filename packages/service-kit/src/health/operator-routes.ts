import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { registry } from '../metrics/metrics.ts';
import type { Health } from './health.ts';

const degraded = new Gauge({
  name: 'shop_dependency_missing',
  help: '1 while the process cannot reach a dependency',
  labelNames: ['dependency'] as const,
  registers: [registry],
});

/** Paths for operators and the programs that run this process; they are neither logged nor limited. */
export const OPERATOR_ROUTES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** `/health/ready` names the process that answers: during a restart two share a port. */
export function addOperatorRoutes(fastify: FastifyInstance, health: Health): void {
  fastify.get('/health/live', (_request, reply) => reply.send({ live: true }));
  fastify.get('/health/ready', async (_request, reply) => {
    const readiness = await health.ready();
    return reply.status(readiness.ready ? 200 : 503).send({ ...readiness, pid: process.pid });
  });
  fastify.get('/metrics', async (_request, reply) => {
    const missing = new Set((await health.missing()).map(({ name }) => name));
    for (const name of health.names) degraded.set({ dependency: name }, missing.has(name) ? 1 : 0);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
