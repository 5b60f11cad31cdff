import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AnyCall, calls as declaredCalls, wirePath } from '@shop/contracts';
import {
  collectProcessMetrics,
  createPino,
  Failure,
  failureFrom,
  Health,
  PinoLogger,
  registry,
  startEvents,
  startTracing,
} from '@shop/service-kit';
import type { GatewayConfig } from './config.ts';
import { Docs } from './docs/docs.ts';
import { GatewayModule } from './gateway.module.ts';
import { sendFailure } from './proxy/answers.ts';
import { Api } from './proxy/api.ts';
import { isLostConnection } from './proxy/upstream.ts';
import { mismatches, routed, routes, type Table } from './routes.ts';
import { createServer } from './server.ts';
import { SessionCheck } from './session/session-check.ts';
import { Tabs } from './tabs/tabs.ts';

export interface RunningGateway {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:4401` */
  url: string;
  /** Finishes requests in flight. */
  stop(): Promise<void>;
}

/** Starts the gateway in this process; resolves when it listens. Tests pass their own calls and table. */
export async function startGateway(
  config: GatewayConfig,
  declared: readonly AnyCall[] = declaredCalls,
  table: Table = routes,
  log = createPino('gateway', config.LOG_LEVEL),
): Promise<RunningGateway> {
  const stopTracing = await startTracing('gateway', config);
  const adapter = createServer(config, log, (request) => app.get(SessionCheck).cached(request)?.userId);
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(config),
    adapter,
    {
      bodyParser: false,
      logger: new PinoLogger(log),
      abortOnError: false,
    },
  );
  // Logged, not thrown: a missing row disables one call, not the gateway.
  for (const mismatch of mismatches(declared, table)) new Logger('Routes').error(mismatch);
  const calls = routed(declared, table);

  let stopping: Promise<void> | undefined;
  const health = app.get(Health);
  const fastify = adapter.getInstance();
  fastify.get('/health/live', (_request, reply) => reply.send({ live: true }));
  // Ready even without Redis and RabbitMQ: most calls still work.
  fastify.get('/health/ready', async (_request, reply) => {
    if (stopping) return reply.status(503).send({ ready: false, why: 'stopping' });
    const dependencies = await health.ready();
    return reply.send(dependencies.ready ? { ready: true } : { ready: true, without: dependencies.why });
  });
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  app.get(Tabs).register(fastify);
  app.get(Docs).register(fastify, calls);
  app.get(Api).register(fastify, calls);
  const logger = new Logger('Gateway');
  fastify.setErrorHandler((error, request, reply) => {
    // The client disconnected.
    if (reply.raw.destroyed) return;
    const failure = isLostConnection(error)
      ? new Failure('service.unavailable', { cause: error, headers: { 'retry-after': '1' } })
      : failureFrom(error);
    if (failure.code === 'unexpected.error') {
      const { method, id: requestId } = request;
      logger.error(`${method} ${request.routeOptions.url} failed`, failure.cause ?? failure, { requestId });
    }
    sendFailure(request, reply, failure);
  });
  const paths = calls.map((call) => ({ method: call.method, matches: pattern(wirePath(call)) }));
  fastify.setNotFoundHandler((request, reply) => {
    const path = request.raw.url!.split('?', 1)[0]!;
    const allow = new Set(paths.filter(({ matches }) => matches.test(path)).map(({ method }) => method));
    sendFailure(
      request,
      reply,
      allow.size === 0
        ? new Failure('route.not-found')
        : new Failure('route.method-not-allowed', { headers: { allow: [...allow].sort().join(', ') } }),
    );
  });

  collectProcessMetrics('gateway');
  await startEvents(app);
  await app.listen(config.PORT, config.HOST);
  const url = (await app.getUrl()).replace(/\/$/, '');
  return { app, url, stop: () => (stopping ??= app.close().then(stopTracing)) };
}

/** Turns a path with `:name` parameters into a regular expression. */
const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
