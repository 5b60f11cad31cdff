import type { ListenOptions } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type INestApplicationContext, Logger, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Service } from '@shop/contracts';
import type { FastifyListenOptions } from 'fastify';
import type { ProcessConfig, ServiceConfig } from './config/config.ts';
import { Database } from './database/database.module.ts';
import { startEvents } from './events/start-events.ts';
import { Health } from './health/health.ts';
import { addOperatorRoutes } from './health/operator-routes.ts';
import { closeConnectionsWhenStopping } from './http/close-idle-connections.ts';
import { RouteTable } from './http/route-table.ts';
import { createServer } from './http/server.ts';
import { KitModule } from './kit.module.ts';
import { createPino, PinoLogger } from './logging/logger.ts';
import { collectProcessMetrics } from './metrics/metrics.ts';
import type { Migration } from './migrations/migration.ts';
import { startTracing } from './telemetry/start-tracing.ts';

export interface ServiceOptions {
  /** As in the contracts: `cart-order`. */
  name: Service;
  /** The service's own module. */
  module: new () => unknown;
  config: ServiceConfig;
  /** Its ready state requires that all of these ran; the same list as in its `migrate.ts`. */
  migrations?: readonly Migration[];
}

export interface RunningService {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:4410` */
  url: string;
  /** Says for `noticeMs` that it stops, and then finishes requests and work in progress. */
  stop(noticeMs?: number): Promise<void>;
}

/** Starts a service in this process and resolves when it listens; `/health/ready` says when it is ready. */
export async function startService({ name, module, config, migrations }: ServiceOptions): Promise<RunningService> {
  const log = createPino(name, config.LOG_LEVEL);
  const stopExporter = await startTracing(name, config);
  const adapter = createServer({ log, bodyLimit: config.BODY_LIMIT_BYTES });
  const options: NestApplicationOptions = { bodyParser: false, logger: new PinoLogger(log), abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(
    KitModule.forService(module, name, config, migrations),
    adapter,
    options,
  );
  const health = app.get(Health);

  collectProcessMetrics(name);
  const fastify = adapter.getInstance();
  closeConnectionsWhenStopping(fastify, health);
  addOperatorRoutes(fastify, health);

  if (app.get(RouteTable).calls.some((call) => call.files)) {
    const { default: multipart } = await import('@fastify/multipart');
    await fastify.register(multipart, { limits: { fileSize: config.UPLOAD_LIMIT_BYTES, files: 10, fields: 100 } });
  }

  await startEvents(app);
  await listen(app, config);
  const url = (await app.getUrl()).replace(/\/$/, '');

  let stopping: Promise<void> | undefined;
  const stop = async (noticeMs: number) => {
    health.stop();
    await wait(noticeMs);
    await app.close();
    await app.get(Database).close();
    await stopExporter?.();
  };
  return { app, url, stop: (noticeMs = 0) => (stopping ??= stop(noticeMs)) };
}

/** Runs a service until SIGTERM or SIGINT: all that a `main.ts` does. */
export async function runService(options: ServiceOptions): Promise<void> {
  const logger = new Logger('Service');
  // The state of the process is unknown: exit and let the supervisor restart it.
  process.on('uncaughtException', (error) => {
    logger.fatal('Uncaught exception', error);
    process.exit(1);
  });
  const service = await startService(options);
  logger.log('listening', { url: service.url });
  stopOnSignal(service, options.config);
}

/**
 * Runs `work` once with the service's providers and ends the process: demo data, maintenance. Waits until the database is
 * migrated; serves no HTTP and consumes no events. Events it publishes are stored, and relayed by the running service.
 */
export async function runOnce(
  { name, module, config, migrations }: ServiceOptions,
  work: (app: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const logger = new PinoLogger(createPino(name, config.LOG_LEVEL));
  const app = await NestFactory.createApplicationContext(KitModule.forService(module, name, config, migrations), {
    logger,
  });
  let failed = false;
  try {
    await app.get(Database).ready();
    await work(app);
  } catch (error) {
    failed = true;
    logger.error('failed', error);
  }
  await app.close();
  await app.get(Database).close();
  process.exit(failed ? 1 : 0);
}

/** Listens as `LISTEN` says; `untilReady` is awaited by the successor of a running instance. */
export async function listen(app: NestFastifyApplication, { PORT, HOST, LISTEN }: ProcessConfig): Promise<void> {
  if (LISTEN === 'when-ready') await app.get(Health).untilReady();
  // Only where it is asked for: two processes that let the system choose a port could be given the same one.
  const options: ListenOptions = { port: PORT, host: HOST, reusePort: LISTEN !== 'alone' };
  await app.listen(options as FastifyListenOptions);
}

/**
 * Stops on SIGTERM after `STOP_NOTICE`, and on SIGINT at once. Ends the process with 0, or with 1 after an error or when it takes
 * longer than `SHUTDOWN_LIMIT`.
 */
export function stopOnSignal(
  service: Pick<RunningService, 'stop'>,
  { STOP_NOTICE: noticeMs, SHUTDOWN_LIMIT: limitMs }: Pick<ProcessConfig, 'STOP_NOTICE' | 'SHUTDOWN_LIMIT'>,
): void {
  const logger = new Logger('Service');
  let stopping = false;
  const stop = (signal: string, afterMs: number) => {
    if (stopping) return;
    stopping = true;
    logger.log('stopping', { signal });
    setTimeout(() => {
      logger.error('Work in progress did not finish within SHUTDOWN_LIMIT', { limitMs });
      process.exit(1);
    }, afterMs + limitMs).unref();
    service.stop(afterMs).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('Stopping failed', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', noticeMs));
  process.on('SIGINT', () => stop('SIGINT', 0));
}
