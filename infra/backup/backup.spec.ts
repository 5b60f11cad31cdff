import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { financialYearOf } from '@shop/contracts';
import { testInfra } from '@shop/test-kit';
import { openStorage } from '@shop/storage';
import { BSON, type Db, MongoClient } from 'mongodb';
import { temporaryFolder } from '../run/test-program.ts';
import type { Secrets } from '../run/secrets.ts';
import { takeBackup } from './backup.ts';
import { beginRestore, endRestore, isRestoring } from './databases.ts';
import { exactDocument } from './documents.ts';
import { checkBackup, otherData, restoreBackup } from './restore.ts';
import { pathToFileURL } from 'node:url';

// Real: MongoDB of the tests, and storage in a folder.
const { prefix, mongodbUri } = testInfra('backup');
const client = new MongoClient(mongodbUri);
const databases = ['orders', 'money'].map((name) => `${prefix}-${name}`);
const [orders, money] = databases.map((name) => client.db(name)) as [Db, Db];
const folder = temporaryFolder();
const storage = (name: string) => openStorage(pathToFileURL(path.join(folder, name)).href);
const secrets = { identitySecret: 'kept-with-the-data', access: { operator: 'of this server' } } as unknown as Secrets;
const source = { client, databases, storage: storage('empty'), secrets };
const target = {
  client,
  databases,
  storage: storage('empty'),
  adopt: () => {},
  record: () => {},
  skippedNumbers: 1_000,
};
let to: string;

beforeEach(() => {
  to = path.join(folder, crypto.randomUUID());
});
afterEach(async () => {
  await endRestore(client);
  await empty();
});
afterAll(async () => {
  await client.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function empty(): Promise<void> {
  for (const name of databases) await client.db(name).dropDatabase();
}

async function fill(): Promise<void> {
  await orders.createCollection('orders', { collation: { locale: 'en', strength: 2 } });
  const many = Array.from({ length: 2_500 }, (_, number) => ({
    number,
    note: crypto.randomBytes(2_000).toString('hex'),
  }));
  await orders.collection('orders').insertMany(many);
  await orders.collection('outbox').insertOne({ event: { id: '1' } });
  await money.collection('payments').insertMany([{ amount: 1 }, { amount: 2 }]);
}

const contentOf = async (db: Db, collection: string): Promise<string[]> => {
  const raw = await db.collection(collection).find({}, { raw: true }).sort({ _id: 1 }).toArray();
  return (raw as unknown as Uint8Array[]).map((document) => Buffer.from(document).toString('hex'));
};

describe('A backup', () => {
  it('is restored into an empty shop, with the same bytes in every document', async () => {
    await fill();
    const before = [await contentOf(orders, 'orders'), await contentOf(money, 'payments')];
    await takeBackup(source, to);
    await empty();
    await restoreBackup(target, to);
    expect([await contentOf(orders, 'orders'), await contentOf(money, 'payments')]).toEqual(before);
    const [{ options } = {}] = (await orders.listCollections({ name: 'orders' }).toArray()) as { options?: object }[];
    expect(options).toMatchObject({ collation: { locale: 'en', strength: 2 } });
    expect(await isRestoring(client)).toBe(false);
  });

  it('keeps numbers of every type, and fields that are called like numbers in their order', async () => {
    const document = new Map<string, unknown>([
      ['_id', 'types'],
      ['whole', new BSON.Double(3)],
      ['long', BSON.Long.fromNumber(7)],
      ['amount', BSON.Decimal128.fromString('12.30')],
      ['at', new Date(0)],
      ['bytes', new BSON.Binary(Buffer.from([1, 2, 3]))],
      ['pattern', new BSON.BSONRegExp('a+', 'i')],
      ['none', null],
      [
        'years',
        new Map<string, unknown>([
          ['2027', new BSON.Int32(2)],
          [
            '2026',
            [
              new Map([
                ['9', 'nine'],
                ['1', 'one'],
              ]),
              new BSON.Double(1),
            ],
          ],
        ]),
      ],
    ]);
    const bytes = BSON.serialize(document);
    expect(Buffer.from(BSON.serialize(exactDocument(bytes))).equals(bytes)).toBe(true);
    await orders.collection('outbox').insertOne(document as never);
    const before = await contentOf(orders, 'outbox');
    await takeBackup(source, to);
    await empty();
    await restoreBackup(target, to);
    expect(await contentOf(orders, 'outbox')).toEqual(before);
  });

  it('has all databases as they were at one moment, whatever is written while it is taken', async () => {
    await fill();
    // The first is read before all orders, the second after them.
    const [ones, others] = [orders.collection('a-pairs'), money.collection('z-pairs')];
    for (const pairs of [ones, others]) await pairs.insertOne({ number: 0 });
    let isOver = false;
    let written = 0;
    // The second of each pair is written after the first was acknowledged.
    const writing = (async () => {
      while (!isOver) {
        written += 1;
        await ones.insertOne({ number: written });
        await others.insertOne({ number: written });
      }
    })();
    await takeBackup(source, to);
    isOver = true;
    await writing;
    await empty();
    await restoreBackup(target, to);
    expect(written).toBeGreaterThan(2);
    const ahead = (await ones.countDocuments()) - (await others.countDocuments());
    expect([0, 1]).toContain(ahead);
  });

  it('can be read by its owner only, and by the tools of MongoDB', async () => {
    await fill();
    await takeBackup(source, to);
    const all = fs.readdirSync(to, { recursive: true, withFileTypes: true });
    for (const entry of all) {
      const mode = fs.statSync(path.join(entry.parentPath, entry.name)).mode & 0o077;
      expect({ name: entry.name, mode }).toEqual({ name: entry.name, mode: 0 });
    }
    const file = path.join(to, databases[1]!, 'payments.bson.gz');
    const bytes = zlib.gunzipSync(fs.readFileSync(file));
    expect(BSON.deserialize(bytes.subarray(0, bytes.readInt32LE(0)))).toMatchObject({ amount: 1 });
  });

  it('keeps the keys of the data, not those of the servers, and gives them back', async () => {
    await fill();
    await takeBackup(source, to);
    expect(fs.readFileSync(path.join(to, 'secrets.json'), 'utf8')).not.toContain('of this server');
    await empty();
    const adopted: Secrets[] = [];
    await restoreBackup({ ...target, adopt: (keys) => adopted.push(keys) }, to);
    expect(adopted).toEqual([{ identitySecret: 'kept-with-the-data' }]);
  });

  it('has the uploads', async () => {
    await fill();
    const from = storage('from');
    await from.put('originals/images/one', Buffer.from('ring'), { type: 'image/png' });
    await from.put('originals/images/two', Buffer.from('ring'), { type: 'image/jpeg' });
    await from.put('renditions/one/200.webp', Buffer.from('small'), { type: 'image/webp' });
    const { objects } = await takeBackup({ ...source, storage: from }, to);
    expect(objects).toMatchObject({ objects: 2, bytes: 8, missing: 0 });
    await empty();
    const into = storage('into');
    await restoreBackup({ ...target, storage: into }, to);
    expect(await into.get('originals/images/one')).toMatchObject({ bytes: Buffer.from('ring'), type: 'image/png' });
    expect(await into.head('originals/images/two')).toMatchObject({ type: 'image/jpeg' });
    expect(await into.head('renditions/one/200.webp')).toBeUndefined();
    await expect(restoreBackup({ ...target, storage: into }, to)).rejects.toThrow(/not empty.*the storage/);
  });

  it('says how many uploads are not there that its documents name', async () => {
    await fill();
    await money
      .collection('images')
      .insertMany([
        { original: { key: 'originals/images/there' } },
        { original: { key: 'originals/images/lost' } },
        {},
      ]);
    const from = storage('incomplete');
    await from.put('originals/images/there', Buffer.from('ring'), { type: 'image/png' });
    const { objects } = await takeBackup({ ...source, storage: from }, to);
    expect(objects).toMatchObject({ objects: 1, missing: 1 });
  });

  it('is not written over another one', async () => {
    await fill();
    await takeBackup(source, to);
    await expect(takeBackup(source, to)).rejects.toThrow(/is not empty/);
  });
});

describe('A restore', () => {
  it('changes nothing in a shop that is not empty', async () => {
    await fill();
    await takeBackup(source, to);
    await orders.collection('orders').insertOne({ number: -1 });
    await expect(restoreBackup(target, to)).rejects.toThrow(/not empty, and nothing was changed/);
    expect(await orders.collection('orders').countDocuments()).toBe(2_501);
    expect(await isRestoring(client)).toBe(false);
  });

  it.each([
    ['a byte changed', (file: string) => flip(file), /is not what was backed up/],
    ['a file is missing', (file: string) => fs.rmSync(file), /is missing/],
    ['it was interrupted', () => fs.rmSync(path.join(to, 'manifest.json')), /holds no complete backup/],
    ['it is of another version', () => edit('"format": 1', '"format": 2'), /another version of the shop/],
    ['it leads out of its folder', () => edit('"file": "secrets.json"', '"file": "../secrets.json"'), /secrets\.file/],
    ['counts were edited', () => edit('"documents": 2500', '"documents": 2499'), /does not hold the 2499 documents/],
  ])('refuses a backup of which %s', async (_, damage, message) => {
    await fill();
    await takeBackup(source, to);
    await empty();
    damage(path.join(to, databases[0]!, 'orders.bson.gz'));
    await expect(checkBackup(to)).rejects.toThrow(message);
    await expect(restoreBackup(target, to)).rejects.toThrow(message);
    expect(await client.db(databases[0]).listCollections().toArray()).toEqual([]);
  });

  it('leaves out the numbers of bills that buyers may have got after it, of this year too when it knows none', async () => {
    type Series = { _id: string; last: number };
    await fill();
    const series = orders.collection<Series>('invoice-series');
    await series.insertMany([
      { _id: 'invoice 24-25', last: 42 },
      { _id: 'credit-note 24-25', last: 7 },
    ]);
    await takeBackup(source, to);
    await empty();
    const { billNumbers } = await restoreBackup({ ...target, skippedNumbers: 500 }, to);
    const year = financialYearOf(new Date());
    const expected = {
      'invoice 24-25': 542,
      'credit-note 24-25': 507,
      [`invoice ${year}`]: 500,
      [`credit-note ${year}`]: 500,
    };
    expect(billNumbers).toEqual(expected);
    const stored = await series.find().toArray();
    expect(Object.fromEntries(stored.map(({ _id, last }) => [_id, last]))).toEqual(expected);
    expect(await money.listCollections({ name: 'invoice-series' }).hasNext()).toBe(false);
  });

  it('that was interrupted begins again', async () => {
    await fill();
    await takeBackup(source, to);
    await empty();
    await beginRestore(client, databases);
    await orders.collection('orders').insertOne({ number: -1 });
    await expect(takeBackup(source, path.join(folder, crypto.randomUUID()))).rejects.toThrow(/half restored/);
    await restoreBackup(target, to);
    expect(await orders.collection('orders').countDocuments()).toBe(2_500);
  });

  it('that ends before it is recorded for the next start can be repeated', async () => {
    await fill();
    await takeBackup(source, to);
    await empty();
    const record = () => {
      throw new Error('killed');
    };
    await expect(restoreBackup({ ...target, record }, to)).rejects.toThrow('killed');
    expect(await isRestoring(client)).toBe(true);
    await restoreBackup(target, to);
    expect(await orders.collection('orders').countDocuments()).toBe(2_500);
    const data = path.join(folder, 'data');
    fs.mkdirSync(data);
    fs.writeFileSync(path.join(data, 'demo-data.json'), '{}');
    expect(otherData(data)).toEqual(['demo-data.json']);
    fs.writeFileSync(path.join(data, 'restored.json'), '{}');
    expect(otherData(data)).toEqual([]);
  });

  it('has exactly those events published again that a handler has no record of', async () => {
    const row = (id: string, more: object = {}) => ({
      event: { id, name: 'order.created.v1', occurredAt: '2026-11-23T10:00:00.000Z' },
      publishedAt: new Date(),
      ...more,
    });
    const ids = ['handled', 'queued', 'dead'];
    const old = { event: { ...row('old').event, occurredAt: '2026-11-01T10:00:00.000Z' } };
    const waiting = { waiting: true, publishedAt: undefined };
    await orders
      .collection('outbox')
      .insertMany([...ids.map((id) => row(id)), row('old', old), row('waiting', waiting)], { ignoreUndefined: true });
    await money.collection<{ _id: string }>('event_queues').insertOne({
      _id: 'money.pay',
      ...{ handler: 'pay', events: ['order.created.v1'], since: new Date('2026-11-10') },
    });
    await money.collection<{ _id: string }>('inbox').insertOne({ _id: 'pay/handled' });
    await takeBackup(source, to);
    await empty();
    const { republished } = await restoreBackup(target, to);
    expect(republished).toBe(3);
    const again = await orders.collection('outbox').find({ relay: 'restore' }).toArray();
    expect(again.map(({ event }) => event.id).toSorted()).toEqual(['dead', 'queued', 'waiting']);
    expect(again[0]).toMatchObject({ waiting: true, leaseUntil: new Date(0) });
    expect(again[0]).not.toHaveProperty('publishedAt');
  });

  it('has every payment that is followed asked about soon, one after the other', async () => {
    const now = Date.now();
    const days = (count: number) => new Date(now + count * 86_400_000);
    await fill();
    const attempts = money.collection<{ _id: string; dueAt?: Date }>('attempts');
    const followed = Array.from({ length: 50 }, (_, number) => ({ _id: `captured-${number}`, dueAt: days(7) }));
    await attempts.insertMany([...followed, { _id: 'open', dueAt: days(-1) }, { _id: 'closed' }]);
    await takeBackup(source, to);
    await empty();
    const { asked } = await restoreBackup(target, to);
    expect(asked).toEqual({ payments: 50, spreadMs: 10_000 });
    const restored = new Map((await attempts.find().toArray()).map(({ _id, dueAt }) => [_id, dueAt]));
    expect([restored.get('open'), restored.get('closed')]).toEqual([days(-1), undefined]);
    const due = followed.map(({ _id }) => restored.get(_id)!.getTime());
    expect(Math.min(...due)).toBeGreaterThanOrEqual(now);
    expect(Math.max(...due)).toBeLessThanOrEqual(Date.now() + 10_000);
    expect(new Set(due).size).toBeGreaterThan(10);
  });

  const edit = (from: string, into: string): void => {
    const file = path.join(to, 'manifest.json');
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain(from);
    fs.writeFileSync(file, text.replace(from, into));
  };

  function flip(file: string): void {
    const bytes = fs.readFileSync(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    fs.writeFileSync(file, bytes);
  }
});
