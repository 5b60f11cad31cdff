// For `npm run bench -- orders-search`: node test/search-orders.ts <MongoDB> fill <orders>, or
// node test/search-orders.ts <MongoDB> ask <orders> <searches> <url of the service> <cookie>, which writes a line of JSON.
import mongoose from 'mongoose';
import type { Order } from '../src/orders/order.schema.ts';
import { searchWordsOf, wordsSearched } from '../src/orders/search-words.ts';
import { orderNumbered, randomFrom, searchFor } from './orders-corpus.ts';

const BATCH = 1_000;
/** So few are also asked as before, which takes seconds. */
const ONE_IN = 10;
/** Not counted. */
const WARM_UP = 30;

type Db = mongoose.mongo.Db;

/** The words of an order before their beginnings were stored. */
const wholeWords = (order: Order): string[] => {
  const words = searchWordsOf(order);
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
};

/** The orders, and beside them how they were before, with their indexes of then. */
async function fill(db: Db, size: number): Promise<void> {
  const before = db.collection<Order>('orders-before');
  await before.createIndex({ words: 1 });
  await before.createIndex({ createdAt: -1, _id: -1 });
  await before.createIndex({ 'payment.providerPaymentId': 1, 'payment.provider': 1 });
  await before.createIndex({ 'invoice.number': 1 });
  for (let from = 0; from < size; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - from) }, (_, index) => orderNumbered(from + index));
    await db.collection<Order>('orders').insertMany(batch.map((order) => ({ ...order, words: searchWordsOf(order) })));
    await before.insertMany(batch.map((order) => ({ ...order, words: wholeWords(order) })));
  }
}

/** One after the other, in turns: both meet the same load of the machine. */
async function ask(db: Db, size: number, searches: number, url: string, cookie: string) {
  const random = randomFrom(20);
  const times: { q: string; ms: number; beforeMs?: number }[] = [];
  for (let time = 0; time < searches + WARM_UP; time += 1) {
    const q = searchFor(orderNumbered(Math.floor(random() * size)), random);
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1/admin/orders?${new URLSearchParams({ q, limit: '20' })}`, {
      headers: { cookie },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`“${q}” is answered ${answer.status}`);
    const ms = performance.now() - began;
    const again = performance.now();
    if (time % ONE_IN === 0) await searchOfBefore(db, q);
    times.push({ q, ms, ...(time % ONE_IN === 0 && { beforeMs: performance.now() - again }) });
  }
  const { totalIndexSize } = (await db.command({ collStats: 'orders' })) as { totalIndexSize: number };
  return { times: times.slice(WARM_UP), totalIndexSize };
}

/** Of release 0033: beginnings of words as regular expressions, and all of what they match counted. */
async function searchOfBefore(db: Db, q: string): Promise<void> {
  const filter = {
    $or: [
      { 'payment.providerPaymentId': q },
      { 'invoice.number': q.toUpperCase() },
      { $and: wordsSearched(q).map(({ word }) => ({ words: new RegExp(`^${RegExp.escape(word)}`) })) },
    ],
  };
  const before = db.collection<Order>('orders-before');
  await Promise.all([
    before.find(filter).sort({ createdAt: -1, _id: -1 }).limit(20).toArray(),
    before.countDocuments(filter),
  ]);
}

const [uri, what, size, searches, url, cookie] = process.argv.slice(2);
const { connection } = await mongoose.connect(uri!);
try {
  if (what === 'fill') await fill(connection.db!, Number(size));
  else process.stdout.write(JSON.stringify(await ask(connection.db!, Number(size), Number(searches), url!, cookie!)));
} finally {
  await mongoose.disconnect();
}
