import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort, testInfra } from '@shop/test-kit';
import amqp from 'amqplib';
import { MongoClient } from 'mongodb';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createClient } from 'redis';
import { mongodbServer, mongodbUri, provideMongodb } from '../../infra/provision/mongodb.ts';
import { isRestoring } from '../../infra/backup/databases.ts';
import { provideRedis, redisServer, redisUrl } from '../../infra/provision/redis.ts';
import {
  BACKUP,
  databaseOf,
  makeAccess,
  OPERATOR,
  type Part,
  PARTS,
  rabbitmqDefinitions,
  redisRules,
  withUser,
} from '../../infra/provision/users.ts';
import { proofKey, sessionKey, staffRoleKey } from '@shop/service-kit/testing/identity';
import { SERVICES } from '../../infra/run/programs.ts';
import { end, identify, launch, untilReady, type ProcessIdentity } from '../../infra/run/process.ts';
import { temporaryFolder } from '../../infra/run/test-program.ts';
import { ownVirtualHost, testRabbitmqctl } from './infra.ts';

// Real: a MongoDB of its own with authentication; RabbitMQ and Redis of the tests, with users of this file.
const access = makeAccess();
const services = SERVICES.map(({ name }) => name);
const pairs = services.flatMap((reader) =>
  services.filter((owner) => owner !== reader).map((owner) => ({ reader, owner })),
);

it('are those of the services, the gateway and the shell', () => {
  expect(PARTS.toSorted()).toEqual([...services, 'gateway', 'shell'].toSorted());
});

describe('MongoDB', () => {
  const data = temporaryFolder();
  const clients = new Map<string, MongoClient>();
  let running: ProcessIdentity | undefined;
  let uri = '';
  const as = async (user: string, password: string) => {
    const client = await MongoClient.connect(`${withUser(uri, user, password)}&authSource=admin`);
    clients.set(user, client);
    return client;
  };
  beforeAll(async () => {
    const port = await freePort();
    uri = mongodbUri(port);
    const program = mongodbServer({
      program: await provideMongodb(data),
      port,
      data,
      log: path.join(data, 'mongod.log'),
      access,
    });
    const child = launch(program);
    await once(child, 'spawn');
    running = identify(child.pid!);
    await untilReady(program, () => child.exitCode === null);
    for (const service of services) {
      const own = (await as(service, access.parts[service])).db(databaseOf(service));
      await own.collection<{ _id: string }>('things').insertOne({ _id: service });
    }
  });
  afterAll(async () => {
    for (const client of clients.values()) await client.close();
    if (running) await end(running);
    fs.rmSync(data, { recursive: true, force: true });
  });

  it.each(pairs)('refuses $reader the data of $owner', async ({ reader, owner }) => {
    const things = clients.get(reader)!.db(databaseOf(owner)).collection<{ _id: string }>('things');
    await expect(things.find().toArray()).rejects.toThrow(/not authorized/);
    await expect(things.insertOne({ _id: reader })).rejects.toThrow(/not authorized/);
  });

  it.each(services)('lets %s do in its own database what services and migrations do', async (service) => {
    const client = clients.get(service)!;
    const own = client.db(databaseOf(service));
    await own.createCollection('more');
    await own.collection('more').createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await own.command({ collMod: 'more', index: { name: 'at_1', expireAfterSeconds: 120 } });
    await client.withSession((session) =>
      session.withTransaction(() => own.collection('more').insertOne({ at: new Date() }, { session })),
    );
    await own.collection('more').dropIndex('at_1');
    expect(await own.collection('things').countDocuments()).toBe(1);
    const lifetime = await client.db('admin').command({ getParameter: 1, transactionLifetimeLimitSeconds: 1 });
    expect(lifetime).toMatchObject({ transactionLifetimeLimitSeconds: 5 });
  });

  it('refuses who has no password, and a wrong one', async () => {
    const guest = new MongoClient(uri);
    await expect(guest.db(databaseOf('catalog')).collection('things').findOne()).rejects.toThrow(/authentication/);
    await guest.close();
    await expect(as('catalog', 'guessed')).rejects.toThrow(/Authentication failed/);
  });

  it('writes no value of a command that it refuses into its log', async () => {
    const users = clients.get('catalog')!.db(databaseOf('identity')).collection('users');
    await expect(users.findOne({ name: 'asha-value' })).rejects.toThrow(/not authorized.*asha-value/);
    const log = () => fs.readFileSync(path.join(data, 'mongod.log'), 'utf8');
    await eventually(() => log().includes('Checking authorization failed'), { what: 'the log' });
    expect(log()).not.toContain('asha-value');
  });

  it('lets backups read all databases at one moment, and write to none', async () => {
    const client = await as(BACKUP, access.backup);
    await client.withSession({ snapshot: true }, async (session) => {
      for (const service of services) {
        const db = client.db(databaseOf(service));
        expect(await db.collection('things').find({}, { session }).toArray()).toHaveLength(1);
        expect((await db.listCollections().toArray()).length).toBeGreaterThan(0);
        await expect(db.collection('things').insertOne({})).rejects.toThrow(/not authorized/);
        await expect(db.dropDatabase()).rejects.toThrow(/not authorized/);
      }
    });
    expect(await isRestoring(client)).toBe(false);
    await expect(client.db('admin').collection('system.users').findOne()).rejects.toThrow(/not authorized/);
  });

  it('lets the operator see all', async () => {
    const operator = await as(OPERATOR, access.operator);
    expect(await operator.db(databaseOf('payment')).collection('things').countDocuments()).toBe(1);
  });
});

describe('RabbitMQ', () => {
  const { prefix } = testInfra('users');
  const user = (part: string) => `${prefix}-${part}`;
  const connections = new Map<string, amqp.ChannelModel>();
  let host: Awaited<ReturnType<typeof ownVirtualHost>>;
  beforeAll(async () => {
    host = await ownVirtualHost(prefix);
    const definitions = rabbitmqDefinitions(access, { vhost: prefix }) as {
      users: { name: string }[];
      permissions: { user: string }[];
    };
    // The server is everybody's: under names of this file, and without its own users.
    const isPart = (name: string) => PARTS.includes(name as Part);
    const file = path.join(temporaryFolder(), 'definitions.json');
    const renamed = {
      users: definitions.users.filter(({ name }) => isPart(name)).map((each) => ({ ...each, name: user(each.name) })),
      permissions: definitions.permissions
        .filter((each) => isPart(each.user))
        .map((each) => ({ ...each, user: user(each.user) })),
    };
    fs.writeFileSync(file, JSON.stringify(renamed));
    await testRabbitmqctl('import_definitions', file);
    for (const part of PARTS) {
      connections.set(part, await amqp.connect(withUser(host.url, user(part), access.parts[part])));
    }
    for (const service of services) {
      const channel = await connections.get(service)!.createChannel();
      await channel.assertExchange('events', 'topic', { durable: true });
      await channel.assertExchange(`${service}.returns`, 'direct', { durable: true });
      await channel.assertQueue(`${service}.work.dead`, { durable: true });
      const returning = { 'x-dead-letter-exchange': `${service}.returns` };
      for (const queue of [`${service}.work`, `${service}.retry.1000ms`])
        await channel.assertQueue(queue, { durable: true, arguments: returning });
      await channel.bindQueue(`${service}.work`, `${service}.returns`, `${service}.work`);
      await channel.bindQueue(`${service}.work`, 'events', '#');
    }
  });
  afterAll(async () => {
    for (const connection of connections.values()) await connection.close();
    await host.remove();
    await Promise.all(PARTS.map((part) => testRabbitmqctl('delete_user', user(part))));
  });

  /** What the broker says to `ask` on a channel of its own, which it closes when it refuses. */
  async function asking(part: string, ask: (channel: amqp.Channel) => Promise<unknown>): Promise<string> {
    const channel = await connections.get(part)!.createChannel();
    channel.on('error', () => {});
    try {
      await ask(channel);
      await channel.close();
      return 'done';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it.each(pairs)('refuses $reader the queue of $owner', async ({ reader, owner }) => {
    const queue = `${owner}.work`;
    expect(await asking(reader, (channel) => channel.consume(queue, () => {}))).toContain('ACCESS_REFUSED');
    expect(await asking(reader, (channel) => channel.get(queue))).toContain('ACCESS_REFUSED');
    expect(await asking(reader, (channel) => channel.deleteQueue(queue))).toContain('ACCESS_REFUSED');
    expect(await asking(reader, (channel) => channel.bindQueue(queue, 'events', '#'))).toContain('ACCESS_REFUSED');
    expect(await asking(reader, (channel) => channel.get(`${owner}.retry.1000ms`))).toContain('ACCESS_REFUSED');
  });

  it.each(pairs)('lets $reader put nothing into the queues of $owner', async ({ reader, owner }) => {
    for (const exchange of ['', `${owner}.returns`]) {
      const puts = async (channel: amqp.Channel) => {
        channel.publish(exchange, `${owner}.work`, Buffer.from('{}'));
        await channel.checkExchange('events');
      };
      expect(await asking(reader, puts)).toContain('ACCESS_REFUSED');
    }
  });

  it.each(services)('lets %s consume its own', async (service) => {
    expect(await asking(service, (channel) => channel.get(`${service}.work`))).toBe('done');
  });

  it.each(['gateway', 'shell'])('lets %s hear of events, and publish none', async (part) => {
    const hears = async (channel: amqp.Channel) => {
      const { queue } = await channel.assertQueue('', { exclusive: true });
      await channel.bindQueue(queue, 'events', '#');
      await channel.consume(queue, () => {});
    };
    expect(await asking(part, hears)).toBe('done');
    const publishes = async (channel: amqp.Channel) => {
      channel.publish('events', 'order.created', Buffer.from('{}'));
      await channel.checkExchange('events');
    };
    expect(await asking(part, publishes)).toContain('ACCESS_REFUSED');
    expect(await asking(part, (channel) => channel.get('catalog.work'))).toContain('ACCESS_REFUSED');
  });
});

/** The keys that every part asks for with a call of a session. */
const READ_BY_ALL = [sessionKey('{u1}abc'), proofKey('{u1}abc'), staffRoleKey('packing')];

describe('Redis', () => {
  const { prefix, redisUrl } = testInfra('users');
  const keys = `${prefix}:`;
  const user = (part: string) => `${prefix}-${part}`;
  const clients = new Map<string, ReturnType<typeof createClient>>();
  beforeAll(async () => {
    const operator = createClient({ url: redisUrl });
    await operator.connect();
    clients.set(OPERATOR, operator as ReturnType<typeof createClient>);
    for (const part of PARTS) {
      const [, ...rules] = redisRules(part, access.parts[part], keys);
      await operator.sendCommand(['ACL', 'SETUSER', user(part), ...rules]);
      const client = createClient({ url: redisUrl, username: user(part), password: access.parts[part] });
      await client.connect();
      clients.set(part, client as ReturnType<typeof createClient>);
      await client.set(`${keys}${part}:thing`, part);
    }
    for (const key of READ_BY_ALL) await operator.set(keys + key, 'read by all');
    await operator.set(`${keys}otp:1`, 'a code');
  });
  afterAll(async () => {
    const operator = clients.get(OPERATOR)!;
    for (const key of [...PARTS.map((part) => `${part}:thing`), ...READ_BY_ALL, 'otp:1'])
      await operator.del(keys + key);
    await operator.sendCommand(['ACL', 'DELUSER', ...PARTS.map(user)]);
    // Deleting a user ends its connections.
    for (const client of clients.values()) client.destroy();
  });

  it.each(pairs)('refuses $reader the keys of $owner', async ({ reader, owner }) => {
    const client = clients.get(reader)!;
    await expect(client.get(`${keys}${owner}:thing`)).rejects.toThrow(/NOPERM/);
    await expect(client.set(`${keys}${owner}:thing`, reader)).rejects.toThrow(/NOPERM/);
    const script = `return redis.call('GET', '${keys}${owner}:thing')`;
    await expect(client.eval(script, { keys: [], arguments: [] })).rejects.toThrow(/can't access/);
  });

  it.each(PARTS)(
    'lets %s read its own keys, and sessions, proofs and roles, which only identity writes',
    async (part) => {
      const client = clients.get(part)!;
      expect(await client.get(`${keys}${part}:thing`)).toBe(part);
      for (const key of READ_BY_ALL) {
        expect(await client.get(keys + key)).toBe('read by all');
        const writes = client.set(keys + key, 'read by all').catch((error: Error) => error.message.split(' ')[0]);
        expect(await writes).toBe(part === 'identity' ? 'OK' : 'NOPERM');
      }
      const reads = client.get(`${keys}otp:1`).catch((error: Error) => error.message.split(' ')[0]);
      expect(await reads).toBe(part === 'identity' ? 'a code' : 'NOPERM');
      await expect(client.sendCommand(['CONFIG', 'GET', '*'])).rejects.toThrow(/NOPERM/);
    },
  );
});

// Real: a Redis of its own with users, as `npm start` and the containers run it.
describe('a Redis with users that is killed', () => {
  const data = temporaryFolder();
  afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

  it('has what transactions and scripts wrote when it starts again, and lets no one in without a password', async () => {
    const port = await freePort();
    const log = path.join(data, 'redis.log');
    const program = redisServer({ program: await provideRedis(), port, data, log, durable: true, access });
    const operator = () => createClient({ url: redisUrl(port, access) }).on('error', () => {});
    const withServer = async (use: (client: ReturnType<typeof operator>) => Promise<void>) => {
      const child = launch(program);
      await once(child, 'spawn');
      const running = identify(child.pid!)!;
      await untilReady(program, () => child.exitCode === null);
      const client = operator();
      try {
        await client.connect();
        await use(client);
      } finally {
        client.destroy();
        child.kill('SIGKILL');
        await end(running);
      }
    };
    await withServer(async (client) => {
      await client.set('session:alone', '1');
      await client.multi().set('session:{a}', '1').set('user-sessions:{a}', '1').exec();
      await client.eval("redis.call('SET', KEYS[1], 1) redis.call('SET', KEYS[2], 1)", {
        keys: ['session:{b}', 'user-sessions:{b}'],
        arguments: [],
      });
      // Redis syncs its file each second, and buffers what is written while a sync is slow.
      const isWritten = async () => /^aof_buffer_length:0\r?$/m.test(await client.info('persistence'));
      await eventually(isWritten, { what: 'a Redis that wrote its buffer' });
    });
    await withServer(async (client) => {
      const keys = await client.keys('*');
      expect(keys.toSorted()).toEqual([
        'session:alone',
        'session:{a}',
        'session:{b}',
        'user-sessions:{a}',
        'user-sessions:{b}',
      ]);
      const guest = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } });
      guest.on('error', () => {});
      await expect(guest.connect().then(() => guest.get('session:alone'))).rejects.toThrow(/NOAUTH/);
      guest.destroy();
    });
  });
});
