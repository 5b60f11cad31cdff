import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import mongoose, { Schema } from 'mongoose';
import { startTestService, type TestService } from '../testing/index.ts';
import { Database } from '../database/database.module.ts';
import { ProbeModule } from '../../test/probe.module.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

const log = { log: () => {}, warn: () => {} };

async function start(options: { migrated?: boolean; migrations?: Migration[] } = {}): Promise<TestService> {
  const service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    ready: options.migrated !== false,
    ...options,
  });
  closing.push(service.close);
  return service;
}

const readiness = async ({ url }: TestService) => {
  const answer = await fetch(`${url}/health/ready`);
  return { status: answer.status, ...((await answer.json()) as { why?: string }) };
};

const make = ({ url }: TestService) =>
  fetch(`${url}/api/v1/probe/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ring' }),
  });

describe('a service', () => {
  it('is not ready before its database is migrated, builds nothing, and is ready afterwards without a restart', async () => {
    const migrations = [{ id: '0001-first', run: async () => {} }];
    const service = await start({ migrated: false, migrations });
    await eventually(
      async () => (await readiness(service)).why?.includes('run `npm run migrate -- catalog`') === true,
      {
        what: 'readiness naming the command',
      },
    );
    const { status, why } = await readiness(service);
    expect(status).toBe(503);
    expect(why).toMatch(/indexes missing: .*idempotency-keys\.keepUntil_1.*; migrations pending: 0001-first; run `npm/);
    expect(await service.connection.listCollections()).not.toContainEqual(
      expect.objectContaining({ name: 'idempotency-keys' }),
    );

    await migrate({ connection: service.connection, migrations, log });
    await eventually(async () => (await readiness(service)).status === 200, { what: 'the service being ready' });
    expect((await make(service)).status).toBe(201);
  });

  it('of the version before goes on working while the next one migrates and drops its indexes', async () => {
    const service = await start();
    const next = mongoose.createConnection();
    const options = { collection: 'idempotency-keys', autoCreate: false, autoIndex: false };
    const schema = new Schema({ _id: String, body: String }, options);
    schema.index({ body: 1 });
    next.model('IdempotencyKey', schema);
    await next.openUri(service.environment['MONGODB_URI']!);
    closing.push(() => next.close());

    const statuses: number[] = [];
    const expand: Migration = {
      id: '0001-expand',
      run: async ({ db, saveCursor }) => {
        for (let batch = 0; batch < 3; batch++) {
          statuses.push((await make(service)).status, (await readiness(service)).status);
          await db.collection('idempotency-keys').updateMany({}, { $set: { body: `batch ${batch}` } });
          await saveCursor(batch);
        }
      },
    };
    const report = await migrate({ connection: next, migrations: [expand], log });
    expect(report).toMatchObject({
      built: ['idempotency-keys.body_1'],
      migrations: ['0001-expand'],
      dropped: ['idempotency-keys.keepUntil_1'],
    });
    statuses.push((await make(service)).status, (await readiness(service)).status);
    expect(statuses).toEqual([201, 200, 201, 200, 201, 200, 201, 200]);
  });

  it('that was ready once stays ready when an index is dropped right after', async () => {
    const service = await start({ migrated: false });
    await eventually(async () => (await readiness(service)).why?.includes('indexes missing') === true, {
      what: 'the connection',
    });
    await migrate({ connection: service.connection, log });
    await eventually(async () => (await readiness(service)).status === 200, { what: 'the service being ready' });
    await service.connection.collection('idempotency-keys').dropIndex('keepUntil_1');
    await service.app.get(Database).ready();
    expect((await readiness(service)).status).toBe(200);
  });

  it('is ready although indexes are left that no schema declares', async () => {
    const service = await start({ migrated: false });
    await eventually(() => service.connection.readyState === 1, { what: 'the connection' });
    await service.connection.collection('outbox').createIndex({ leftover: 1 });
    await migrate({ connection: service.connection, log, keepOldIndexes: true });
    await eventually(async () => (await readiness(service)).status === 200, { what: 'the service being ready' });
  });
});
