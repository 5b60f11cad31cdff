import { type ChildProcess, execFile, fork } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testInfra } from '@shop/test-kit';
import mongoose from 'mongoose';

// A process cannot kill itself inside the test runner: the proofs' service runs as a child process.
const SERVICE = path.resolve(import.meta.dirname, '../../proof-service');

describe('a process that is killed', () => {
  const children: ChildProcess[] = [];
  let parts: ReturnType<typeof testInfra>;
  let database: mongoose.Connection;

  const start = (environment: Record<string, string> = {}) => {
    const child = fork(path.join(SERVICE, 'dist/main.js'), {
      execArgv: [],
      env: {
        MONGODB_URI: parts.mongodbUri,
        RABBITMQ_URL: parts.rabbitmqUrl,
        EVENTS_PREFIX: `${parts.prefix}.`,
        EVENTS_OUTBOX_LEASE: '300ms',
        EVENTS_OUTBOX_SWEEP: '100ms',
        EVENTS_RETRY_DELAYS: '50ms,100ms',
        EVENTS_QUEUE_LIFE: '10m',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    children.push(child);
    return child;
  };
  const heard = (child: ChildProcess, told: string) =>
    new Promise<void>((resolve) => {
      child.on('message', (report: { told: string }) => {
        if (report.told === told) resolve();
      });
    });
  const gone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

  beforeAll(async () => {
    const rspack = path.resolve(import.meta.dirname, '../../../../node_modules/@rspack/cli/bin/rspack.js');
    await promisify(execFile)(process.execPath, [rspack, 'build', '--config', 'rspack.config.ts'], { cwd: SERVICE });
  });

  beforeEach(async () => {
    parts = testInfra('crashes');
    database = await mongoose.createConnection(parts.mongodbUri).asPromise();
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await database.dropDatabase();
    await database.close();
  });

  it.each([
    ['between commit and publish', 'before-publish'],
    ['between publish and confirm', 'before-confirm'],
    ['between confirm and marking the event as published', 'before-mark'],
    ['between effect and acknowledgement', 'before-ack'],
  ])('%s leaves no event without its effect, and none with two', async (_, point) => {
    const doomed = start({ CRASH_AT: point, CRASH_AFTER: '3' });
    await heard(doomed, 'ready');
    doomed.send({ tell: 'load', keys: 10, writers: 3, pauseMs: 1 });
    await eventually(() => gone(doomed), { what: 'it being killed' });
    const successor = start();
    await heard(successor, 'ready');
    await eventually(async () => {
      const things = await database.collection<{ _id: string; n: number }>('things').find().toArray();
      const copies = await database.collection<{ _id: string; sum: number; n: number }>('copies').find().toArray();
      expect(copies.map(({ _id, sum, n }) => ({ _id, sum, n })).toSorted(byId)).toEqual(
        things.map(({ _id, n }) => ({ _id, sum: n, n })).toSorted(byId),
      );
    });
    const effects = await database.collection('effects').distinct('eventId');
    expect(effects.length).toBeGreaterThan(0);
    expect(await database.collection('effects').countDocuments()).toBe(effects.length);
  });
});

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1);
