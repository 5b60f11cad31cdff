import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { numberOrdersFromBeforeInvoices } from './0002-number-orders-from-before-invoices.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('cart-order-numbers').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

it('makes old orders due that were never numbered, in batches, and goes on where it was stopped', async () => {
  const orders = connection.collection<{ _id: string; numbersDue?: boolean }>('orders');
  const due = () => orders.countDocuments({ numbersDue: true });
  const id = (index: number) => String(index).padStart(24, '0');
  const old = Array.from({ length: 1_200 }, (_, index) => ({ _id: id(index) }));
  await orders.insertMany([...old, { _id: id(5_000), numbersDue: false }, { _id: id(5_001), numbersDue: true }]);
  await runInterrupted(connection.db, numberOrdersFromBeforeInvoices, async () => expect(await due()).toBe(501));
  expect(await due()).toBe(1_201);
  expect(await orders.findOne({ _id: id(5_000) })).toMatchObject({ numbersDue: false });
});
