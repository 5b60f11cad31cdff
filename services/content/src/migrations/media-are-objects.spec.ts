import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { openStorage, type Storage } from '@shop/storage';
import { storageKinds, testInfra } from '@shop/test-kit';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { keysOf } from '../../test/objects.ts';
import { digestOf, type Original } from '../media/original.ts';
import { mediaAreObjects } from './0001-media-are-objects.ts';

interface Document {
  _id: string;
  type?: string;
  bytes: Buffer | mongo.Binary;
  original?: Original;
}

/** More than a batch. */
const COUNT = 60;
const nameAt = (index: number) => `${index % 2 ? 'demo/' : ''}ring-${String(index).padStart(3, '0')}`;
const bytesAt = (index: number) => Buffer.from(`bytes of ${index}`);

// Real: MongoDB and the storage.
describe.each(storageKinds())('the migration of media to %s', (_, freshStorage) => {
  let connection: Connection;
  let storage: Storage;
  const images = () => connection.db!.collection<Document>('images');
  const videos = () => connection.db!.collection<Document>('videos');

  beforeAll(async () => {
    connection = await mongoose.createConnection(testInfra('content').mongodbUri).asPromise();
  });
  afterAll(async () => {
    await connection?.dropDatabase();
    await connection?.close();
  });
  beforeEach(async () => {
    storage = openStorage(await freshStorage());
    await connection.dropDatabase();
    await images().insertMany(
      Array.from({ length: COUNT }, (__, i) => ({ _id: `${nameAt(i)}.webp`, type: 'image/webp', bytes: bytesAt(i) })),
    );
    await videos().insertMany(
      Array.from({ length: COUNT }, (__, i) => ({ _id: `${nameAt(i)}.mp4`, bytes: bytesAt(i) })),
    );
  });

  /** Every document with its object, as it is in the storage. */
  const expectCopied = async (collection: mongo.Collection<Document>, type: string) => {
    for await (const { _id, bytes, original } of collection.find()) {
      const stored = (await storage.get(original!.key))!;
      const inDocument = Buffer.from((bytes as mongo.Binary).buffer);
      expect([_id, stored.type, stored.bytes.toString()]).toEqual([_id, type, inDocument.toString()]);
      expect([original!.size, original!.sha256]).toEqual([inDocument.length, digestOf(inDocument)]);
    }
  };

  it('copies every one once, also when it is interrupted, while the service stores and removes others', async () => {
    const gone = `${nameAt(COUNT - 2)}.webp`;
    await runInterrupted(connection.db, mediaAreObjects(storage), async () => {
      expect(await images().countDocuments({ original: { $exists: true } })).toBe(50);
      await images().deleteOne({ _id: gone });
      await images().insertOne({ _id: 'zz.webp', type: 'image/webp', bytes: Buffer.from('of the version before') });
      const original = { key: 'originals/images/zzz.webp/0-new', size: 3, sha256: digestOf(Buffer.from('new')) };
      await storage.put(original.key, Buffer.from('new'), { type: 'image/webp' });
      await images().insertOne({ _id: 'zzz.webp', type: 'image/webp', bytes: Buffer.from('new'), original });
    });
    await expectCopied(images(), 'image/webp');
    await expectCopied(videos(), 'video/mp4');
    expect(await keysOf(storage, 'originals/images/')).toHaveLength(COUNT + 1);
    expect(await keysOf(storage, 'originals/videos/')).toHaveLength(COUNT);
    expect((await images().findOne({ _id: 'zzz.webp' }))!.original!.key).toBe('originals/images/zzz.webp/0-new');
  });

  it('names no object that is not what was stored', async () => {
    const broken: Storage = {
      get: async (key) => ({ ...(await storage.get(key))!, bytes: Buffer.from('something else') }),
      put: (...parts) => storage.put(...parts),
      head: (key) => storage.head(key),
      list: (prefix) => storage.list(prefix),
      delete: (key) => storage.delete(key),
    };
    const context = { cursor: undefined, saveCursor: () => Promise.resolve(), log: { log: () => {}, warn: () => {} } };
    await expect(mediaAreObjects(broken).run({ db: connection.db!, ...context })).rejects.toThrow(
      'is not what was stored',
    );
    expect(await images().countDocuments({ original: { $exists: true } })).toBe(0);
    await mediaAreObjects(storage).run({ db: connection.db!, ...context });
    await expectCopied(images(), 'image/webp');
  });
});
