import { Controller, Inject, Logger } from '@nestjs/common';
import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { EventPattern } from '@nestjs/microservices';
import { defineEvent, type EventOf } from '@shop/contracts';
import { eventually, testInfra } from '@shop/test-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { getConnectionToken } from '@nestjs/mongoose';
import amqp from 'amqplib';
import { z } from 'zod';
import { currentContext, inContext } from '../logging/context.ts';
import { Broker } from './broker.ts';
import type { EventContext } from './event-context.ts';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { registry } from '../metrics/metrics.ts';
import { consumed } from './metrics.ts';
import { namesFor } from './names.ts';
import { OnEvent } from './on-event.ts';
import { transactionStarted } from '../database/transactions.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';
import { OutboxRelay } from './outbox-relay.ts';
import type { OutboxRow } from './records.ts';
import { broadcast, work } from './subscription.ts';
import { peek, startTestBus, type TestBus, type TestBusOptions, testConfig } from './testing/test-bus.ts';

const stoneSet = defineEvent({
  name: 'stone.set.v1',
  publisher: 'catalog',
  summary: 'A stone was set',
  key: 'stoneId',
  data: z.object({ stoneId: z.string(), carats: z.number(), colour: z.string().optional() }),
  consumers: {
    catalog: { subscription: 'work', effect: 'weighs the stones' },
    gateway: { subscription: 'broadcast', effect: 'drops what it holds' },
  },
});
const stoneLost = defineEvent({
  name: 'stone.lost.v1',
  publisher: 'catalog',
  summary: 'A stone was lost',
  key: 'stoneId',
  data: z.object({ stoneId: z.string() }),
  consumers: { content: { subscription: 'work', effect: 'tells the owner' } },
  consumerRequired: true,
});
const stoneCut = defineEvent({
  name: 'stone.cut.v1',
  publisher: 'catalog',
  summary: 'A stone was cut',
  key: 'stoneId',
  data: z.object({ stoneId: z.string() }),
  consumers: {
    content: [
      { subscription: 'work', effect: 'counts the cuts' },
      { subscription: 'broadcast', effect: 'drops what it holds' },
    ],
  },
});
const stoneFound = defineEvent({
  name: 'stone.found.v1',
  publisher: 'catalog',
  summary: 'A stone was found',
  key: 'stoneId',
  unordered: 'A stone is found once',
  data: z.object({ stoneId: z.string() }),
  consumers: {},
});
const specs = [stoneSet, stoneLost, stoneCut, stoneFound];

type MetricObject = MetricObjectWithValues<MetricValue<string>>;

/** Runs in the handlers of this file, to fail or wait. */
let intercept: (event: { key: string }) => void | Promise<void> = () => {};

@Controller()
class WeighStone {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(stoneSet, work('weigh-stone'))
  async handle(event: EventOf<typeof stoneSet>, { session, attempt }: EventContext): Promise<void> {
    await this.connection.db!.collection('weights').insertOne(
      {
        eventId: event.id,
        key: event.key,
        version: event.version,
        data: event.data,
        attempt,
        context: currentContext(),
      },
      { session },
    );
    await intercept(event);
  }
}

@Controller()
class CountStone {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(stoneSet, work('count-stone'))
  async handle(event: EventOf<typeof stoneSet>, { session }: EventContext): Promise<void> {
    await this.connection.db!.collection('counts').insertOne({ eventId: event.id }, { session });
  }
}

/** Its row has the event's id, which makes it idempotent. */
@Controller()
class ListStone {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(stoneSet, work('list-stone', { idempotent: true }))
  async handle({ id, key }: EventOf<typeof stoneSet>): Promise<void> {
    const list = this.connection.db!.collection<{ _id: string; key: string; times: number }>('list');
    await list.updateOne({ _id: id }, { $set: { key }, $inc: { times: 1 } }, { upsert: true });
    await intercept({ key });
  }
}

describe('the event bus', () => {
  const started: TestBus[] = [];
  let parts: ReturnType<typeof testInfra>;
  let database: mongoose.Connection;

  const start = async (options: Partial<TestBusOptions> = {}) => {
    const bus = await startTestBus({ ...parts, config: testConfig(parts), specs, ...options });
    started.push(bus);
    return bus;
  };
  const weights = () => database.collection('weights').find().sort({ version: 1 }).toArray();
  const outbox = () => database.collection('outbox').find().toArray();
  const stone = (stoneId: string, carats = 1) => ({ stoneId, carats });

  beforeEach(async () => {
    intercept = () => {};
    parts = testInfra('events');
    database = await mongoose.createConnection(parts.mongodbUri).asPromise();
  });

  afterEach(async () => {
    for (const bus of started.splice(0)) await bus.stop();
    await database.dropDatabase();
    await database.close();
  });

  it('gives every handler of an event its own effect, once', async () => {
    const { publish } = await start({ handlers: [WeighStone, CountStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    await eventually(async () => expect(await database.collection('counts').countDocuments()).toBe(1));
  });

  it('measures what waits in the queue of each handler, and what it gave up on', async () => {
    const hold = Promise.withResolvers<void>();
    intercept = async ({ key }) => {
      if (key === 'flawed') throw new Error('it never fits');
      if (key === 'held') await hold.promise;
    };
    const config = testConfig(parts, { EVENTS_PREFETCH: '1', EVENTS_RETRY_DELAYS: '50ms' });
    const { publish } = await start({ handlers: [WeighStone], config });
    const measured = async (name: string) => {
      const { values } = (await registry.getMetricsAsJSON()).find((each) => each.name === name) as MetricObject;
      return values.find(({ labels }) => labels['handler'] === 'weigh-stone')?.value;
    };
    await publish(stoneSet, 'flawed', stone('flawed'));
    await eventually(async () => expect(await measured('events_dead_letters')).toBe(1));
    for (const key of ['held', 's2', 's3']) await publish(stoneSet, key, stone(key));
    await eventually(async () => expect(await measured('events_queue_waiting')).toBe(2));
    hold.resolve();
    await eventually(async () => expect(await measured('events_queue_waiting')).toBe(0));
    expect(await measured('events_dead_letters')).toBe(1);
  });

  it('does idempotent work without a transaction, again when it failed, and remembers it', async () => {
    let failures = 1;
    intercept = ({ key }) => {
      if (key === 's2' && failures-- > 0) throw new Error('not now');
    };
    const { publish } = await start({ handlers: [ListStone] });
    for (const key of ['s1', 's2', 's3']) await publish(stoneSet, key, stone(key));
    const list = () => database.collection('list').find().sort({ key: 1 }).toArray();
    await eventually(async () =>
      expect((await list()).map(({ key, times }) => [key, times])).toEqual([
        ['s1', 1],
        ['s2', 2],
        ['s3', 1],
      ]),
    );
    const ids = (await list()).map(({ _id }) => `list-stone/${String(_id)}`);
    const remembered = async () => (await database.collection('inbox').find().toArray()).map(({ _id }) => String(_id));
    await eventually(async () => expect((await remembered()).toSorted()).toEqual(ids.toSorted()));
  });

  it('lets events leave in the order of their commits', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    const keys = Array.from({ length: 30 }, (_, n) => `s${n}`);
    for (const key of keys) await publish(stoneSet, key, stone(key));
    await eventually(async () => expect(await weights()).toHaveLength(keys.length));
    const arrived = await database.collection('weights').find().sort({ _id: 1 }).toArray();
    expect(arrived.map(({ key }) => String(key))).toEqual(keys);
  });

  it('publishes nothing twice that is committed while the outbox is swept', async () => {
    const config = testConfig(parts, { EVENTS_OUTBOX_SWEEP: '1ms', EVENTS_OUTBOX_LEASE: '1m' });
    const { publish } = await start({ handlers: [ListStone], config });
    const list = database.collection('list');
    for (let wave = 0; wave < 20; wave++) {
      await Promise.all(Array.from({ length: 10 }, (_, n) => publish(stoneSet, `s${n}`, stone(`s${n}`))));
    }
    await eventually(async () => expect(await list.countDocuments()).toBe(200));
    // Published after any duplicate.
    await publish(stoneSet, 'last', stone('last'));
    await eventually(async () => expect(await list.countDocuments({ key: 'last' })).toBe(1));
    expect(await list.countDocuments({ times: { $gt: 1 } })).toBe(0);
  });

  it('publishes nothing again that a sweep published and marked before its commit was heard of', async () => {
    const { publish, app } = await start({ handlers: [ListStone] });
    const relay = app.get(OutboxRelay, { strict: false });
    const send = relay.send.bind(relay);
    const rows: OutboxRow[] = [];
    const heard = jest.spyOn(relay, 'send').mockImplementation((row) => void rows.push(row));
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await outbox()).toMatchObject([{ publishedAt: expect.any(Date) }]));
    heard.mockRestore();
    send(rows[0]!);
    await publish(stoneSet, 'last', stone('last'));
    const list = database.collection('list');
    await eventually(async () => expect(await list.countDocuments({ key: 'last' })).toBe(1));
    expect(await list.countDocuments({ times: { $gt: 1 } })).toBe(0);
  });

  it('publishes nothing of a transaction that was rolled back', async () => {
    const { transactions, outbox: publisher, publish } = await start({ handlers: [WeighStone] });
    const rolledBack = transactions.run(async (session) => {
      await publisher.publish(session, stoneSet, { key: 's1', data: stone('s1') });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await publish(stoneSet, 's2', stone('s2'));
    await eventually(async () => expect(await weights()).toMatchObject([{ key: 's2', version: expect.any(Number) }]));
    expect(await outbox()).toHaveLength(1);
  });

  it('sends what was committed last before it stops', async () => {
    const { publish, stop } = await startTestBus({ ...parts, config: testConfig(parts), specs });
    await publish(stoneSet, 's1', stone('s1'));
    await stop();
    expect(await outbox()).toMatchObject([{ event: { key: 's1' }, publishedAt: expect.any(Date) }]);
  });

  it('counts versions up per key, also when transactions meet', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await Promise.all(Array.from({ length: 10 }, () => publish(stoneSet, 's1', stone('s1'))));
    await publish(stoneSet, 's2', stone('s2'));
    await eventually(async () => expect(await weights()).toHaveLength(11));
    const of = async (key: string) => (await weights()).filter((row) => row.key === key).map((row) => row.version);
    const [first, ...others] = await of('s1');
    expect(others).toEqual(others.map((_, index) => first! + index + 1));
    expect(others).toHaveLength(9);
    expect(await of('s2')).toHaveLength(1);
  });

  it('publishes several at once, each with the next version of its key', async () => {
    const { transactions, outbox: publisher, publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's2', stone('s2'));
    const events = ['s1', 's2', 's3'].map((key) => ({ key, data: stone(key) }));
    const published = await transactions.run((session) => publisher.publishAll(session, stoneSet, events));
    expect(published.map(({ key }) => key)).toEqual(['s1', 's2', 's3']);
    await eventually(async () => expect(await weights()).toHaveLength(4));
    const [first, second] = (await weights()).filter(({ key }) => key === 's2').map(({ version }) => version!);
    expect([second, published[1]!.version]).toEqual([first! + 1, first! + 1]);
    expect(await transactions.run((session) => publisher.publishAll(session, stoneSet, []))).toEqual([]);
    await publish(stoneSet, 's3', stone('s3'));
    await eventually(async () => expect(await weights()).toHaveLength(5));
  });

  it('refuses two of one key at once: their order would be lost', async () => {
    const { transactions, outbox: publisher } = await start();
    const twice = ['s1', 's1'].map((key) => ({ key, data: stone(key) }));
    await expect(transactions.run((session) => publisher.publishAll(session, stoneSet, twice))).rejects.toThrow(
      'one after the other',
    );
    expect(await outbox()).toEqual([]);
  });

  it('counts nothing for an event that no consumer compares', async () => {
    const { publish } = await start();
    await publish(stoneSet, 's1', stone('s1'));
    await publish(stoneFound, 's1', { stoneId: 's1' });
    await publish(stoneSet, 's1', stone('s1'));
    const versions = (await database.collection('outbox').find({ 'event.name': stoneSet.name }).toArray()).map(
      ({ event }) => event.version,
    );
    expect(versions).toEqual([versions[0], versions[0] + 1]);
  });

  it('forgets the versions of idle keys after their time, and never counts one backwards', async () => {
    const { app, transactions, outbox: publisher } = await start();
    const store = app.get(OutboxInboxStore);
    const { versions } = store;
    const HOUR = 3_600_000;
    const keep = 30 * 24 * HOUR;
    // As versions were counted before, from 1 and without a time.
    await versions.insertOne({ _id: 'old', version: 7 } as never);
    const last = new Map<string, number>();
    const publishBoth = async () => {
      for (const key of ['old', 'idle']) {
        const { version } = await transactions.run((session) =>
          publisher.publish(session, stoneSet, { key, data: stone(key) }),
        );
        expect(version).toBeGreaterThan(last.get(key) ?? 0);
        last.set(key, version);
      }
    };
    await publishBoth();
    expect(last.get('old')).toBe(8);
    await versions.insertOne({ _id: 'never again', version: 3 } as never);
    await store.tidy(Date.now());
    expect(await versions.countDocuments({ at: null as never })).toBe(0);
    expect(await versions.countDocuments()).toBe(3);
    await store.tidy(Date.now() + keep - HOUR);
    expect(await versions.countDocuments()).toBe(3);
    await store.tidy(Date.now() + keep + HOUR);
    expect(await versions.countDocuments()).toBe(0);
    await publishBoth();
    await publishBoth();
  });

  it('keeps the version of a key that an event is being written of', async () => {
    const { app, connection, outbox: publisher } = await start();
    const store = app.get(OutboxInboxStore);
    const { versions } = store;
    await versions.insertOne({ _id: 's1', version: 4, at: new Date(0) });
    const session = await connection.startSession();
    session.startTransaction();
    transactionStarted(session);
    const event = await publisher.publish(session, stoneSet, { key: 's1', data: stone('s1') });
    const tidied = store.tidy(Date.now());
    await session.commitTransaction();
    await session.endSession();
    await tidied;
    expect(event.version).toBe(5);
    expect(await versions.findOne({ _id: 's1' })).toMatchObject({ version: 5 });
  });

  it('keeps a version that is ahead of the time, from which a new row would count', async () => {
    const { app } = await start();
    const store = app.get(OutboxInboxStore);
    const now = Date.now();
    await store.versions.insertMany([
      { _id: 'ahead', version: now + 1_000, at: new Date(0) },
      { _id: 'behind', version: now - 1_000, at: new Date(0) },
    ]);
    await store.tidy(now);
    expect(await store.versions.find().toArray()).toMatchObject([{ _id: 'ahead' }]);
  });

  it('refuses to publish outside of a transaction, for another service, and against the contract', async () => {
    const { connection, outbox: publisher, transactions } = await start();
    const session = await connection.startSession();
    await expect(publisher.publish(session, stoneSet, { key: 's1', data: stone('s1') })).rejects.toThrow('transaction');
    await session.endSession();
    const foreign = { ...stoneSet, publisher: 'payment' as const };
    await expect(
      transactions.run((inside) => publisher.publish(inside, foreign, { key: 's1', data: stone('s1') })),
    ).rejects.toThrow('is published by payment');
    await expect(
      transactions.run((inside) =>
        publisher.publish(inside, stoneSet, { key: 's1', data: { stoneId: 's1' } as never }),
      ),
    ).rejects.toThrow('carats');
  });

  it('carries the correlation id from the request to the handler', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await inContext({ requestId: 'request-1', correlationId: 'correlation-1' }, () =>
      publish(stoneSet, 's1', stone('s1')),
    );
    await eventually(async () => expect(await weights()).toHaveLength(1));
    const [row] = await weights();
    expect(row).toMatchObject({ context: { correlationId: 'correlation-1', requestId: row!.eventId } });
  });

  it('carries the trace on, where tracing is on', async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED };
    let heard: string | undefined;
    intercept = () => {
      heard = trace.getActiveSpan()?.spanContext().traceId;
    };
    try {
      const { publish } = await start({ handlers: [WeighStone] });
      const active = trace.setSpanContext(ROOT_CONTEXT, parent);
      await context.with(active, () => publish(stoneSet, 's1', stone('s1')));
      await eventually(() => expect(heard).toBe(parent.traceId));
    } finally {
      context.disable();
      propagation.disable();
    }
  });

  it('has the effect once of an event that was delivered five times', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    const [row] = await outbox();
    const before = await consumedAs('duplicate');
    await send(parts, stoneSet.name, ...Array.from({ length: 4 }, () => row!.event));
    await eventually(async () => expect(await consumedAs('duplicate')).toBe(before + 4));
    await publish(stoneSet, 's2', stone('s2'));
    await eventually(async () => expect((await weights()).map(({ key }) => key)).toContain('s2'));
    expect(await weights()).toHaveLength(2);
  });

  it('tries again what failed, with growing delay', async () => {
    let failures = 0;
    intercept = () => {
      if (++failures <= 2) throw new Error('not now');
    };
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toMatchObject([{ attempt: 3 }]));
  });

  it('sets a poison event aside with the reason, and goes on with those behind it', async () => {
    intercept = ({ key }) => {
      if (key === 'poison') throw new Error('this stone is cursed');
    };
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 'poison', stone('poison'));
    for (let n = 0; n < 10; n++) await publish(stoneSet, `s${n}`, stone(`s${n}`));
    await eventually(async () => expect(await weights()).toHaveLength(10));
    const dead = await eventually(async () => {
      const found = await peek(parts.rabbitmqUrl, namesFor(`${parts.prefix}.`).dead('catalog', 'weigh-stone'));
      expect(found).toHaveLength(1);
      return found;
    });
    expect(dead[0]).toMatchObject({
      content: { key: 'poison' },
      headers: { 'x-reason': 'Error: this stone is cursed', 'x-failures': 3 },
    });
  });

  it('sets a message aside at once that breaks the contract', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await outbox()).toMatchObject([{ publishedAt: expect.any(Date) }]));
    const [row] = await outbox();
    await send(parts, stoneSet.name, { ...row!.event, id: crypto.randomUUID(), data: { stoneId: 7 } }, 'rubbish');
    const dead = await eventually(async () => {
      const found = await peek(parts.rabbitmqUrl, namesFor(`${parts.prefix}.`).dead('catalog', 'weigh-stone'));
      expect(found).toHaveLength(2);
      return found;
    });
    expect(dead[0]!.headers).toMatchObject({ 'x-reason': expect.stringContaining('carats'), 'x-failures': 1 });
    expect(dead[1]!.headers).toMatchObject({ 'x-reason': expect.stringContaining('not JSON') });
  });

  it('commits the effects of events that waited together, and a bad one among them takes no other along', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    intercept = ({ key }) => {
      if (key === 'first') return released;
      if (key === 'poison') throw new Error('this stone is cursed');
      return undefined;
    };
    const { publish } = await start({ handlers: [WeighStone] });
    const waiting = async () => (await outbox()).filter((row) => row.waiting).length;
    const together = async () => {
      const sizes = await database
        .collection('inbox')
        .aggregate([{ $group: { _id: '$at', size: { $sum: 1 } } }])
        .toArray();
      return Math.max(...sizes.map(({ size }) => size as number));
    };
    await publish(stoneSet, 'first', stone('first'));
    await Promise.all(Array.from({ length: 10 }, (_, n) => publish(stoneSet, `s${n}`, stone(`s${n}`))));
    await eventually(async () => expect(await waiting()).toBe(0));
    release();
    await eventually(async () => expect(await weights()).toHaveLength(11));
    expect(await together()).toBeGreaterThan(1);
    await Promise.all(['poison', ...'abc'].map((key) => publish(stoneSet, key, stone(key))));
    await eventually(async () => expect(await weights()).toHaveLength(14));
  });

  it('does nothing twice that is fed to the broker again', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    const isPublished = () => database.collection('outbox').countDocuments({ publishedAt: { $exists: true } });
    await eventually(async () => expect(await isPublished()).toBe(1));
    await database
      .collection('outbox')
      .updateMany(
        {},
        { $set: { waiting: true, relay: 'refeed', leaseUntil: new Date(0) }, $unset: { publishedAt: 1 } },
      );
    await eventually(async () => expect(await isPublished()).toBe(1));
    await publish(stoneSet, 's2', stone('s2'));
    await eventually(async () => expect((await weights()).map(({ key }) => key)).toContain('s2'));
    expect(await weights()).toHaveLength(2);
  });

  it('publishes again what is fed again between its publication and its mark', async () => {
    const config = testConfig(parts, { EVENTS_OUTBOX_SWEEP: '3s', EVENTS_OUTBOX_LEASE: '1m' });
    const { publish } = await start({ handlers: [WeighStone], config });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    // As if its queue had not been bound yet, which the relay does not know.
    await database.collection('inbox').deleteMany({});
    const { modifiedCount } = await database
      .collection('outbox')
      .updateMany({ waiting: true }, { $set: { relay: 'restore', leaseUntil: new Date(0) } });
    expect(modifiedCount).toBe(1);
    await eventually(async () => expect(await weights()).toHaveLength(2));
    await eventually(async () => expect(await database.collection('outbox').countDocuments({ waiting: true })).toBe(0));
  });

  it('publishes again what is fed again while its confirmation is awaited', async () => {
    const { publish, app } = await start({ handlers: [WeighStone] });
    const outboxRows = database.collection('outbox');
    const relay = app.get(OutboxRelay, { strict: false });
    const broker = app.get(Broker, { strict: false });
    const rowsOf = (...stones: string[]) => ({ 'event.data.stoneId': { $in: stones } });
    const published = (...stones: string[]) =>
      outboxRows.countDocuments({ ...rowsOf(...stones), publishedAt: { $exists: true } });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await published('s1')).toBe(1));

    // Withheld only where the event is sent at once: in a pass, the sweep would wait for the confirmation too.
    const confirmed = Promise.withResolvers<void>();
    let isSentAtOnce = false;
    let withheld: string | undefined;
    const sendRow = relay.send.bind(relay);
    jest.spyOn(relay, 'send').mockImplementation((row) => {
      isSentAtOnce = true;
      sendRow(row);
      isSentAtOnce = false;
    });
    const send = broker.publish.bind(broker);
    jest.spyOn(broker, 'publish').mockImplementation(async (message) => {
      const isFirst = isSentAtOnce && withheld === undefined;
      if (isFirst) withheld = (JSON.parse(message.content.toString()) as EventOf<typeof stoneSet>).data.stoneId;
      const outcome = await send(message);
      if (isFirst) await confirmed.promise;
      return outcome;
    });
    let tries = 1;
    const second = await eventually(async () => {
      const key = `s${++tries}`;
      await publish(stoneSet, key, stone(key));
      return withheld ?? false;
    });
    const keys = async () =>
      (await weights())
        .map(({ key }) => String(key))
        .filter((key) => ['s1', second].includes(key))
        .toSorted();
    try {
      await eventually(async () => expect(await keys()).toEqual(['s1', second]));

      await database.collection('inbox').deleteMany({});
      const fed = { waiting: true, relay: 'restore', leaseUntil: new Date(0) };
      await outboxRows.updateMany(rowsOf('s1', second), { $set: fed, $unset: { publishedAt: 1 } });
      // The sweep that takes over the first has seen the second.
      await eventually(async () => expect(await keys()).toEqual(['s1', 's1', second]));
    } finally {
      confirmed.resolve();
    }
    await eventually(async () => expect(await keys()).toEqual(['s1', 's1', second, second]));
    await eventually(async () => expect(await published('s1', second)).toBe(2));
  });

  it('leaves an event to a person that is older than the inbox remembers', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    const [row] = await outbox();
    const old = {
      ...row!.event,
      id: crypto.randomUUID(),
      occurredAt: new Date(Date.now() - 31 * 86_400_000).toISOString(),
    };
    await send(parts, stoneSet.name, old);
    const [letter] = await eventually(async () => {
      const found = await peek(parts.rabbitmqUrl, namesFor(`${parts.prefix}.`).dead('catalog', 'weigh-stone'));
      expect(found).toHaveLength(1);
      return found;
    });
    expect(letter!.headers).toMatchObject({ 'x-reason': expect.stringContaining('older than the inbox remembers') });
    expect(await weights()).toHaveLength(1);
  });

  it('ignores what a newer contract added', async () => {
    const { publish } = await start({ handlers: [WeighStone] });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await weights()).toHaveLength(1));
    const [row] = await outbox();
    await send(parts, stoneSet.name, {
      ...row!.event,
      id: crypto.randomUUID(),
      data: { ...stone('s1', 2), cut: 'oval' },
    });
    await eventually(async () => expect(await weights()).toHaveLength(2));
    expect((await weights())[1]!.data).toEqual(stone('s1', 2));
  });

  it('keeps an event in the outbox that needs a consumer, until there is one', async () => {
    const { publish } = await start();
    await publish(stoneLost, 's1', { stoneId: 's1' });
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(async () => expect(await database.collection('outbox').countDocuments({ waiting: true })).toBe(1));
    @Controller()
    class TellOwner {
      constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

      @OnEvent(stoneLost, work('tell-owner'))
      async handle({ key }: EventOf<typeof stoneLost>, { session }: EventContext): Promise<void> {
        await this.connection.db!.collection('told').insertOne({ key }, { session });
      }
    }
    await start({ consumer: 'content', handlers: [TellOwner] });
    await eventually(async () => expect(await database.collection('told').countDocuments({ key: 's1' })).toBe(1));
    await eventually(async () => expect(await database.collection('outbox').countDocuments({ waiting: true })).toBe(0));
  });

  it('goes on, and stops, where so many events wait for a consumer that the first are due again before the last are tried', async () => {
    const config = testConfig(parts, { EVENTS_OUTBOX_LEASE: '1ms' });
    const bus = await startTestBus({ ...parts, config, specs, handlers: [WeighStone] });
    const lost = Array.from({ length: 250 }, (_, index) => ({ key: `s${index}`, data: { stoneId: `s${index}` } }));
    await bus.transactions.run((session) => bus.outbox.publishAll(session, stoneLost, lost));
    await bus.publish(stoneSet, 's1', stone('s1'));
    try {
      await eventually(async () => expect(await weights()).toMatchObject([{ key: 's1' }]));
    } finally {
      await bus.stop();
    }
    expect(await database.collection('outbox').countDocuments({ waiting: true })).toBe(250);
  });

  it('has every instance hear a broadcast, and tells when something may have been missed', async () => {
    const heard: string[][] = [[], []];
    const gaps = [0, 0];
    for (const instance of [0, 1]) {
      @Controller()
      class DropStone {
        @OnEvent(stoneSet, broadcast('drop-stone'))
        handle(event: EventOf<typeof stoneSet>): void {
          if (event.key === 'odd') throw new Error('odd');
          heard[instance]!.push(event.key);
        }
      }
      const { bus } = await start({ consumer: 'gateway', handlers: [DropStone], ready: false });
      bus.onGap(() => void gaps[instance]!++);
    }
    await eventually(() => expect(gaps).toEqual([1, 1]));
    const { publish } = await start();
    await publish(stoneSet, 's1', stone('s1'));
    await eventually(() => expect(heard).toEqual([['s1'], ['s1']]));
    await publish(stoneSet, 'odd', stone('odd'));
    await eventually(() => expect(gaps).toEqual([2, 2]));
    await publish(stoneSet, 's2', stone('s2'));
    await eventually(() =>
      expect(heard).toEqual([
        ['s1', 's2'],
        ['s1', 's2'],
      ]),
    );
  });

  it('gives one consumer an event as work, once, and as a broadcast, to every instance', async () => {
    const counted: string[] = [];
    const dropped: string[][] = [[], []];
    for (const instance of [0, 1]) {
      @Controller()
      class StoneCut {
        @OnEvent(stoneCut, work('count-cuts', { idempotent: true }))
        count({ key }: EventOf<typeof stoneCut>): void {
          counted.push(key);
        }

        @OnEvent(stoneCut, broadcast('drop-stone'))
        drop({ key }: EventOf<typeof stoneCut>): void {
          dropped[instance]!.push(key);
        }
      }
      await start({ consumer: 'content', handlers: [StoneCut] });
    }
    const { publish } = await start();
    const keys = ['s1', 's2', 's3'];
    for (const key of keys) await publish(stoneCut, key, { stoneId: key });
    await eventually(() => expect([counted.toSorted(), ...dropped]).toEqual([keys, keys, keys]));
  });

  it('logs each subscription that a contract names and no handler has', async () => {
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    @Controller()
    class CountCuts {
      @OnEvent(stoneCut, work('count-cuts'))
      handle(): void {}
    }
    await start({ consumer: 'content', handlers: [CountCuts] });
    const said = errors.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('has no handler'));
    errors.mockRestore();
    expect(said).toEqual([
      expect.stringContaining("stone.lost.v1 names the consumer content with 'work'"),
      expect.stringContaining("stone.cut.v1 names the consumer content with 'broadcast'"),
    ]);
  });

  it('refuses a handler without a subscription, of an unknown event, or that its contract does not name', async () => {
    @Controller()
    class Bare {
      @EventPattern<readonly string[]>([stoneSet.name])
      handle(): void {}
    }
    @Controller()
    class Unknown {
      @EventPattern<readonly string[]>(['stone.sold.v1'], work('sell'))
      handle(): void {}
    }
    @Controller()
    class Unnamed {
      @OnEvent(stoneLost, work('tell'))
      handle(): void {}
    }
    await expect(startTestBus({ ...parts, config: testConfig(parts), specs, handlers: [Bare] })).rejects.toThrow(
      "needs work('…') or broadcast('…')",
    );
    await expect(startTestBus({ ...parts, config: testConfig(parts), specs, handlers: [Unknown] })).rejects.toThrow(
      'no contract declares',
    );
    await expect(startTestBus({ ...parts, config: testConfig(parts), specs, handlers: [Unnamed] })).rejects.toThrow(
      "must name catalog with 'work'",
    );
  });
});

/** `events_consumed_total` of `weigh-stone`. */
async function consumedAs(outcome: string): Promise<number> {
  const { values } = await consumed.get();
  return values.find(({ labels }) => labels.handler === 'weigh-stone' && labels.outcome === outcome)?.value ?? 0;
}

/** Publishes raw messages to the exchange. */
async function send(
  { rabbitmqUrl, prefix }: { rabbitmqUrl: string; prefix: string },
  name: string,
  ...messages: unknown[]
): Promise<void> {
  const connection = await amqp.connect(rabbitmqUrl);
  const channel = await connection.createConfirmChannel();
  for (const message of messages) {
    channel.publish(
      `${prefix}.events`,
      name,
      Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
    );
  }
  await channel.waitForConfirms();
  await connection.close();
}
