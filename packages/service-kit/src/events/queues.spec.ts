import { Controller, Inject } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineEvent, type EventOf } from '@shop/contracts';
import { eventually, testInfra } from '@shop/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import crypto from 'node:crypto';
import { z } from 'zod';
import type { EventContext } from './event-context.ts';
import { namesFor, QUEUE_GENERATION } from './names.ts';
import { OnEvent } from './on-event.ts';
import { deadLetterArguments, handlerArguments, retryArguments } from './queue-arguments.ts';
import { work } from './subscription.ts';
import { startTestBus, type TestBus, testConfig } from './testing/test-bus.ts';

const stoneSet = defineEvent({
  name: 'stone.set.v1',
  publisher: 'catalog',
  summary: 'A stone was set',
  key: 'stoneId',
  data: z.object({ stoneId: z.string() }),
  consumers: {
    catalog: { subscription: 'work', effect: 'weighs the stones' },
    content: { subscription: 'work', effect: 'tells the owner' },
  },
});

/** Fails for these keys. */
const failing = new Set<string>();

@Controller()
class WeighStone {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(stoneSet, work('weigh-stone'))
  async handle({ key }: EventOf<typeof stoneSet>, { session }: EventContext): Promise<void> {
    await this.connection.db!.collection('weights').insertOne({ key }, { session });
    if (failing.has(key)) throw new Error('not now');
  }
}

@Controller()
class TellOwner {
  @OnEvent(stoneSet, work('tell-owner'))
  async handle({ key }: EventOf<typeof stoneSet>): Promise<void> {
    if (failing.has(key)) throw new Error('not now');
  }
}

describe('queues in RabbitMQ', () => {
  let parts: ReturnType<typeof testInfra>;
  let names: ReturnType<typeof namesFor>;
  let database: mongoose.Connection;
  let connection: ChannelModel;
  let channel: Channel;
  const started: TestBus[] = [];

  const start = async (options: Partial<Parameters<typeof startTestBus>[0]> = {}, delays = '50ms,100ms') => {
    const config = testConfig(parts, { EVENTS_RETRY_DELAYS: delays });
    const bus = await startTestBus({ ...parts, config, specs: [stoneSet], handlers: [WeighStone], ...options });
    started.push(bus);
    return bus;
  };
  const stop = async () => {
    for (const bus of started.splice(0)) await bus.stop();
  };
  const weighed = async () =>
    (await database.collection('weights').find().toArray()).map(({ key }) => String(key)).toSorted();
  /** Messages of a queue; undefined when there is none. */
  const count = async (queue: string): Promise<number | undefined> => {
    const asking = await connection.createChannel();
    asking.on('error', () => {});
    return asking.checkQueue(queue).then(
      ({ messageCount }) => messageCount,
      () => undefined,
    );
  };
  const eventOf = (key: string) => ({
    id: crypto.randomUUID(),
    name: stoneSet.name,
    key,
    version: 1,
    occurredAt: new Date().toISOString(),
    correlationId: 'before',
    data: { stoneId: key },
  });

  beforeEach(async () => {
    failing.clear();
    parts = testInfra('queues');
    names = namesFor(`${parts.prefix}.`);
    database = await mongoose.createConnection(parts.mongodbUri).asPromise();
    connection = await amqp.connect(parts.rabbitmqUrl);
    channel = await connection.createChannel();
  });

  afterEach(async () => {
    await stop();
    await connection.close();
    await database.dropDatabase();
    await database.close();
  });

  it('have the arguments of their generation: others need another one', () => {
    const config = { ...testConfig(parts), EVENTS_QUEUE_LIFE: undefined };
    const safe = {
      'x-queue-type': 'quorum',
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
      'x-dead-letter-exchange': 'catalog.returns',
    };
    expect([
      QUEUE_GENERATION,
      handlerArguments('catalog.returns', 'catalog.work.dead', config),
      deadLetterArguments(config),
      retryArguments('catalog.returns', 1_000, config),
    ]).toEqual([
      3,
      { ...safe, 'x-delivery-limit': 50, 'x-dead-letter-routing-key': 'catalog.work.dead' },
      { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000_000 },
      { ...safe, 'x-message-ttl': 1_000 },
    ]);
  });

  it('hold the failed events of one service each', async () => {
    failing.add('s1');
    const catalog = await start({}, '1h');
    await start({ consumer: 'content', handlers: [TellOwner] }, '1h');
    await catalog.publish(stoneSet, 's1', { stoneId: 's1' });
    const hour = 3_600_000;
    await eventually(async () => {
      expect([await count(names.retry('catalog', hour)), await count(names.retry('content', hour))]).toEqual([1, 1]);
    });
    expect(await count(names.formerRetry(hour))).toBeUndefined();
    expect([names.retry('catalog', hour), names.returns('catalog')]).toEqual([
      `${parts.prefix}.catalog.retry.3600000ms`,
      `${parts.prefix}.catalog.returns`,
    ]);
  });

  describe('of the generation before', () => {
    const FORMER_DELAY = 60_000;
    let former: string;

    /** As the version before declared them. */
    beforeEach(async () => {
      [former] = names.formerQueues('catalog', 'weigh-stone') as [string];
      const life = { 'x-expires': 600_000, 'x-queue-type': 'quorum' };
      const safe = { ...life, 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };
      const dead = names.formerDead('catalog', 'weigh-stone');
      await channel.assertExchange(names.exchange, 'topic', { durable: true });
      await channel.assertQueue(dead, { durable: true, arguments: life });
      await channel.assertQueue(former, {
        durable: true,
        arguments: {
          ...safe,
          'x-delivery-limit': 50,
          'x-dead-letter-exchange': '',
          'x-dead-letter-routing-key': dead,
        },
      });
      await channel.bindQueue(former, names.exchange, stoneSet.name);
      await channel.assertQueue(names.formerRetry(FORMER_DELAY), {
        durable: true,
        arguments: { ...safe, 'x-message-ttl': FORMER_DELAY, 'x-dead-letter-exchange': '' },
      });
    });

    const send = (exchange: string, routingKey: string, ...events: object[]) => {
      for (const event of events) channel.publish(exchange, routingKey, Buffer.from(JSON.stringify(event)));
    };
    const delays = `50ms,${FORMER_DELAY}ms`;

    it('are emptied with every event handled once, get no more, and go', async () => {
      const waiting = ['a', 'b', 'c'].map(eventOf);
      send(names.exchange, stoneSet.name, ...waiting);
      await eventually(async () => expect(await count(former)).toBe(3));
      const bus = await start({}, delays);
      await eventually(async () => expect(await weighed()).toEqual(['a', 'b', 'c']));
      await bus.publish(stoneSet, 'd', { stoneId: 'd' });
      await eventually(async () => expect(await weighed()).toEqual(['a', 'b', 'c', 'd']));
      await stop();
      // With its only consumer away a bound queue would keep it.
      send(names.exchange, stoneSet.name, eventOf('e'));
      await eventually(async () => expect(await count(names.queue('catalog', 'weigh-stone'))).toBe(1));
      expect(await count(former)).toBe(0);
      await start({}, delays);
      await eventually(async () => expect(await weighed()).toEqual(['a', 'b', 'c', 'd', 'e']));
      expect(await count(former)).toBeUndefined();
    });

    it('stay while events wait for another try that return to them', async () => {
      const failed = eventOf('late');
      send('', names.formerRetry(FORMER_DELAY), failed);
      await eventually(async () => expect(await count(names.formerRetry(FORMER_DELAY))).toBe(1));
      await start({}, delays);
      expect(await count(former)).toBe(0);
      // As the broker does when its time is over.
      send('', former, failed);
      await channel.purgeQueue(names.formerRetry(FORMER_DELAY));
      await eventually(async () => expect(await weighed()).toEqual(['late']));
    });

    it('may be bound again by an instance of the version before, and nothing happens twice', async () => {
      const before = await connection.createChannel();
      await before.prefetch(1);
      await before.consume(former, () => {});
      const bus = await start({}, delays);
      await channel.bindQueue(former, names.exchange, stoneSet.name);
      const keys = Array.from({ length: 10 }, (_, index) => `s${index}`);
      for (const key of keys) await bus.publish(stoneSet, key, { stoneId: key });
      await eventually(async () => expect(await weighed()).toEqual(keys));
      // It ends with an event that it had not acknowledged.
      await before.close();
      const inbox = () => database.collection('inbox').countDocuments();
      await eventually(async () => expect([await inbox(), await count(former)]).toEqual([10, 0]));
      expect(await weighed()).toEqual(keys);
    });

    it('give their dead letters, with the reasons, to the queue of today', async () => {
      const dead = names.formerDead('catalog', 'weigh-stone');
      for (const key of ['a', 'b']) {
        channel.sendToQueue(dead, Buffer.from(JSON.stringify(eventOf(key))), { headers: { 'x-reason': `no ${key}` } });
      }
      await eventually(async () => expect(await count(dead)).toBe(2));
      await start();
      const found = [
        await channel.get(names.dead('catalog', 'weigh-stone')),
        await channel.get(names.dead('catalog', 'weigh-stone')),
      ];
      expect(found.map((letter) => letter && letter.properties.headers!['x-reason'])).toEqual(['no a', 'no b']);
      expect(await count(dead)).toBeUndefined();
    });

    it('keep their dead letter queue while one of them is left', async () => {
      const dead = names.formerDead('catalog', 'weigh-stone');
      const before = await connection.createChannel();
      await before.consume(former, () => {});
      await start();
      expect(await count(dead)).toBe(0);
      await before.close();
    });

    it('stay while events of the service wait for another try that return to them', async () => {
      const [, second] = names.formerQueues('catalog', 'weigh-stone') as [string, string];
      await start({}, '1h');
      await stop();
      await channel.assertQueue(second, {
        durable: true,
        arguments: { 'x-queue-type': 'quorum', 'x-expires': 600_000 },
      });
      const waiting = names.retry('catalog', 3_600_000);
      send(waiting, second, eventOf('late'));
      await eventually(async () => expect(await count(waiting)).toBe(1));
      await start({}, '1h');
      expect(await count(second)).toBe(0);
    });

    it('fail into the queues of today', async () => {
      failing.add('bad');
      send('', former, eventOf('bad'));
      await start();
      const dead = names.dead('catalog', 'weigh-stone');
      await eventually(async () => expect(await count(dead)).toBe(1));
      expect(await weighed()).toEqual([]);
    });
  });
});
