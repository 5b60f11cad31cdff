import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AnyCall, calls as declaredCalls, wirePath } from '@shop/contracts';
import {
  addOperatorRoutes,
  closeConnectionsWhenStopping,
  collectProcessMetrics,
  createPino,
  Failure,
  failureFrom,
  Health,
  listen,
  PinoLogger,
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
  /** Says for `noticeMs` that it stops, and then finishes requests in flight. */
  stop(noticeMs?: number): Promise<void>;
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

  const health = app.get(Health);
  const fastify = adapter.getInstance();
  closeConnectionsWhenStopping(fastify, health);
  addOperatorRoutes(fastify, health);
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
  await listen(app, config);
  const url = (await app.getUrl()).replace(/\/$/, '');
  let stopping: Promise<void> | undefined;
  const stop = async (noticeMs: number) => {
    health.stop();
    await wait(noticeMs);
    await app.close();
    await stopTracing?.();
  };
  return { app, url, stop: (noticeMs = 0) => (stopping ??= stop(noticeMs)) };
}

/** Turns a path with `:name` parameters into a regular expression. */
const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
