import { Module, type INestApplication, type Provider, type Type } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { AnyEvent, Consumer } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import amqp from 'amqplib';
import type { Connection } from 'mongoose';
import { Clock } from '../../clock/clock.ts';
import { parseConfig } from '../../config/config.ts';
import { CONFIG } from '../../config/tokens.ts';
import { Database, DatabaseModule } from '../../database/database.module.ts';
import { Transactions } from '../../database/transactions.ts';
import { Health } from '../../health/health.ts';
import { migrateWhenConnected } from '../../migrations/migrate-when-connected.ts';
import { EventBus } from '../event-bus.ts';
import { type EventsConfig, eventVariables } from '../event-variables.ts';
import { EventsModule } from '../events.module.ts';
import { Outbox } from '../outbox.ts';
import { startEvents } from '../start-events.ts';

/** One instance of a service that has nothing but the bus. */
export interface TestBus {
  app: INestApplication;
  connection: Connection;
  transactions: Transactions;
  outbox: Outbox;
  bus: EventBus;
  clock: Clock;
  health: Health;
  /** Publishes one event in its own transaction. */
  publish(spec: AnyEvent, key: string, data: unknown): Promise<void>;
  stop(): Promise<void>;
}

export interface TestBusOptions {
  mongodbUri: string;
  config: EventsConfig;
  consumer?: Consumer;
  specs: readonly AnyEvent[];
  handlers?: Type[];
  providers?: Provider[];
  logs?: boolean;
  /** Runs after the application is created and before it starts. */
  beforeStart?(app: INestApplication): void;
  /** Wait until it is ready. */
  ready?: boolean;
}

/** Configuration of a bus for one test file: its own names, and short delays. */
export const testConfig = (
  { rabbitmqUrl, prefix }: { rabbitmqUrl: string; prefix: string },
  environment: Record<string, string> = {},
): EventsConfig =>
  parseConfig(eventVariables, {
    RABBITMQ_URL: rabbitmqUrl,
    EVENTS_PREFIX: `${prefix}.`,
    EVENTS_RETRY_DELAYS: '50ms,100ms',
    EVENTS_OUTBOX_SWEEP: '100ms',
    EVENTS_OUTBOX_LEASE: '300ms',
    EVENTS_QUEUE_LIFE: '10m',
    ...environment,
  });

export async function startTestBus({
  mongodbUri,
  config,
  consumer = 'catalog',
  specs,
  handlers = [],
  providers = [],
  logs = false,
  beforeStart,
  ready = true,
}: TestBusOptions): Promise<TestBus> {
  @Module({
    imports: [DatabaseModule, EventsModule.of({ consumer, specs })],
    controllers: handlers,
    providers: [{ provide: CONFIG, useValue: { ...config, MONGODB_URI: mongodbUri } }, Clock, Health, ...providers],
    exports: [CONFIG, Clock, Health],
  })
  class Service {}
  const app = await NestFactory.create({ module: Service, global: true }, new FastifyAdapter(), {
    logger: logs ? ['log', 'warn', 'error', 'debug'] : false,
    abortOnError: false,
  });
  beforeStart?.(app);
  const connection = app.get<Connection>(getConnectionToken());
  const stopping = new AbortController();
  let migrating: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await migrating;
    await app.close();
    await app.get(Database).close();
  };
  try {
    migrating = migrateWhenConnected(connection, stopping.signal);
    await startEvents(app);
  } catch (error) {
    await stop();
    throw error;
  }
  const transactions = app.get(Transactions);
  const outbox = app.get(Outbox);
  const health = app.get(Health);
  if (ready) {
    await eventually(
      async () => {
        const answer = await health.ready();
        // Queues are bound only once RabbitMQ is connected, without which the bus is ready but degraded.
        if (!answer.ready || answer.degraded) throw new Error(JSON.stringify(answer));
      },
      { what: 'the bus being ready' },
    );
  }
  return {
    app,
    connection,
    transactions,
    outbox,
    bus: app.get(EventBus),
    clock: app.get(Clock),
    health,
    publish: async (spec, key, data) => {
      await transactions.run((session) => outbox.publish(session, spec, { key, data }));
    },
    stop,
  };
}

/** The messages of a queue, which stay in it. */
export async function peek(
  url: string,
  queue: string,
): Promise<{ content: unknown; headers: Record<string, unknown> }[]> {
  const connection = await amqp.connect(url);
  try {
    const channel = await connection.createChannel();
    const found = [];
    for (;;) {
      const message = await channel.get(queue);
      if (!message) return found;
      const text = message.content.toString('utf8');
      found.push({
        content: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
        headers: message.properties.headers ?? {},
      });
    }
  } finally {
    // Unacknowledged messages are requeued.
    await connection.close();
  }
}
