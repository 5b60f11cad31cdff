import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { OutboxInboxStore } from './outbox-inbox-store.ts';

// Real: MongoDB. What a restored shop gives to a handler depends on since when there is this handler.
const { mongodbUri } = testInfra('recorded-queues');
let connection: Connection;
let store: OutboxInboxStore;

beforeAll(async () => {
  connection = await mongoose.createConnection(mongodbUri).asPromise();
  store = new OutboxInboxStore(connection, {} as ConstructorParameters<typeof OutboxInboxStore>[1]);
});
beforeEach(() => store.queues.deleteMany({}));
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const record = (queue: string) =>
  store.recordQueues([{ queue, handler: 'pay', events: ['order.created.v1'], former: [] }], () => false);
const sinceOf = async (queue: string) => (await store.queues.findOne({ _id: queue }))?.since;
const longAgo = new Date('2026-01-01');

it('a queue is recorded with the time of its first start, which a further start does not change', async () => {
  await record('shop.pay');
  expect(await sinceOf('shop.pay')).toBeInstanceOf(Date);
  await store.queues.updateOne({ _id: 'shop.pay' }, { $set: { since: longAgo } });
  await record('shop.pay');
  expect(await sinceOf('shop.pay')).toEqual(longAgo);
});

it('a queue of another name has the time of its handler', async () => {
  await record('shop.pay');
  await store.queues.updateOne({ _id: 'shop.pay' }, { $set: { since: longAgo } });
  await record('shop.pay.2');
  expect(await sinceOf('shop.pay.2')).toEqual(longAgo);
});

it('a handler from before times were recorded is given all', async () => {
  await store.queues.insertOne({ _id: 'shop.pay', handler: 'pay', events: [], seenAt: longAgo });
  await record('shop.pay');
  await record('shop.pay.2');
  expect([await sinceOf('shop.pay'), await sinceOf('shop.pay.2')]).toEqual([undefined, undefined]);
});
