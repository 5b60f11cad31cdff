import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { inBatches } from './in-batches.ts';

interface Thing {
  _id: number;
  name: string;
  seen: number;
}

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('in-batches').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

it('works on every document once, also when it was stopped at a cursor in the middle', async () => {
  const things = connection.db!.collection<Thing>('things');
  await things.insertMany(Array.from({ length: 25 }, (_, _id) => ({ _id, name: `Thing ${_id}`, seen: 0 })));
  const sizes: number[] = [];
  const cursors: number[] = [];
  const run = (cursor: number | undefined, stopAt?: number) =>
    inBatches<Thing>(
      {
        cursor,
        saveCursor: async (next) => {
          cursors.push(next);
          if (next === stopAt) throw new Error('stopped');
        },
      },
      things,
      { size: 10, fields: ['name'] },
      async (batch) => {
        sizes.push(batch.length);
        expect(Object.keys(batch[0]!)).toEqual(['_id', 'name']);
        await things.updateMany({ _id: { $in: batch.map(({ _id }) => _id) } }, { $inc: { seen: 1 } });
      },
    );
  await expect(run(undefined, 9)).rejects.toThrow('stopped');
  await run(cursors.at(-1));
  expect({ sizes, cursors }).toEqual({ sizes: [10, 10, 5], cursors: [9, 19, 24] });
  expect(await things.countDocuments({ seen: 1 })).toBe(25);
});
