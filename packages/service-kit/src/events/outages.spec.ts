import { Controller, Inject } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { defineEvent, type EventOf } from '@shop/contracts';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { z } from 'zod';
import type { EventContext } from './event-context.ts';
import { OnEvent } from './on-event.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';
import { broadcast, work } from './subscription.ts';
import { registry } from '../metrics/metrics.ts';
import { startTestBus, type TestBus, testConfig } from './testing/test-bus.ts';

const ringSold = defineEvent({
  name: 'ring.sold.v1',
  publisher: 'catalog',
  summary: 'A ring was sold',
  key: 'ringId',
  data: z.object({ n: z.number() }),
  consumers: {
    catalog: { subscription: 'work', effect: 'counts rings' },
    gateway: { subscription: 'broadcast', effect: 'drops what it holds' },
  },
});

/** Awaited by the handler before its effect. */
let beforeEffect: () => Promise<void> = async () => {};

@Controller()
class CountRing {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(ringSold, work('count-ring'))
  async handle({ id, data }: EventOf<typeof ringSold>, { session }: EventContext): Promise<void> {
    await beforeEffect();
    await this.connection.db!.collection('rings').insertOne({ eventId: id, n: data.n }, { session });
  }
}

describe('while RabbitMQ or MongoDB is away', () => {
  const started: TestBus[] = [];
  const links: Link[] = [];
  let parts: ReturnType<typeof testInfra>;
  let database: mongoose.Connection;

  const linkTo = async (url: string) => {
    const made = await link(url);
    links.push(made);
    return made;
  };
  const linkToMongodb = async () => {
    const made = await linkTo(parts.mongodbUri);
    const url = new URL(made.url);
    url.searchParams.set('serverSelectionTimeoutMS', '500');
    return { ...made, url: url.href };
  };
  const start = async (options: Partial<Parameters<typeof startTestBus>[0]> = {}) => {
    const bus = await startTestBus({
      ...parts,
      config: testConfig(parts),
      specs: [ringSold],
      handlers: [CountRing],
      ...options,
    });
    started.push(bus);
    return bus;
  };
  const sold = async () => (await database.collection('rings').find().toArray()).map(({ n }) => n as number);
  const sell = (bus: TestBus, ...numbers: number[]) =>
    Promise.all(numbers.map((n) => bus.publish(ringSold, `ring-${n}`, { n })));

  beforeEach(async () => {
    beforeEffect = async () => {};
    parts = testInfra('outages');
    database = await mongoose.createConnection(parts.mongodbUri).asPromise();
  });

  afterEach(async () => {
    for (const made of links) await made.restore();
    for (const bus of started.splice(0)) await bus.stop();
    for (const made of links.splice(0)) await made.close();
    await database.dropDatabase();
    await database.close();
  });

  it('keeps what is published while RabbitMQ is away, and goes on by itself when it is back', async () => {
    const rabbitmq = await linkTo(parts.rabbitmqUrl);
    const bus = await start({ config: testConfig({ ...parts, rabbitmqUrl: rabbitmq.url }) });
    await sell(bus, 1, 2);
    await eventually(async () => expect((await sold()).toSorted()).toEqual([1, 2]));
    await rabbitmq.cut();
    await eventually(async () =>
      expect(await bus.health.ready()).toEqual({ ready: true, degraded: expect.stringMatching(/^rabbitmq: /) }),
    );
    await sell(bus, 3, 4);
    await rabbitmq.restore();
    await eventually(async () => expect((await sold()).toSorted()).toEqual([1, 2, 3, 4]));
    await eventually(async () => expect(await bus.health.ready()).toEqual({ ready: true }));
  });

  it('has an effect once whose acknowledgement was lost with the connection', async () => {
    const rabbitmq = await linkTo(parts.rabbitmqUrl);
    let inHandler = 0;
    beforeEffect = async () => {
      if (++inHandler === 1) await rabbitmq.cut();
    };
    const bus = await start({ config: testConfig({ ...parts, rabbitmqUrl: rabbitmq.url }) });
    await sell(bus, 1);
    await eventually(async () => expect(await sold()).toEqual([1]));
    await rabbitmq.restore();
    await sell(bus, 2);
    await eventually(async () => expect(await sold()).toContain(2));
    expect((await sold()).toSorted()).toEqual([1, 2]);
  });

  it('waits for MongoDB without counting a failure, and goes on by itself when it is back', async () => {
    const mongodb = await linkToMongodb();
    // One retry after an hour: an outage counted as a failure or a conflict would be visible.
    const bus = await start({
      mongodbUri: mongodb.url,
      config: testConfig(parts, { EVENTS_RETRY_DELAYS: '1h', EVENTS_CONFLICT_LIMIT: '1ms' }),
    });
    const waits = jest.spyOn(bus.app.get(OutboxInboxStore, { strict: false }), 'waitUntilAvailable');
    const publisher = await start({ handlers: [] });
    await mongodb.cut();
    await eventually(async () => expect(await bus.health.ready()).toMatchObject({ ready: false }));
    await sell(publisher, 1, 2, 3);
    await eventually(() => expect(waits).toHaveBeenCalled());
    await mongodb.restore();
    await eventually(async () => expect((await sold()).toSorted()).toEqual([1, 2, 3]));
    await eventually(async () => expect(await bus.health.ready()).toEqual({ ready: true }));
  });

  it('starts before RabbitMQ and MongoDB are there, and is ready when they are', async () => {
    const rabbitmq = await linkTo(parts.rabbitmqUrl);
    const mongodb = await linkToMongodb();
    await Promise.all([rabbitmq.cut(), mongodb.cut()]);
    const bus = await start({
      config: testConfig({ ...parts, rabbitmqUrl: rabbitmq.url }),
      mongodbUri: mongodb.url,
      ready: false,
    });
    const answer = await bus.health.ready();
    expect(answer).toMatchObject({ ready: false, why: expect.stringMatching(/mongodb.*rabbitmq|rabbitmq.*mongodb/) });
    await rabbitmq.restore();
    await mongodb.restore();
    await eventually(async () => expect(await bus.health.ready()).toEqual({ ready: true }));
    await sell(bus, 1);
    await eventually(async () => expect(await sold()).toEqual([1]));
  });

  it('tells a listener of broadcasts after every reconnect that something may have been missed', async () => {
    const rabbitmq = await linkTo(parts.rabbitmqUrl);
    const heard: number[] = [];
    @Controller()
    class DropRing {
      @OnEvent(ringSold, broadcast('drop-ring'))
      handle({ data }: EventOf<typeof ringSold>): void {
        heard.push(data.n);
      }
    }
    const listener = await start({
      consumer: 'gateway',
      handlers: [DropRing],
      config: testConfig({ ...parts, rabbitmqUrl: rabbitmq.url }),
      ready: false,
    });
    let gaps = 0;
    let refreshing = Promise.resolve();
    listener.bus.onGap(async () => {
      gaps++;
      await refreshing;
    });
    await eventually(() => expect(gaps).toBe(1));
    await eventually(() => expect(listener.bus.hearsBroadcasts).toBe(true));
    const publisher = await start({ handlers: [] });
    await sell(publisher, 1);
    await eventually(() => expect(heard).toEqual([1]));
    await rabbitmq.cut();
    await eventually(() => expect(listener.bus.hearsBroadcasts).toBe(false));
    await sell(publisher, 2);
    const { promise, resolve: refreshed } = Promise.withResolvers<void>();
    refreshing = promise;
    await rabbitmq.restore();
    await eventually(() => expect(gaps).toBe(2));
    await eventually(() => expect(listener.bus.unwrap<{ isConnected: boolean }>().isConnected).toBe(true));
    expect(listener.bus.hearsBroadcasts).toBe(false);
    expect(await missedSeconds()).toBeGreaterThan(0);
    refreshed();
    await eventually(() => expect(listener.bus.hearsBroadcasts).toBe(true));
    expect(await missedSeconds()).toBe(0);
    await sell(publisher, 3);
    await eventually(() => expect(heard).toEqual([1, 3]));
  });

  it('publishes what a dead instance left in the outbox, and shares the work between living ones', async () => {
    const rabbitmq = await linkTo(parts.rabbitmqUrl);
    const cutOff = await start({ handlers: [], config: testConfig({ ...parts, rabbitmqUrl: rabbitmq.url }) });
    await rabbitmq.cut();
    await eventually(async () =>
      expect(await cutOff.health.ready()).toMatchObject({ degraded: expect.stringMatching(/^rabbitmq: /) }),
    );
    await sell(cutOff, 1, 2, 3);
    await Promise.all([start(), start()]);
    await eventually(async () => expect((await sold()).toSorted()).toEqual([1, 2, 3]));
  });
});

/** `events_broadcasts_missed_seconds` of the only instance that listens. */
async function missedSeconds(): Promise<number | undefined> {
  const text = await registry.metrics();
  const value = /^events_broadcasts_missed_seconds(?:\{.*\})? (\S+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}
