import crypto from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import amqp from 'amqplib';
import {
  type AnyCall,
  type AnyEvent,
  BUILT_IN_ROLES,
  callsOf,
  type EventOf,
  holds,
  isForLimited,
  needsSession,
  OWNER,
  type Permission,
  permissionOf,
  PERMISSIONS,
  type Service,
  wirePath,
} from '@shop/contracts';
import { OUTBOX, type OutboxRow } from '../events/records.ts';
import { ContractBreaks } from '../http/contract-breaks.ts';
import { RouteTable } from '../http/route-table.ts';
import mongoose, { type Connection } from 'mongoose';
import { getConnectionToken } from '@nestjs/mongoose';
import { eventually, testInfra } from '@shop/test-kit';
import { createClient } from 'redis';
import type { z } from 'zod';
import { Clock } from '../clock/clock.ts';
import { parseConfig, serviceVariables } from '../config/config.ts';
import { migrateWhenConnected } from '../migrations/migrate-when-connected.ts';
import type { Migration } from '../migrations/migration.ts';
import { Redis } from '../redis/redis.module.ts';
import { type RunningService, startService } from '../run-service.ts';
import { proofKey, type Role, sessionKey, staffRoleKey } from '../session/session.ts';
import { startTestIdentity, type TestIdentity } from './identity.ts';
import { monitored, recordQueries } from './query-recorder.ts';

/** Far more than a step of closing takes on a busy machine, and less than a hook may. */
const STEP_LIMIT_MS = 120_000;

export const TEST_SERVICE_TOKEN = 'test-service-token';

export interface TestService extends RunningService {
  identity: TestIdentity;
  clock: Clock;
  connection: Connection;
  redis: Redis;
  environment: Readonly<Record<string, string>>;
  /** Creates a session as identity does. @returns the headers of its requests */
  signIn(who?: {
    userId?: string;
    /** `admin`: an owner. */
    role?: Role;
    /** Somebody of the staff with this built-in role. */
    staffRole?: string;
    /** Somebody of the staff with a role that may do this. */
    permissions?: readonly Permission[];
    email?: string;
    joins?: string;
    /** Proved lately who they are; true unless it is given. */
    isProved?: boolean;
  }): Promise<{ cookie: string }>;
  /** Publishes an event of another service through RabbitMQ. */
  deliverEvent(
    spec: AnyEvent,
    key: string,
    data: unknown,
    options?: { id?: string; version?: number; occurredAt?: Date },
  ): Promise<void>;
  /**
   * Stops the service and drops its database and its keys in Redis. @throws Error when an answer or an error violated its
   * contract
   */
  close(): Promise<void>;
}

/**
 * Starts a service in this process on the real MongoDB, RabbitMQ and Redis, with its own database and key prefix, migrates
 * the database and waits until the service is ready. `variables` are those of its `config.ts` beside the usual ones.
 */
export async function startTestService({
  name,
  module,
  variables = {},
  environment = {},
  migrations = [],
  migrated = true,
  ready = true,
}: {
  name: Service;
  module: new () => unknown;
  variables?: z.ZodRawShape;
  environment?: Record<string, string>;
  migrations?: readonly Migration[];
  /** Migrate the database as soon as it is connected. */
  migrated?: boolean;
  ready?: boolean;
}): Promise<TestService> {
  const infra = testInfra(name);
  const identity = await startTestIdentity();
  const variablesOfTest = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    MONGODB_URI: monitored(infra.mongodbUri),
    RABBITMQ_URL: infra.rabbitmqUrl,
    EVENTS_PREFIX: `${infra.prefix}.`,
    EVENTS_QUEUE_LIFE: '10m',
    EVENTS_RETRY_DELAYS: '50ms,100ms',
    EVENTS_OUTBOX_SWEEP: '100ms',
    EVENTS_OUTBOX_LEASE: '500ms',
    REDIS_URL: infra.redisUrl,
    REDIS_PREFIX: `${infra.prefix}:`,
    SERVICE_TOKEN: TEST_SERVICE_TOKEN,
    IDENTITY_URL: identity.url,
    ...environment,
  };
  const config = parseConfig({ ...serviceVariables, ...variables }, variablesOfTest);
  const service = await startService({ name, module, config, migrations });
  let rabbitmq: amqp.ChannelModel | undefined;
  let channel: amqp.ConfirmChannel | undefined;
  const connection = service.app.get<Connection>(getConnectionToken());
  const queries = recordQueries(connection, { service: name, mongodbUri: infra.mongodbUri }, infra.queriesFolder);
  const stopping = new AbortController();
  const migrating = migrated ? migrateWhenConnected(connection, stopping.signal, migrations) : undefined;
  const stop = async () => {
    stopping.abort();
    await migrating?.catch(() => {});
    await service.stop();
  };
  const redis = service.app.get(Redis);
  if (ready) {
    try {
      await migrating;
      await eventually(
        async () => {
          const answer = await fetch(`${service.url}/health/ready`);
          const text = await answer.text();
          if (!answer.ok || text.includes('degraded')) throw new Error(text);
        },
        { what: `${name} being ready` },
      );
    } catch (error) {
      // The caller never gets it and could not stop it.
      await stop();
      await identity.stop();
      throw error;
    }
  }
  return {
    ...service,
    stop,
    identity,
    clock: service.app.get(Clock),
    connection: driverCollections(connection),
    redis,
    environment: variablesOfTest,
    signIn: async ({
      userId = new mongoose.Types.ObjectId().toHexString(),
      role = 'user',
      permissions,
      staffRole = permissions && crypto.randomUUID(),
      email,
      joins,
      isProved = true,
    } = {}) => {
      const sid = crypto.randomUUID();
      await redis.client.set(redis.key(sessionKey(sid)), JSON.stringify({ userId, role, staffRole, email }));
      if (isProved) await redis.client.set(redis.key(proofKey(sid)), '1');
      if (permissions) {
        await redis.client.set(redis.key(staffRoleKey(staffRole!)), JSON.stringify({ version: 1, permissions }));
      }
      return { cookie: `access=${await identity.token({ sub: userId, sid, role, ...(joins && { joins }) })}` };
    },
    deliverEvent: async (spec, key, data, { id = crypto.randomUUID(), version = 1, occurredAt = new Date() } = {}) => {
      rabbitmq ??= await amqp.connect(variablesOfTest.RABBITMQ_URL);
      channel ??= await rabbitmq.createConfirmChannel();
      const event = {
        id,
        name: spec.name,
        key,
        version,
        occurredAt: occurredAt.toISOString(),
        correlationId: crypto.randomUUID(),
        data: spec.data.parse(data),
      };
      const exchange = `${variablesOfTest.EVENTS_PREFIX}events`;
      channel.publish(exchange, spec.name, Buffer.from(JSON.stringify(event)), { persistent: true });
      await channel.waitForConfirms();
    },
    close: async () => {
      const ends = (what: string, ending: Promise<void>) => inTime(`${name}: ${what}`, ending);
      if (rabbitmq) await ends('the channel of the test closes', rabbitmq.close());
      // Parts that are unreachable are not cleared, so that a failed test does not leave a service running.
      const [isRedisReady, isMongodbConnected] = [redis.client.isReady, connection.readyState === 1];
      if (isMongodbConnected) await ends('its queries are saved', queries.save());
      await ends('it stops', stop());
      await ends('identity stops', identity.stop());
      if (isRedisReady) await ends('its keys are dropped', dropKeys(variablesOfTest.REDIS_URL, `${infra.prefix}:*`));
      if (isMongodbConnected) await ends('its database is dropped', dropDatabase(variablesOfTest.MONGODB_URI));
      const breaks = service.app.get(ContractBreaks).found;
      if (breaks.length > 0) throw new Error(`The service broke its contracts:\n${breaks.join('\n')}`);
    },
  };
}

/**
 * The service's connection for a test, with the driver's collections in place of mongoose's: their stack traces show that the
 * test itself sent a command, which the query recorder leaves out.
 */
const driverCollections = (connection: Connection): Connection =>
  new Proxy(connection, {
    get(target, property) {
      if (property === 'collection' && target.db) return target.db.collection.bind(target.db);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** @throws Error that names what did not end, and what is open in this process: the limit of a hook would say neither */
async function inTime(what: string, ending: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = wait(STEP_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
    throw new Error(`${what}: not within ${STEP_LIMIT_MS} ms, while there is ${open}`);
  });
  try {
    await Promise.race([ending, late]);
  } finally {
    late.catch(() => {});
    limit.abort();
  }
}

/** Called after the service has stopped, so that nothing writes any more. */
async function dropDatabase(uri: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  await connection.dropDatabase();
  await connection.close();
}

async function dropKeys(url: string, pattern: string): Promise<void> {
  const client = await createClient({ url }).connect();
  for await (const keys of client.scanIterator({ MATCH: pattern })) {
    await Promise.all(keys.map((key) => client.del(key)));
  }
  client.destroy();
}

/** Differences between the calls that the contracts declare for `service` and those that it serves. */
export function routeGaps({ app }: Pick<TestService, 'app'>, service: Service): string[] {
  const served = app.get(RouteTable).calls;
  const declared = callsOf(service);
  return [
    ...declared.filter((call) => !served.includes(call)).map(({ id }) => `${id} is declared and not served`),
    ...served.filter((call) => !declared.includes(call)).map(({ id }) => `${id} is served and not declared`),
  ];
}

/** Signs in somebody of the staff: with a built-in role, or with one that may do this. */
type StaffSignIn = (who: { staffRole: string } | { permissions: readonly Permission[] }) => Promise<{ cookie: string }>;

/**
 * The matrix of access: calls of `service` that admit callers whom their contract excludes, or refuse one whom it lets in. Callers are guests,
 * shoppers, limited sessions, staff of every built-in role, and two roles for each permission: one with all others, one with it alone. Their
 * cookies are needed where the service does not accept those of `signIn`.
 */
export async function guardGaps(
  { url, signIn }: Pick<TestService, 'url' | 'signIn'>,
  service: Service,
  cookies?: Record<'shopper' | 'limited', { cookie: string }> & { staff: StaffSignIn },
): Promise<string[]> {
  const signedIn = cookies?.shopper ?? (await signIn());
  const limited = cookies?.limited ?? (await signIn({ joins: 'an-account' }));
  const answerTo = async (call: AnyCall, headers?: { cookie: string }, form?: FormData) => {
    const path = wirePath(call).replaceAll(/:\w+/g, 'x');
    // No body is a list: who may call changes nothing.
    const isSent = 'body' in call && call.body !== undefined;
    const answer = await fetch(url + path, {
      method: call.method,
      headers: { ...headers, ...(isSent && !form && { 'content-type': 'application/json' }) },
      ...(isSent && { body: form ?? '[]' }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const statusOf = async (...asked: Parameters<typeof answerTo>) => (await answerTo(...asked)).status;
  const staffSignIn = cookies?.staff ?? signIn;
  const roles = await Promise.all(
    BUILT_IN_ROLES.filter(({ id }) => id !== OWNER).map(async (role) => ({
      ...role,
      headers: await staffSignIn({ staffRole: role.id }),
    })),
  );
  const gaps: string[] = [];
  for (const call of callsOf(service)) {
    const { id, access } = call;
    if (access === 'service' && (await statusOf(call, signedIn)) !== 404) gaps.push(`${id} lets browsers in`);
    if (needsSession(access) && (await statusOf(call)) !== 401) gaps.push(`${id} lets guests in`);
    // Calls for guests are for everybody; one of them signs out.
    if (!needsSession(access)) continue;
    const isRefused = (await answerTo(call, limited)).text.includes('session.limited');
    if (isRefused === isForLimited(call)) {
      gaps.push(`${id} ${isRefused ? 'keeps limited sessions out' : 'lets limited sessions in'}`);
    }
    const permission = permissionOf(access);
    if (permission === undefined) continue;
    if ((await statusOf(call, signedIn)) !== 403) gaps.push(`${id} lets shoppers in`);
    const others = PERMISSIONS.filter((one) => one !== permission);
    const callers = [
      ...roles.map(({ name, permissions, headers }) => ({ name, mayCall: holds(permissions, permission), headers })),
      { name: `all but ${permission}`, mayCall: false, headers: await staffSignIn({ permissions: others }) },
      { name: `${permission} alone`, mayCall: true, headers: await staffSignIn({ permissions: [permission] }) },
    ];
    for (const { name, mayCall, headers } of callers) {
      const { status, text } = await answerTo(call, headers);
      const names = text.includes(`"permission":"${permission}"`);
      const isForbidden = status === 403 && text.includes('session.forbidden') && names;
      if (status === 401 || isForbidden === mayCall) gaps.push(`${id} answers ${status} to ${name}`);
    }
    const forFiles = call.fileAccess && permissionOf(call.fileAccess);
    if (forFiles === undefined) continue;
    for (const permissions of [[permission], [permission, forFiles]]) {
      const { status, text } = await answerTo(call, await staffSignIn({ permissions }), fileFor(call));
      const isForbidden = status === 403 && text.includes(`"permission":"${forFiles}"`);
      if (isForbidden === permissions.includes(forFiles)) {
        gaps.push(`${id} answers ${status} to a file of ${permissions.join(' and ')}`);
      }
    }
  }
  return gaps;
}

/** No picture and no video: who may send one changes nothing. */
function fileFor({ files = {} }: AnyCall): FormData {
  const form = new FormData();
  for (const name of Object.keys(files)) form.set(name, new Blob(['no file of this kind']), 'a.png');
  return form;
}

/** Events of one type in the service's outbox, in write order, whether relayed or not. */
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
