import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runInterrupted } from '@shop/service-kit/testing';
import { testInfra } from '@shop/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { HOME } from '../../test/service-harness.ts';
import type { Order } from '../orders/order.schema.ts';
import { ordersHaveSearchWords } from './0001-orders-have-search-words.ts';
import { ordersHaveBeginningsOfWords } from './0005-orders-have-beginnings-of-words.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(testInfra('cart-order-migrations').mongodbUri).asPromise();
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
});

it('gives every order the words it is found by and the code of its country, interrupted or not', async () => {
  const orders = connection.collection<Order>('orders');
  const lines = [{ product: { name: 'Noor Jhumka', productGroup: 'AR-1042' } }] as Order['lines'];
  await orders.insertMany(
    Array.from({ length: 450 }, (_, index) => ({
      _id: index.toString(16).padStart(24, '0'),
      shippingInfo: { ...HOME, country: 'INDIA', city: 'São Paulo' },
      lines,
    })) as Order[],
  );
  await runInterrupted(connection.db, ordersHaveSearchWords);
  const found = { words: { $all: ['noor', 'jhumka', 'ar1042', 'sao', '9876543210', 'asha'] } };
  const chosen = { 'shippingInfo.country': 'India', 'shippingInfo.countryCode': 'IN' };
  expect(await orders.countDocuments({ ...found, ...chosen })).toBe(450);
});

it('gives every order the beginnings of its words, interrupted or not', async () => {
  const orders = connection.collection<Order>('orders');
  await orders.updateMany({}, { $set: { words: ['asha', 'noor', 'jhumka'] } });
  await runInterrupted(connection.db, ordersHaveBeginningsOfWords);
  expect(await orders.countDocuments({ words: { $all: ['asha', 'as', 'jhumk', 'ar1042', '4321'] } })).toBe(450);
});
