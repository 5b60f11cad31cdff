import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Inject, Logger, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { catalog, type EventOf, identity, type ServiceFailures } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import amqp from 'amqplib';
import type { Connection } from 'mongoose';
import { AuditModule } from '../audit/audit.module.ts';
import { Broker } from '../events/broker.ts';
import { alone, channelsOf, deadLettersOf, OthersLook, takeDead } from '../events/dead-letters.ts';
import { EventBus } from '../events/event-bus.ts';
import type { EventContext } from '../events/event-context.ts';
import { namesFor } from '../events/names.ts';
import { OnEvent } from '../events/on-event.ts';
import { work } from '../events/subscription.ts';
import { Jobs } from '../jobs/jobs.ts';
import { outageLinks, publishedEvents, startTestService, type TestService } from '../testing/index.ts';
import { OperationsModule } from './operations.module.ts';

const HANDLER = 'greet-when-user-created';
let isFailing = true;

/** Greets an account, as often as it is called. */
@Controller()
class Greet {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(identity.userCreated, work(HANDLER))
  async handle({ key }: EventOf<typeof identity.userCreated>, { session }: EventContext): Promise<void> {
    await this.connection.db!.collection('greetings').insertOne({ key }, { session });
    if (isFailing) throw new Error('no voice');
  }
}

@Module({ imports: [OperationsModule.of(catalog, AuditModule)], controllers: [Greet] })
class OperatedModule {}

// Real: a service of the kit, its MongoDB, RabbitMQ and HTTP.
describe('what went wrong in a service', () => {
  let service: TestService;
  let owner: { cookie: string };
  let jobRuns = 0;

  beforeAll(async () => {
    for (const level of ['warn', 'error'] as const) jest.spyOn(Logger.prototype, level).mockImplementation(() => {});
    service = await startTestService({ name: 'catalog', module: OperatedModule });
    owner = await service.signIn({ role: 'admin' });
    service.app.get(Jobs).addRecurring({
      name: 'count-stones',
      everyMs: 3_600_000,
      retry: { firstMs: 600_000, maxMs: 600_000 },
      run: async () => {
        jobRuns += 1;
        if (isFailing) throw new Error('no scales');
      },
    });
  });
  afterAll(async () => {
    await service.close();
    jest.restoreAllMocks();
  });

  const ask = async (path = '', body?: object, headers: { cookie?: string } = owner) => {
    const answer = await fetch(`${service.url}/api/v1/admin/operations/catalog${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const failures = async () => (await ask()).body as unknown as ServiceFailures;
  const greetings = (key: string) => service.connection.collection('greetings').countDocuments({ key });
  const failsFor = async (...keys: string[]) => {
    const before = (await failures()).eventCount!;
    isFailing = true;
    const ids = keys.map(() => crypto.randomUUID());
    for (const [index, key] of keys.entries()) {
      const data = { userId: key, name: 'Asha', email: 'asha@example.com', role: 'user' };
      await service.deliverEvent(identity.userCreated, key, data, { id: ids[index]! });
    }
    await eventually(async () => expect((await failures()).eventCount).toBe(before + keys.length));
    isFailing = false;
    return ids;
  };
  const audited = async (action: string) =>
    (await publishedEvents(service, identity.auditRecorded))
      .map(({ data }) => data)
      .filter((one) => one.action === action);

  it('has the events that were given up, and gives one to its handler again', async () => {
    const [key, other] = ['1'.repeat(24), '2'.repeat(24)];
    const [id, otherId] = await failsFor(key, other);
    const { events } = await failures();
    expect(events!.map(({ eventId }) => eventId).toSorted()).toEqual([id, otherId].toSorted());
    expect(events).toContainEqual({
      ...{ handler: HANDLER, eventId: id, name: 'user.created.v1', key, reason: 'Error: no voice', failures: 3 },
      ...{ occurredAt: expect.any(String), failedAt: expect.any(String) },
    });
    expect(await ask('/replay', { handler: HANDLER, eventId: id })).toEqual({
      status: 200,
      body: { replayed: 1, left: 1 },
    });
    await eventually(async () => expect(await greetings(key)).toBe(1));
    expect((await failures()).events!.map(({ eventId }) => eventId)).toEqual([otherId]);
    expect(await ask('/replay', { handler: HANDLER, eventId: id })).toMatchObject({
      status: 409,
      body: { code: 'operation.event-gone' },
    });
    expect((await audited('event.replayed')).map(({ subjectId, after }) => ({ subjectId, after }))).toEqual([
      { subjectId: id, after: { service: 'catalog', handler: HANDLER, events: 1 } },
    ]);
    expect((await ask('/replay', { handler: HANDLER })).body).toEqual({ replayed: 1, left: 0 });
    await eventually(async () => expect(await greetings(other)).toBe(1));
  });

  it('does nothing twice where the effect of a replayed event exists', async () => {
    const [key, next] = ['3'.repeat(24), '4'.repeat(24)];
    const [id] = await failsFor(key);
    const data = { userId: key, name: 'Asha', email: 'asha@example.com', role: 'user' };
    await service.deliverEvent(identity.userCreated, key, data, { id: id! });
    await eventually(async () => expect(await greetings(key)).toBe(1));
    expect((await ask('/replay', { handler: HANDLER, eventId: id })).body).toEqual({ replayed: 1, left: 0 });
    // One queue: once this event is handled, so is the replayed one before it.
    await service.deliverEvent(identity.userCreated, next, { ...data, userId: next });
    await eventually(async () => expect(await greetings(next)).toBe(1));
    expect(await greetings(key)).toBe(1);
    expect((await failures()).eventCount).toBe(0);
  });

  it('leaves an event where it is when the replay cannot be written down', async () => {
    const [id] = await failsFor('5'.repeat(24));
    const bus = service.app.get(EventBus);
    const refuse = () => Promise.reject(new Error('no pen'));
    await expect(bus.replay(HANDLER, { eventId: id, limit: 10 }, refuse)).rejects.toThrow('no pen');
    expect((await failures()).events).toMatchObject([{ eventId: id }]);
    expect(await greetings('5'.repeat(24))).toBe(0);
    await ask('/replay', { handler: HANDLER });
  });

  it('is found by each of several who look at the same time', async () => {
    const ids = await failsFor('6'.repeat(24), '7'.repeat(24));
    const seen = await Promise.all([failures(), failures(), failures()]);
    expect(seen.map(({ events }) => events!.length)).toEqual([2, 2, 2]);
    const both = await Promise.all(ids.map((eventId) => ask('/replay', { handler: HANDLER, eventId })));
    expect(both.map(({ body }) => body['replayed'])).toEqual([1, 1]);
  });

  /** Another instance that looks at the dead letters, and has taken them, until it is told to finish. */
  const anotherLooks = async () => {
    const { RABBITMQ_URL, EVENTS_PREFIX } = service.environment;
    const connection = await amqp.connect(RABBITMQ_URL!);
    const of = deadLettersOf(namesFor(EVENTS_PREFIX!).queue('catalog', HANDLER), HANDLER);
    let finish = () => {};
    const mayFinish = new Promise<void>((resolve) => (finish = resolve));
    let looking: Promise<void> | undefined;
    const taken = await new Promise<string[]>((resolve) => {
      looking = alone(channelsOf(connection), of.returns, async (channel) => {
        resolve((await takeDead(channel, of, 10)).map(({ letter }) => letter.eventId));
        await mayFinish;
      });
    });
    const end = async () => {
      finish();
      await looking;
      await connection.close();
    };
    return { taken, end, lose: () => connection.close(), returns: of.returns };
  };

  it('waits while another instance looks, and then finds what that had taken', async () => {
    const [id] = await failsFor('8'.repeat(24));
    const another = await anotherLooks();
    expect(another.taken).toEqual([id]);
    const tries = jest.spyOn(service.app.get(Broker), 'withChannel');
    const listed = failures();
    await eventually(() => expect(tries.mock.calls.length).toBeGreaterThan(2));
    tries.mockRestore();
    const replayed = ask('/replay', { handler: HANDLER, eventId: id });
    await another.end();
    expect(await listed).toMatchObject({ events: [{ eventId: id }], eventCount: 1 });
    expect(await replayed).toEqual({ status: 200, body: { replayed: 1, left: 0 } });
  });

  it('does not wait for ever, and not for an instance that is gone', async () => {
    const [id] = await failsFor('9'.repeat(24));
    const another = await anotherLooks();
    const impatient = alone(service.app.get(Broker), another.returns, () => Promise.resolve(), 0);
    await expect(impatient).rejects.toThrow(OthersLook);
    await another.lose();
    expect((await ask('/replay', { handler: HANDLER, eventId: id })).body).toEqual({ replayed: 1, left: 0 });
  });

  it('has the jobs that fail, and makes one due', async () => {
    // It failed when it was registered.
    const failed = await eventually(async () => {
      const { jobs } = await failures();
      expect(jobs.map(({ job }) => job)).toEqual(['count-stones']);
      return jobs[0]!;
    });
    expect(failed).toEqual({
      ...{ job: 'count-stones', failing: 1 },
      items: [{ id: 'count-stones', failures: 1, reason: 'no scales', nextAt: expect.any(String) }],
    });
    isFailing = false;
    expect((await ask('/retry', { job: 'count-stones', id: 'another' })).body).toEqual({ retried: 0 });
    expect((await ask('/retry', { job: 'count-stones' })).body).toEqual({ retried: 1 });
    await eventually(async () => expect((await failures()).jobs).toEqual([]));
    expect(jobRuns).toBe(2);
    expect((await audited('job.retried')).map(({ subjectId, after }) => ({ subjectId, after }))).toEqual([
      { subjectId: 'count-stones', after: { service: 'catalog', item: 'all that failed' } },
    ]);
  });

  it('names what it does not know, and keeps out who may not', async () => {
    expect(await ask('/replay', { handler: 'polish' })).toMatchObject({
      status: 404,
      body: { code: 'operation.handler-unknown' },
    });
    expect(await ask('/retry', { job: 'polish' })).toMatchObject({
      status: 404,
      body: { code: 'operation.job-unknown' },
    });
    expect(await ask('/retry', {})).toMatchObject({ status: 400, body: { errors: { job: 'Which job is missing' } } });
    const reader = await service.signIn({ permissions: ['operations.read'] });
    expect((await ask('', undefined, reader)).status).toBe(200);
    expect((await ask('/replay', { handler: HANDLER }, reader)).status).toBe(403);
  });
});

// Of its own: events of a test are delivered by a connection that would be cut with the service's.
describe('what went wrong while the queues are away', () => {
  it('is what is known of jobs, and that of events nothing is known', async () => {
    const links = await outageLinks('catalog');
    const service = await startTestService({
      ...{ name: 'catalog', module: OperatedModule, environment: links.environment },
    });
    const headers = { ...(await service.signIn({ role: 'admin' })), 'content-type': 'application/json' };
    const url = `${service.url}/api/v1/admin/operations/catalog`;
    const failures = async () => (await fetch(url, { headers })).json();
    await links.rabbitmq.cut();
    await eventually(async () => expect(await failures()).toMatchObject({ events: null, eventCount: null, jobs: [] }));
    const replay = await fetch(`${url}/replay`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ handler: HANDLER }),
    });
    expect([replay.status, await replay.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'operation.queues-away' }),
    ]);
    await links.rabbitmq.restore();
    await eventually(async () => expect(await failures()).toMatchObject({ events: [], eventCount: 0 }));
    await service.close();
    await links.close();
  });
});
