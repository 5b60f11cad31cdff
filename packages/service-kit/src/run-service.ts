import { type INestApplicationContext, Logger, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Service } from '@shop/contracts';
import type { ServiceConfig } from './config/config.ts';
import { Database } from './database/database.module.ts';
import { startEvents } from './events/start-events.ts';
import { Health } from './health/health.ts';
import { RouteTable } from './http/route-table.ts';
import { createServer } from './http/server.ts';
import { KitModule } from './kit.module.ts';
import { createPino, PinoLogger } from './logging/logger.ts';
import { collectProcessMetrics, registry } from './metrics/metrics.ts';
import type { Migration } from './migrations/migration.ts';

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
  /** Finishes requests and work in progress, within `SHUTDOWN_LIMIT`. */
  stop(): Promise<void>;
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
  fastify.get('/health/live', (_request, reply) => reply.send({ live: true }));
  fastify.get('/health/ready', async (_request, reply) => {
    const readiness = await health.ready();
    return reply.status(readiness.ready ? 200 : 503).send(readiness);
  });
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));

  if (app.get(RouteTable).calls.some((call) => call.files)) {
    const { default: multipart } = await import('@fastify/multipart');
    await fastify.register(multipart, { limits: { fileSize: config.UPLOAD_LIMIT_BYTES, files: 10, fields: 100 } });
  }

  await startEvents(app);
  await app.listen(config.PORT, config.HOST);
  const url = (await app.getUrl()).replace(/\/$/, '');

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    health.stop();
    await app.close();
    await app.get(Database).close();
    await stopExporter?.();
  };
  return { app, url, stop: () => (stopping ??= stop()) };
}

/** Exports traces if an endpoint is configured; the exporter is not loaded otherwise. @returns flushes and stops it */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<ServiceConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
): Promise<(() => Promise<void>) | undefined> {
  if (!endpoint) return undefined;
  const { startExporter } = await import('./telemetry/exporter.ts');
  return startExporter({ service, endpoint });
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
  stopOnSignal(service, options.config.SHUTDOWN_LIMIT);
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

/** Stops on SIGTERM and SIGINT and ends the process: with 0, or with 1 after an error or when `limitMs` is exceeded. */
export function stopOnSignal(service: Pick<RunningService, 'stop'>, limitMs: number): void {
  const logger = new Logger('Service');
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.log('stopping', { signal });
    setTimeout(() => {
      logger.error('Work in progress did not finish within SHUTDOWN_LIMIT', { limitMs });
      process.exit(1);
    }, limitMs).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('Stopping failed', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
