import crypto from 'node:crypto';
import { type AnyEvent, callsOf, type EventOf, type Service } from '@shop/contracts';
import { OUTBOX, type OutboxRow } from '../events/records.ts';
import { ContractBreaks } from '../http/contract-breaks.ts';
import { RouteTable } from '../http/route-table.ts';
import mongoose, { type Connection } from 'mongoose';
import { getConnectionToken } from '@nestjs/mongoose';
import { eventually, realParts } from '@shop/test-kit';
import type { z } from 'zod';
import { Clock } from '../clock/clock.ts';
import { parseConfig, serviceVariables } from '../config/config.ts';
import { Redis } from '../redis/redis.module.ts';
import { type RunningService, startService } from '../run-service.ts';
import { sessionKey } from '../session/session.strategy.ts';
import type { Role } from '../session/session.ts';
import { startTestIdentity, type TestIdentity } from './identity.ts';

export const TEST_SERVICE_TOKEN = 'test-service-token';

export interface TestService extends RunningService {
  identity: TestIdentity;
  clock: Clock;
  connection: Connection;
  redis: Redis;
  environment: Readonly<Record<string, string>>;
  /** Signs somebody in, as identity would; answers the headers of their requests. */
  signIn(who?: { userId?: string; role?: Role }): Promise<{ cookie: string }>;
  /**
   * Stops the service, and drops its database and its keys in Redis. Throws when an answer or an error did not fit its
   * contract while the service ran.
   */
  close(): Promise<void>;
}

/**
 * Starts a service in this process on the real MongoDB, RabbitMQ and Redis, with a database and key prefix of its own,
 * and waits until it is ready. `variables` are those of its `config.ts` beside the usual ones.
 */
export async function startTestService({
  name,
  module,
  variables = {},
  environment = {},
  ready = true,
}: {
  name: Service;
  module: new () => unknown;
  variables?: z.ZodRawShape;
  environment?: Record<string, string>;
  /** Wait until it is ready. */
  ready?: boolean;
}): Promise<TestService> {
  const parts = realParts(name);
  const identity = await startTestIdentity();
  const variablesOfTest = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    MONGODB_URI: parts.mongodbUri,
    RABBITMQ_URL: parts.rabbitmqUrl,
    EVENTS_PREFIX: `${parts.prefix}.`,
    EVENTS_QUEUE_LIFE: '10m',
    EVENTS_RETRY_DELAYS: '50ms,100ms',
    EVENTS_OUTBOX_SWEEP: '100ms',
    EVENTS_OUTBOX_LEASE: '500ms',
    REDIS_URL: parts.redisUrl,
    REDIS_PREFIX: `${parts.prefix}:`,
    SERVICE_TOKEN: TEST_SERVICE_TOKEN,
    IDENTITY_URL: identity.url,
    ...environment,
  };
  const config = parseConfig({ ...serviceVariables, ...variables }, variablesOfTest);
  const service = await startService({ name, module, config });
  const connection = service.app.get<Connection>(getConnectionToken());
  const redis = service.app.get(Redis);
  if (ready) {
    await eventually(
      async () => {
        const answer = await fetch(`${service.url}/health/ready`);
        if (!answer.ok) throw new Error(await answer.text());
      },
      { what: `${name} being ready` },
    );
  }
  return {
    ...service,
    identity,
    clock: service.app.get(Clock),
    connection,
    redis,
    environment: variablesOfTest,
    signIn: async ({ userId = new mongoose.Types.ObjectId().toHexString(), role = 'user' } = {}) => {
      const sid = crypto.randomUUID();
      await redis.client.set(redis.key(sessionKey(sid)), JSON.stringify({ userId, role }));
      return { cookie: `access=${await identity.token({ sub: userId, sid, role })}` };
    },
    close: async () => {
      try {
        if (redis.client.isReady) {
          for await (const keys of redis.client.scanIterator({ MATCH: `${parts.prefix}:*` })) {
            if (keys.length > 0) await redis.client.del(keys);
          }
        }
        if (connection.readyState === 1) await connection.dropDatabase();
      } finally {
        // Also when a part is away, so that a failed test does not leave a service running.
        await service.stop();
        await identity.stop();
      }
      const breaks = service.app.get(ContractBreaks).found;
      if (breaks.length > 0) throw new Error(`The service broke its contracts:\n${breaks.join('\n')}`);
    },
  };
}

/** What the contracts declare for `service` and nobody serves, and what is served without being declared there. */
export function routeGaps({ app }: Pick<TestService, 'app'>, service: Service): string[] {
  const served = app.get(RouteTable).calls;
  const declared = callsOf(service);
  return [
    ...declared.filter((call) => !served.includes(call)).map(({ id }) => `${id} is declared and not served`),
    ...served.filter((call) => !declared.includes(call)).map(({ id }) => `${id} is served and not declared`),
  ];
}

/** Events of one kind that the service has written, in the order of their writing, published already or not. */
export async function publishedEvents<Spec extends AnyEvent>(
  { connection }: Pick<TestService, 'connection'>,
  spec: Spec,
): Promise<EventOf<Spec>[]> {
  const rows = await connection
    .collection<OutboxRow>(OUTBOX)
    .find({ 'event.name': spec.name })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ event }) => event as EventOf<Spec>);
}
