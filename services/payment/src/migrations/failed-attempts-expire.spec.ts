import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import type { Attempt } from '../attempts/attempt.schema.ts';
import { failedAttemptsExpire } from './0001-failed-attempts-expire.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('payment-migrations').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

const DAY = 24 * 3_600_000;
const at = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY);

it('gives failed attempts that nobody watches any more the time of their deletion, and no other', async () => {
  const attempts = connection.collection<Attempt>('attempts');
  const id = (index: number) => index.toString(16).padStart(24, '0');
  const expiresAt = at(-50);
  const rest: Partial<Attempt>[] = [
    { state: 'failed', watchUntil: at(-47) },
    { state: 'failed', watchUntil: at(2) },
    { state: 'failed', keepUntil: at(300) },
    { state: 'captured', watchUntil: at(-1) },
    { state: 'open' },
  ];
  const never = Array.from({ length: 600 }, (): Partial<Attempt> => ({ state: 'failed' }));
  const old = [...never, ...rest].map((fields, index) => ({ _id: id(index), expiresAt, ...fields }));
  await attempts.insertMany(old as Attempt[]);
  await runInterrupted(connection.db, failedAttemptsExpire(400 * DAY));
  expect(await attempts.countDocuments({ _id: { $lt: id(600) }, keepUntil: at(350) })).toBe(600);
  const others = await attempts
    .find({ _id: { $gte: id(600) } })
    .sort({ _id: 1 })
    .toArray();
  expect(others.map(({ keepUntil }) => keepUntil)).toEqual([at(353), undefined, at(300), undefined, undefined]);
});
