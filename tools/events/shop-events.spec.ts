import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testInfra } from '@shop/test-kit';
import amqp, { type ChannelModel, type ConfirmChannel } from 'amqplib';
import { MongoClient } from 'mongodb';
import { ShopEvents } from './shop-events.ts';

describe('npm run events', () => {
  const parts = testInfra('shop-events');
  const database = `${parts.prefix}-catalog`;
  const queue = `${parts.prefix}.catalog.weigh-stone.v3`;
  const returns = `${parts.prefix}.catalog.returns`;
  const handler = { queue, handler: 'weigh-stone' };
  let mongodb: MongoClient;
  let rabbitmq: ChannelModel;
  let channel: ConfirmChannel;
  let shop: ShopEvents;

  const db = () => mongodb.db(database);
  const dead = async (id: string, headers: Record<string, unknown>) => {
    const event = {
      id,
      name: 'stone.set.v1',
      key: `stone of ${id}`,
      occurredAt: new Date().toISOString(),
      data: { carats: 1 },
    };
    channel.sendToQueue(`${queue}.dead`, Buffer.from(JSON.stringify(event)), {
      persistent: true,
      messageId: id,
      headers,
    });
    await channel.waitForConfirms();
  };

  beforeEach(async () => {
    mongodb = await MongoClient.connect(parts.mongodbUri);
    rabbitmq = await amqp.connect(parts.rabbitmqUrl);
    channel = await rabbitmq.createConfirmChannel();
    for (const name of [queue, `${queue}.dead`]) {
      await channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-expires': 600_000 } });
    }
    await channel.assertExchange(returns, 'direct', { durable: true });
    await channel.bindQueue(queue, returns, queue);
    await db()
      .collection<{ _id: string }>('event_queues')
      .insertOne({ _id: queue, handler: 'weigh-stone', events: ['stone.set.v1'], seenAt: new Date() } as never);
    shop = await ShopEvents.connect(parts.mongodbUri, parts.rabbitmqUrl, new RegExp(`^${parts.prefix}-(.+)$`));
  });

  afterEach(async () => {
    await shop.close();
    for (const name of [queue, `${queue}.dead`]) await channel.deleteQueue(name);
    await channel.deleteExchange(returns);
    await rabbitmq.close();
    await db().dropDatabase();
    await mongodb.close();
  });

  it('lists dead letters with their reason, and leaves them where they are', async () => {
    await dead('e1', {
      'x-reason': 'Error: no such stone',
      'x-failures': 3,
      'x-failed-at': '2026-11-21T10:00:00.000Z',
    });
    await dead('e2', { 'x-death': [{ reason: 'delivery_limit' }] });
    const letters = [
      {
        queue,
        eventId: 'e1',
        name: 'stone.set.v1',
        key: 'stone of e1',
        reason: 'Error: no such stone',
        failures: 3,
      },
      { queue, eventId: 'e2', reason: 'delivery_limit', content: { data: { carats: 1 } } },
    ];
    expect(await shop.deadLetters()).toMatchObject(letters);
    expect(await shop.deadLetters()).toMatchObject(letters);
  });

  it('replays one dead letter, its tries forgotten, and leaves the others', async () => {
    await dead('e1', { 'x-reason': 'Error: no', 'x-failures': 3, traceparent: '00-trace' });
    await dead('e2', { 'x-reason': 'Error: no', 'x-failures': 3 });
    expect(await shop.replay(handler, 'e1')).toBe(1);
    const message = await eventually(
      async () => (await channel.get(queue, { noAck: true })) || Promise.reject(new Error('none')),
    );
    expect(message.properties.messageId).toBe('e1');
    expect(message.properties.headers).toMatchObject({ traceparent: '00-trace', 'x-replayed': expect.any(String) });
    expect(message.properties.headers).not.toHaveProperty('x-failures');
    expect(message.properties.headers).not.toHaveProperty('x-reason');
    expect((await shop.deadLetters(handler)).map(({ eventId }) => eventId)).toEqual(['e2']);
  });

  it('replays all', async () => {
    for (const id of ['e1', 'e2', 'e3']) await dead(id, {});
    expect(await shop.replay(handler, 'all')).toBe(3);
    expect(await shop.deadLetters(handler)).toEqual([]);
    await eventually(async () => expect((await channel.checkQueue(queue)).messageCount).toBe(3));
  });

  it('tells what waits in queues and outboxes, also of a queue that is gone', async () => {
    await dead('e1', {});
    const event = { name: 'stone.set.v1', occurredAt: new Date(Date.now() - 5_000).toISOString() };
    await db()
      .collection('outbox')
      .insertMany([
        { event, waiting: true, leaseUntil: new Date() },
        { event, publishedAt: new Date() },
      ]);
    await db()
      .collection<{ _id: string }>('event_queues')
      .insertOne({ _id: `${queue}-old`, handler: 'old', events: [], seenAt: new Date() } as never);
    expect(await shop.lag()).toEqual({
      queues: [
        { queue, waiting: 0, consumers: 0, dead: 1 },
        { queue: `${queue}-old`, waiting: undefined, consumers: 0, dead: 0 },
      ],
      outboxes: [{ service: 'catalog', waiting: 1, oldestMs: expect.any(Number), retained: 1 }],
    });
  });

  it('does not count a queue that the broker refuses to show as gone', async () => {
    const locked = `${parts.prefix}.catalog.locked`;
    await channel.assertQueue(locked, { exclusive: true });
    await db()
      .collection<{ _id: string }>('event_queues')
      .insertOne({ _id: locked, handler: 'locked', events: [], seenAt: new Date() } as never);
    await expect(shop.lag()).rejects.toThrow(/RESOURCE_LOCKED/i);
  });

  it('feeds again what was published since then, of the events that were asked for', async () => {
    const published = (name: string, daysAgo: number) => ({
      event: { name, occurredAt: '' },
      publishedAt: new Date(Date.now() - daysAgo * 86_400_000),
    });
    await db()
      .collection('outbox')
      .insertMany([published('stone.set.v1', 1), published('stone.set.v1', 3), published('stone.lost.v1', 1)]);
    const since = new Date(Date.now() - 2 * 86_400_000);
    expect(await shop.refeed({ since, service: 'payment' })).toBe(0);
    expect(await shop.refeed({ since, event: 'stone.set.v1' })).toBe(1);
    expect(await db().collection('outbox').find({ waiting: true }).toArray()).toMatchObject([
      { event: { name: 'stone.set.v1' }, leaseUntil: new Date(0) },
    ]);
  });

  it('has what a handler never had published again once the handler consumes its queue', async () => {
    const event = { id: 'e1', name: 'stone.set.v1', key: 's', occurredAt: new Date().toISOString(), data: {} };
    await db().collection('outbox').insertOne({ event, publishedAt: new Date() });
    expect(await shop.refeedUnhandled(0)).toEqual({ republished: 1, absent: [`${database}.weigh-stone`] });
    const fed = shop.refeedUnhandled(60_000);
    await channel.consume(queue, () => {});
    expect(await fed).toMatchObject({ absent: [] });
  });

  it('finds a handler by its name, and says which there are', async () => {
    expect(await shop.queue('weigh-stone')).toMatchObject({ service: 'catalog', queue });
    expect(await shop.queue('catalog.weigh-stone')).toMatchObject({ queue });
    await expect(shop.queue('weigh-ring')).rejects.toThrow(
      /No handler is called "weigh-ring".*\n.*catalog\.weigh-stone/,
    );
  });
});
