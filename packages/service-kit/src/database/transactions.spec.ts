import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, freePort } from '@shop/test-kit';
import mongoose, { type Connection, mongo } from 'mongoose';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OutboxInboxStore } from '../events/outbox-inbox-store.ts';
import { Transactions } from './transactions.ts';

// Real: a MongoDB of its own, because a fail point stops every commit on it.
const HANG = 'hangAndFailUnpreparedCommitAfterReservingOplogSlot';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-transactions-'));
let server: ChildProcess;
let connection: Connection;

beforeAll(async () => {
  const port = await freePort();
  const options = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'shop'];
  const limits = ['--nounixsocket', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64'];
  server = spawn(
    process.env['TEST_MONGOD'] ?? 'mongod',
    [...options, ...limits, '--setParameter', 'enableTestCommands=1'],
    { stdio: 'ignore' },
  );
  await once(server, 'spawn');
  const host = `127.0.0.1:${port}`;
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`);
  await client.db('admin').command({ replSetInitiate: { _id: 'shop', members: [{ _id: 0, host }] } });
  await eventually(async () => (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'], {
    what: 'a primary',
  });
  await client.close();
  connection = await mongoose.createConnection(`mongodb://${host}/shop?replicaSet=shop`).asPromise();
});
afterAll(async () => {
  await connection?.close();
  server?.kill('SIGKILL');
  if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  fs.rmSync(folder, { recursive: true, force: true });
});

it('reads what everybody can read already, although an earlier write of somebody else is not yet committed', async () => {
  const pieces = connection.collection<{ _id: string }>('pieces');
  await pieces.insertOne({ _id: 'ring' });
  const admin = connection.getClient().db('admin');
  const hang = (mode: 'alwaysOn' | 'off') => admin.command({ configureFailPoint: HANG, mode });
  const { count } = await hang('alwaysOn');
  const another = await connection.startSession();
  another.startTransaction();
  await connection.collection('others').insertOne({}, { session: another });
  const refused = another.commitTransaction().catch((error: Error) => error.message);
  try {
    await admin.command({ waitForFailPoint: HANG, timesEntered: Number(count) + 1, maxTimeMS: 60_000 });
    await pieces.insertOne({ _id: 'necklace' }, { writeConcern: { w: 1 } });
    const seen: boolean[] = [];
    const look = async (session: mongo.ClientSession) => {
      seen.push((await pieces.findOne({ _id: 'necklace' }, { session })) !== null);
      // Without the commit, which waits for the other one.
      throw new Error('seen');
    };
    await expect(new Transactions(connection).run(look)).rejects.toThrow('seen');
    const store = new OutboxInboxStore(connection, { EVENTS_CONFLICT_LIMIT: 0 } as never);
    await expect(store.transaction(look)).rejects.toThrow('seen');
    expect(seen).toEqual([true, true]);
  } finally {
    await hang('off');
    expect(await refused).toContain(HANG);
    await another.endSession();
  }
});
