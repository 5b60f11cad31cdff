import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@shop/test-kit';
import { MongoClient } from 'mongodb';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { end, identify, launch, untilReady, type ProcessIdentity } from '../run/process.ts';
import { temporaryFolder } from '../run/test-program.ts';
import { mongodbAnswers, mongodbServer, mongodbUri, provideMongodb } from './mongodb.ts';

describe('MongoDB', () => {
  const data = temporaryFolder();
  let running: ProcessIdentity | undefined;
  afterEach(async () => {
    if (running) await end(running);
    fs.rmSync(data, { recursive: true, force: true });
  });

  it('keeps its engine and its data when it moves to another port', async () => {
    const first = await serve();
    const written = await MongoClient.connect(mongodbUri(first));
    await written.db('moving').collection('orders').insertOne({ number: 1 });
    await written.close();
    await end(running!);
    const engine = fs.readFileSync(path.join(data, 'engine.json'), 'utf8');

    const second = await serve();
    expect(second).not.toBe(first);
    expect(await mongodbAnswers(mongodbUri(second))).toBeUndefined();
    const read = await MongoClient.connect(mongodbUri(second));
    // A transaction needs a primary that knows its own address.
    const found = await read.withSession((session) =>
      session.withTransaction(() => read.db('moving').collection('orders').findOne({ number: 1 }, { session })),
    );
    await read.close();
    expect(found).toMatchObject({ number: 1 });
    expect(fs.readFileSync(path.join(data, 'engine.json'), 'utf8')).toBe(engine);
  });

  it('writes no values of documents or queries into its log, whatever fails or is slow', async () => {
    const uri = mongodbUri(await serve());
    const client = await MongoClient.connect(uri);
    const users = client.db('people').collection<{ _id: number; name?: string }>('users');
    await client.db('people').command({ profile: 0, slowms: 0 });
    await users.insertOne({ _id: 1, name: 'asha-value' });
    await users.find({ $where: "sleep(120) || this.name === 'asha-value'" }).toArray();
    const wrong = { $inc: { name: 1 }, $set: { hash: 'asha-value' } } as object;
    await expect(users.findOneAndUpdate({ _id: 1 }, wrong)).rejects.toThrow(/non-numeric/);
    const endless = users.find({ $where: "sleep(9000) || this.name === 'asha-value'" }).maxTimeMS(50).toArray();
    await expect(endless).rejects.toThrow(/time limit/);
    const divided = [{ $match: { name: 'asha-value' } }, { $project: { part: { $divide: [1, '$name'] } } }];
    await expect(users.aggregate(divided).toArray()).rejects.toThrow(/numeric/);
    await users.insertMany([
      { _id: 2, name: 'ravi-value' },
      { _id: 3, name: 'ravi-value' },
    ]);
    await expect(users.createIndex({ name: 1 }, { unique: true })).rejects.toThrow(/duplicate key/);
    await client.close();
    await end(running!);

    const log = fs.readFileSync(path.join(data, 'mongod.log'), 'utf8');
    expect(log).toContain('Plan executor error during findAndModify');
    expect(log.split('\n').filter((line) => /-value/.test(line))).toEqual([]);
    // What an operator needs is still there.
    expect(log).toMatch(/"msg":"Waiting for connections","attr":\{"port":\d+/);
  });

  it('says what to do when the program that made the data is gone', async () => {
    fs.mkdirSync(data, { recursive: true });
    fs.writeFileSync(path.join(data, 'engine.json'), JSON.stringify({ kind: 'path', version: '3.2.1' }));
    await expect(provideMongodb(data)).rejects.toThrow(/created by mongod 3\.2\.1[^]*npm run reset/);
  });

  async function serve(): Promise<number> {
    const port = await freePort();
    const program = mongodbServer({
      program: await provideMongodb(data),
      port,
      data,
      log: path.join(data, 'mongod.log'),
    });
    const child = launch(program);
    await once(child, 'spawn');
    running = identify(child.pid!);
    await untilReady(program, () => child.exitCode === null);
    return port;
  }
});
