import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { mediaHaveSources } from './0002-media-have-sources.ts';

interface Document {
  _id: string;
  original?: { key: string; size: number; sha256: string };
  source?: string;
  uploadedAt?: Date;
}

/** More than a batch. */
const COUNT = 260;
const nameAt = (index: number) => `${index % 2 ? 'demo/' : ''}ring-${String(index).padStart(3, '0')}.webp`;
const originalOf = (name: string, at: number) => ({ key: `originals/images/${name}/${at}-a`, size: 1, sha256: name });

// Real: MongoDB.
let connection: Connection;
const images = () => connection.db!.collection<Document>('images');
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('content').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

it('gives each a source and the time of its object, also when it is interrupted, and changes no newer one', async () => {
  await images().insertMany(
    Array.from({ length: COUNT }, (_, i) => ({ _id: nameAt(i), original: originalOf(nameAt(i), 1_000 + i) })),
  );
  const newer = { _id: 'zz.webp', original: originalOf('zz.webp', 5), source: 'service', uploadedAt: new Date(7) };
  await images().insertMany([newer, { _id: 'zzz.webp' }]);
  await runInterrupted(connection.db, mediaHaveSources, async () => {
    expect(await images().countDocuments({ source: { $exists: true } })).toBeLessThan(COUNT);
  });
  for (const i of [0, 1, COUNT - 1]) {
    expect(await images().findOne({ _id: nameAt(i) })).toMatchObject({
      ...{ source: i % 2 ? 'demo' : 'staff', uploadedAt: new Date(1_000 + i) },
    });
  }
  expect(await images().countDocuments({ source: { $exists: false } })).toBe(0);
  expect(await images().findOne({ _id: newer._id })).toEqual(newer);
  expect(await images().findOne({ _id: 'zzz.webp' })).not.toHaveProperty('uploadedAt');
});
