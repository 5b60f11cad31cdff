import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { startTestService, type TestService } from '../testing/index.ts';
import { make, Probe, ProbeModule, type Shelf, SHELF } from '../../test/probe.module.ts';

let service: TestService;
let probe: Probe;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: ProbeModule, environment: { IDEMPOTENCY_LEASE: '30s' } });
  probe = service.app.get(Probe);
});
afterAll(() => service.close());
beforeEach(() => {
  probe.gate = Promise.resolve();
  probe.entered = 0;
});

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;

const things = () => service.connection.collection('things').countDocuments();

async function ask(
  what: 'things' | 'parcels' | 'quoted',
  body: object,
  key?: string,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${service.url}/api/v1/probe/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}), ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { id?: string; code?: string } };
}

describe('work in one transaction', () => {
  it('is done each time without a key', async () => {
    const before = await things();
    await ask('things', { name: 'ring' });
    await ask('things', { name: 'ring' });
    expect(await things()).toBe(before + 2);
  });

  it('is done once under a key, and a repetition gets the same answer', async () => {
    const before = await things();
    const key = newKey();
    const first = await ask('things', { name: 'ring' }, key);
    expect(first.status).toBe(201);
    expect(await ask('things', { name: 'ring' }, key)).toEqual(first);
    expect(await things()).toBe(before + 1);
  });

  it('takes another spelling of the same body for the same body', async () => {
    const key = newKey();
    const first = await ask('parcels', { name: 'ring', note: { a: 1, b: 2 } }, key);
    expect(await ask('parcels', { note: { b: 2, a: 1 }, name: 'ring' }, key)).toEqual(first);
  });

  it('refuses another body under the same key', async () => {
    const key = newKey();
    await ask('things', { name: 'ring' }, key);
    expect(await ask('things', { name: 'bangle' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency.mismatch' },
    });
  });

  it('keeps the keys of different people apart', async () => {
    const key = newKey();
    const asha = await ask('things', { name: 'ring' }, key, await service.signIn());
    const ravi = await ask('things', { name: 'ring' }, key, await service.signIn());
    expect(ravi.status).toBe(201);
    expect(ravi.body.id).not.toBe(asha.body.id);
  });

  it('answers 409 while the first is still running, and its answer afterwards', async () => {
    const key = newKey();
    const open = probe.hold();
    const running = ask('things', { name: 'ring' }, key);
    await eventually(() => probe.entered === 1, { what: 'the first request running' });
    expect(await ask('things', { name: 'ring' }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency.in-progress' },
    });
    open();
    const first = await running;
    expect(await ask('things', { name: 'ring' }, key)).toEqual(first);
  });

  it('is done once when twenty ask at the same moment', async () => {
    const before = await things();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('things', { name: 'ring' }, key)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await things()).toBe(before + 1);
  });

  it.each(['refuse', 'break'] as const)('frees the key and keeps nothing when it fails (%s)', async (fail) => {
    const before = await things();
    const key = newKey();
    expect((await ask('things', { name: 'ring', fail }, key)).status).toBe(fail === 'refuse' ? 429 : 500);
    expect(await things()).toBe(before);
    expect((await ask('things', { name: 'ring' }, key)).status).toBe(201);
    expect(await things()).toBe(before + 1);
  });

  it('forgets a key after 24 hours', async () => {
    const key = newKey();
    const first = await ask('things', { name: 'ring' }, key);
    service.clock.advance(24 * 3_600_000 - 60_000);
    expect((await ask('things', { name: 'ring' }, key)).body.id).toBe(first.body.id);
    service.clock.advance(60_000);
    const later = await ask('things', { name: 'bangle' }, key);
    expect(later.status).toBe(201);
    expect(later.body.id).not.toBe(first.body.id);
  });

  it('belongs to the transaction that has it, however long that takes', async () => {
    const before = await things();
    const key = newKey();
    const open = probe.hold();
    const slow = ask('things', { name: 'ring' }, key);
    await eventually(() => probe.entered === 1, { what: 'the first request running' });
    service.clock.advance(31_000);
    expect((await ask('things', { name: 'ring' }, key)).status).toBe(409);
    open();
    expect((await slow).status).toBe(201);
    expect(await things()).toBe(before + 1);
  });

  it('is free as soon as the transaction of another instance that had it ended without a commit', async () => {
    const before = await things();
    const key = newKey();
    const _id = crypto
      .createHash('sha256')
      .update(JSON.stringify([make.id, null, key]))
      .digest('base64url');
    const other = await service.connection.startSession();
    other.startTransaction();
    await service.connection.collection('idempotency-keys').insertOne({ _id: _id as never }, { session: other });
    expect((await ask('things', { name: 'ring' }, key)).status).toBe(409);
    await other.abortTransaction();
    await other.endSession();
    expect((await ask('things', { name: 'ring' }, key)).status).toBe(201);
    expect(await things()).toBe(before + 1);
  });

  it('refuses a key that is none', async () => {
    expect(await ask('things', { name: 'ring' }, 'x'.repeat(300))).toMatchObject({
      status: 400,
      body: { code: 'request.invalid' },
    });
  });
});

describe('work that is one update of one document', () => {
  const shelf = async () =>
    (await service.connection.collection<Shelf>('shelves').findOne({ _id: SHELF })) ?? { things: [], outcomes: [] };

  it('is done once under a key, and each time without one', async () => {
    const before = (await shelf()).things.length;
    const key = newKey();
    const first = await ask('quoted', { name: 'ring' }, key);
    expect(first.status).toBe(201);
    expect(await ask('quoted', { name: 'ring' }, key)).toEqual(first);
    await ask('quoted', { name: 'ring' });
    await ask('quoted', { name: 'ring' });
    expect((await shelf()).things.length).toBe(before + 3);
  });

  it('knows every key for 24 hours, however many came after it', async () => {
    const before = (await shelf()).things.length;
    const asked = await Promise.all(Array.from({ length: 5 }, async () => ask('quoted', { name: 'ring' }, newKey())));
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 201));
    const all = Array.from({ length: 20 }, newKey);
    const first = [];
    for (const key of all) first.push(await ask('quoted', { name: 'ring' }, key));
    expect((await shelf()).outcomes!.length).toBeLessThanOrEqual(8);
    const again = [];
    for (const key of all) again.push(await ask('quoted', { name: 'ring' }, key));
    expect(again).toEqual(first);
    expect(await ask('quoted', { name: 'bangle' }, all[0])).toMatchObject({ status: 422 });
    expect((await shelf()).things.length).toBe(before + 25);
    service.clock.advance(24 * 3_600_000 + 1_000);
    expect((await ask('quoted', { name: 'ring' }, all[0])).body.id).not.toBe(first[0]!.body.id);
    expect((await ask('quoted', { name: 'ring' }, all[19])).body.id).not.toBe(first[19]!.body.id);
  });

  it('is done once when twenty ask at the same moment, and all get its answer', async () => {
    const before = (await shelf()).things.length;
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('quoted', { name: 'ring' }, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await shelf()).things.length).toBe(before + 1);
  });

  it('is not done again by an instance that saw the document before another did it', async () => {
    await ask('quoted', { name: 'ring' }, newKey());
    const { seen } = probe;
    const key = newKey();
    const first = await ask('quoted', { name: 'ring' }, key);
    const things = (await shelf()).things.length;
    probe.seen = seen;
    expect(await ask('quoted', { name: 'ring' }, key)).toEqual(first);
    expect((await shelf()).things.length).toBe(things);
  });

  it('is not done twice when the answer of the database was lost, with a key or without', async () => {
    const before = (await shelf()).things.length;
    const lose = () => Object.assign(probe, { seen: undefined, answerLost: true });
    lose();
    expect((await ask('quoted', { name: 'ring' })).status).toBe(500);
    expect((await shelf()).things.length).toBe(before + 1);
    lose();
    expect((await ask('quoted', { name: 'ring' }, newKey())).status).toBe(201);
    expect((await shelf()).things.length).toBe(before + 2);
  });

  it('gets its answer also when what it asks first is not there any more', async () => {
    const key = newKey();
    const { seen } = probe;
    const first = await ask('quoted', { name: 'ring' }, key);
    expect(await ask('quoted', { name: 'ring', fail: 'refuse' }, newKey())).toMatchObject({ status: 429 });
    probe.offered = false;
    probe.seen = seen;
    expect(await ask('quoted', { name: 'ring' }, key)).toEqual(first);
    expect(await ask('quoted', { name: 'bangle' }, key)).toMatchObject({ status: 422 });
    expect(await ask('quoted', { name: 'ring' }, newKey())).toMatchObject({ status: 429 });
    probe.offered = true;
  });
});

describe('work that leaves the service', () => {
  it('is done once under a key', async () => {
    const key = newKey();
    const sent = probe.sent.length;
    const first = await ask('parcels', { name: 'ring' }, key);
    expect(await ask('parcels', { name: 'ring' }, key)).toEqual(first);
    expect(probe.sent.length).toBe(sent + 1);
  });

  it('is resumed with the same work id after its outcome was lost, and not begun again', async () => {
    const key = newKey();
    const sent = probe.sent.length;
    expect((await ask('parcels', { name: 'ring', fail: 'break' }, key)).status).toBe(500);
    const workId = probe.sent.at(-1);
    const retried = await ask('parcels', { name: 'ring', fail: 'break' }, key);
    expect(retried).toMatchObject({ status: 200, body: { id: workId } });
    expect(probe.resumed).toContain(workId);
    expect(probe.sent.length).toBe(sent + 1);
  });

  it('is taken over when its process died, once the lease has ended', async () => {
    const key = newKey();
    const open = probe.hold();
    // The first request hangs: to others it looks like a process that died.
    const dead = ask('parcels', { name: 'ring' }, key);
    await eventually(() => probe.entered === 1, { what: 'the first request running' });
    const workId = probe.sent.at(-1);
    expect((await ask('parcels', { name: 'ring' }, key)).status).toBe(409);
    service.clock.advance(31_000);
    probe.gate = Promise.resolve();
    expect(await ask('parcels', { name: 'ring' }, key)).toMatchObject({ status: 200, body: { id: workId } });
    expect(probe.resumed).toContain(workId);
    open();
    expect((await dead).status).toBe(409);
  });

  it('frees the key when it is refused', async () => {
    const key = newKey();
    expect((await ask('parcels', { name: 'ring', fail: 'refuse' }, key)).status).toBe(429);
    expect((await ask('parcels', { name: 'bangle' }, key)).status).toBe(200);
  });
});
