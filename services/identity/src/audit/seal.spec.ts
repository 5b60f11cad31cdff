import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerOf, identity } from '@shop/contracts';
import { Transactions } from '@shop/service-kit';
import { TEST_SERVICE_TOKEN } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { type IdentityHarness, KEY_OF_TRAIL, startIdentity } from '../../test/identity-harness.ts';
import { Erasures } from '../users/erasures.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { AuditEntry, StoredHead, StoredSeal } from './audit.schema.ts';
import { AuditMarks } from './marks.ts';
import { AuditSealing } from './sealing.ts';

type Check = AnswerOf<typeof identity.checkAudit>;

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ AUDIT_SEAL_EVERY: '365d', ERASURE_SWEEP: '50ms' });
  await eventually(async () => (await heads().countDocuments()) === 1, { what: 'the first run of the job' });
  // Entries without a mark are strangers from now on. The job is not due again for a year.
  harness.service.clock.advance(2 * 3_600_000);
});
afterAll(() => harness?.close());

const collection = <T extends object>(name: string) => harness.service.connection.db!.collection<T>(name);
const entries = () => collection<AuditEntry>('audit');
const seals = () => collection<StoredSeal>('audit-seals');
const heads = () => collection<StoredHead>('audit-head');
const get = <T>(token: new (...args: never[]) => T): T => harness.service.app.get(token, { strict: false });
const seal = () => get(AuditSealing).seal();

const int = (below: number) => crypto.randomInt(below);
const one = <T>(list: readonly T[]): T => list[int(list.length)]!;
const two = <T>(list: readonly T[]): [T, T] => {
  const first = int(list.length);
  return [list[first]!, list[(first + 1 + int(list.length - 1)) % list.length]!];
};

/** As identity stores one that arrived. */
function arrived(fields: Partial<AuditEntry> = {}): AuditEntry {
  const _id = crypto.randomUUID();
  const subject = one(['order', 'product', 'ring-size', 'user']);
  const sides: Pick<AuditEntry, 'before' | 'after'> = one([
    { before: { price: int(100), name: 'Asha' }, after: { price: 100 + int(100), name: 'Asha Rao' } },
    { before: null, after: { name: 'Meera', email: 'meera@example.com', role: 'user' } },
    { before: { deep: { b: [1, { y: 2, x: 1 }], a: null } }, after: {} },
  ]);
  const entry = {
    actorId: 'a'.repeat(24),
    actorName: one(['Kavi', 'Mira']),
    action: `${subject}.changed`,
    subject,
    subjectId: crypto.randomBytes(12).toString('hex'),
    ...sides,
    ...(int(2) === 0 && { reason: 'It was asked for' }),
    at: new Date(Date.UTC(2026, 10, 1 + int(20), int(24), int(60))),
    ...fields,
  };
  return { ...entry, _id, mark: get(AuditMarks).ofEntry(_id, entry) };
}
const record = (count: number, fields?: Partial<AuditEntry>) =>
  entries().insertMany(Array.from({ length: count }, () => arrived(fields)));

/** As `npm run audit -- check` asks. */
async function check(kept?: string): Promise<Pick<Check, 'faults' | 'head' | 'waiting'>> {
  const faults: Check['faults'] = [];
  for (let after = 0; ;) {
    const query = new URLSearchParams({ after: String(after), ...(kept && { kept }) });
    const response = await fetch(`${harness.service.url}/internal/audit/check?${query}`, {
      headers: { 'x-service-token': TEST_SERVICE_TOKEN },
    });
    expect(response.status).toBe(200);
    const part = (await response.json()) as Check;
    faults.push(...part.faults);
    if (part.next === null) return { faults, head: part.head, waiting: part.waiting };
    after = part.next;
  }
}

async function clear(): Promise<void> {
  await Promise.all([entries().deleteMany({}), seals().deleteMany({}), heads().deleteMany({})]);
  const since = new Date(0);
  const first = get(AuditMarks).headOf({ seq: 0, digest: '', since });
  await heads().insertOne({ _id: 'head', ...first });
}

/** What somebody does who can write to the database, and which entries or numbers have to be named. */
const TAMPERING: Record<string, () => Promise<(string | number)[]>> = {
  async 'a field changed'() {
    const { _id } = one(await entries().find().toArray());
    const [field, value] = one<[string, unknown]>([
      ['actorId', 'b'.repeat(24)],
      ['actorName', 'Nobody'],
      ['action', 'order.refunded'],
      ['subject', 'banner'],
      ['subjectId', 'c'.repeat(24)],
      ['after.price', -1],
      ['before', { price: 1 }],
      ['reason', 'Another one'],
      ['at', new Date(0)],
      ['extra', true],
    ]);
    await entries().updateOne({ _id }, { $set: { [field]: value } });
    return [_id];
  },
  async 'the name in an entry of an account changed'() {
    const { _id } = one(
      await entries()
        .find({ subject: 'user', 'after.name': { $exists: true } })
        .toArray(),
    );
    await entries().updateOne({ _id }, { $set: { 'after.name': 'Somebody' } });
    return [_id];
  },
  async 'an account erased that exists'() {
    const { id } = await get(UsersRepository).create({
      name: 'Lata',
      email: `${crypto.randomUUID()}@example.com`,
      role: 'user',
    });
    const { insertedIds } = await record(1, {
      subject: 'user',
      subjectId: id as string,
      before: { name: 'L' },
      after: { name: 'Lata' },
    });
    await seal();
    await entries().updateOne(
      { _id: insertedIds[0]! },
      { $unset: { 'before.name': 1, 'after.name': 1, 'mark.salt': 1 } },
    );
    return [insertedIds[0]!];
  },
  async 'an entry removed'() {
    const { _id } = one(await entries().find().toArray());
    await entries().deleteOne({ _id });
    return [_id];
  },
  async 'an entry removed with its seal'() {
    const { _id, seq } = one(await entries().find().toArray());
    await entries().deleteOne({ _id });
    await seals().deleteOne({ _id: seq! });
    return [seq!];
  },
  async 'the last ones removed with their seals'() {
    const from = (await seals().countDocuments()) - int(5);
    await entries().deleteMany({ seq: { $gte: from } });
    await seals().deleteMany({ _id: { $gte: from } });
    return [from];
  },
  async 'a seal removed'() {
    const { _id, seq } = one(await entries().find().toArray());
    await seals().deleteOne({ _id: seq! });
    return [_id, seq!];
  },
  async 'the contents of two swapped'() {
    const [a, b] = two(await entries().find().toArray());
    const isWithMark = int(2) === 0;
    const put = (
      { _id, seq }: AuditEntry,
      { _id: _, seq: __, mark: ___, ...content }: AuditEntry,
      mark: AuditEntry['mark'],
    ) => entries().replaceOne({ _id }, { ...content, seq: seq!, mark: mark! } as never);
    await put(a, b, isWithMark ? b.mark : a.mark);
    await put(b, a, isWithMark ? a.mark : b.mark);
    return [a._id, b._id];
  },
  async 'the numbers of two swapped'() {
    const [a, b] = two(await entries().find().toArray());
    await entries().updateOne({ _id: a._id }, { $set: { seq: b.seq! } });
    await entries().updateOne({ _id: b._id }, { $set: { seq: a.seq! } });
    return [a._id, b._id];
  },
  async 'the numbers and seals of two swapped'() {
    const [a, b] = two(await entries().find().toArray());
    const [ofA, ofB] = await Promise.all(
      [a, b].map(async ({ seq }) => (await seals().findOneAndDelete({ _id: seq! }))!),
    );
    await seals().insertMany([
      { ...ofA!, _id: b.seq! },
      { ...ofB!, _id: a.seq! },
    ]);
    await entries().updateOne({ _id: a._id }, { $set: { seq: b.seq! } });
    await entries().updateOne({ _id: b._id }, { $set: { seq: a.seq! } });
    return [a._id, b._id];
  },
  async 'an entry inserted, as if it waited'() {
    const { mark: _, ...entry } = arrived();
    const copied = (await entries().findOne({}))!.mark!;
    await entries().insertOne({ ...entry, ...(int(2) === 0 && { mark: copied }) } as AuditEntry);
    await seal();
    return [entry._id];
  },
  async 'an entry inserted under a number that is taken'() {
    const { seq } = one(await entries().find().toArray());
    const entry = { ...arrived(), seq: seq! };
    await entries().insertOne(entry);
    return [entry._id];
  },
  async 'an entry inserted at the end, with a seal and the head'() {
    const seq = (await seals().countDocuments()) + 1;
    const entry = { ...arrived(), seq };
    await entries().insertOne(entry);
    const digest = crypto.randomBytes(32).toString('hex');
    const { keyId, mac } = entry.mark!;
    await seals().insertOne({ _id: seq, entryId: entry._id, mac, keyId, digest });
    await heads().updateOne({}, { $set: { seq, digest } });
    return [entry._id];
  },
  async 'a number taken away'() {
    const { _id } = one(await entries().find().toArray());
    await entries().updateOne({ _id }, { $unset: { seq: 1 } });
    await seal();
    return [_id];
  },
  async 'a digest changed'() {
    const { _id } = one(await seals().find().toArray());
    await seals().updateOne({ _id }, { $set: { digest: 'f'.repeat(64) } });
    return [_id];
  },
  async 'an entry changed, and its seal and all that follow made again, without the key'() {
    const { _id: id, seq } = one(await entries().find().toArray());
    const another = new AuditMarks([`not ${KEY_OF_TRAIL}`]);
    const keyId = (await heads().findOne({}))!.keyId;
    await entries().updateOne({ _id: id }, { $set: { action: 'order.refunded' } });
    const entry = (await entries().findOne({ _id: id }))!;
    await entries().updateOne({ _id: id }, { $set: { mark: { ...another.ofEntry(id, entry), keyId } } });
    let digest = seq === 1 ? '' : (await seals().findOne({ _id: seq! - 1 }))!.digest;
    for (const { _id, entryId } of await seals()
      .find({ _id: { $gte: seq! } })
      .sort({ _id: 1 })
      .toArray()) {
      const mac = (await entries().findOne({ _id: entryId }))!.mark!.mac;
      digest = another.sealOf({ seq: _id, entryId, mac }, digest).digest;
      await seals().updateOne({ _id }, { $set: { mac, digest } });
    }
    await heads().updateOne({}, { $set: { digest } });
    return [id, seq!];
  },
  async 'the head removed'() {
    await heads().deleteMany({});
    return [];
  },
  async 'an earlier head put back'() {
    const { seq } = (await heads().findOne({}))!;
    const earlier = (await seals().findOne({ _id: seq - 1 - int(5) }))!;
    const head = get(AuditMarks).headOf({ seq: earlier._id, digest: earlier.digest, since: new Date(0) });
    await heads().updateOne({}, { $set: head });
    return [];
  },
};

describe('the sealed audit trail', () => {
  beforeEach(clear);

  it.each(Object.keys(TAMPERING))('is whole until somebody writes to it, and says so: %s', async (what) => {
    for (let round = 0; round < 2; round += 1) {
      await clear();
      for (let batch = 1 + int(3); batch > 0; batch -= 1) {
        await record(8 + int(12));
        await record(1, { subject: 'user', before: null, after: { name: 'Asha' } });
        await seal();
      }
      expect(await check()).toMatchObject({ faults: [], waiting: 0 });
      const expected = await TAMPERING[what]!();
      const { faults } = await check();
      expect(faults).not.toEqual([]);
      const named = faults.flatMap(({ seq, entryId }) => [seq, entryId]);
      expect(named).toEqual(expect.arrayContaining(expected));
    }
  });

  it('is numbered in the order of time, and what arrives late gets a later number', async () => {
    await record(20);
    await seal();
    const sorted = await entries().find().sort({ at: 1, _id: 1 }).toArray();
    expect(sorted.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await record(1, { at: new Date(0) });
    expect(await check()).toMatchObject({ faults: [], waiting: 1 });
    await seal();
    expect((await entries().findOne({ at: new Date(0) }))!.seq).toBe(21);
    expect(await check()).toMatchObject({ faults: [], waiting: 0, head: { seq: 21 } });
  });

  it('is whole over several parts of an answer, while entries arrive and two instances seal', async () => {
    await record(1_200);
    await seal();
    let isOver = false;
    const recording = (async () => {
      while (!isOver) {
        await record(30);
        // One of the two may lose its transaction to the other for good; the job tries again.
        await Promise.allSettled([seal(), seal()]);
      }
    })();
    try {
      for (let round = 0; round < 12; round += 1) expect((await check()).faults).toEqual([]);
    } finally {
      isOver = true;
      await recording;
    }
    await seal();
    const { faults, head } = await check();
    expect([faults, head!.seq]).toEqual([[], await entries().countDocuments()]);
    const { _id } = one(
      await entries()
        .find({ seq: { $gt: 990, $lt: 1_010 } })
        .toArray(),
    );
    await entries().deleteOne({ _id });
    expect((await check()).faults).toMatchObject([{ entryId: _id, text: 'was removed' }]);
  });

  it('stays whole when an account is erased, also between its change and its seal', async () => {
    const { id } = await get(UsersRepository).create({ name: 'Lata', email: 'lata@example.com', role: 'user' });
    const ofLata = {
      subject: 'user',
      subjectId: id as string,
      before: { name: 'L' },
      after: { name: 'Lata', role: 'user' },
    };
    await record(2, ofLata);
    await seal();
    await record(1, ofLata);
    await get(Transactions).run(async (session) => {
      await get(UsersRepository).remove(id as string, session);
      await get(Erasures).begin(id as string, session);
    });
    await eventually(
      async () => {
        harness.service.clock.advance(600_000);
        expect(await entries().countDocuments({ 'after.name': 'Lata' })).toBe(0);
      },
      { what: 'the erasure' },
    );
    expect(await check()).toMatchObject({ faults: [], waiting: 1 });
    await seal();
    expect(await check()).toMatchObject({ faults: [], waiting: 0, head: { seq: 3 } });
    await entries().updateOne({ seq: 2 }, { $set: { 'after.name': 'Somebody else' } });
    expect((await check()).faults).toMatchObject([{ seq: 2, text: 'was changed' }]);
  });

  it('takes over what a version before stored without marks, for an hour', async () => {
    await heads().deleteMany({});
    const unmarked = () => {
      const { mark: _, ...entry } = arrived();
      return entry as AuditEntry;
    };
    await entries().insertMany(Array.from({ length: 600 }, unmarked));
    expect(await check()).toMatchObject({ faults: [], waiting: 600 });
    await seal();
    expect(await check()).toMatchObject({ faults: [], waiting: 0, head: { seq: 600 } });
    harness.service.clock.advance(3_600_001);
    const late = unmarked();
    await entries().insertOne(late);
    await seal();
    expect((await check()).faults).toMatchObject([
      { entryId: late._id, text: 'was inserted: it has no mark of identity' },
    ]);
  });

  it('goes through a head that was written down, and not when the trail was replaced as a whole', async () => {
    await record(5);
    await seal();
    const { head } = await check();
    const kept = `${head!.seq}:${head!.digest}`;
    await record(5);
    await seal();
    expect((await check(kept)).faults).toEqual([]);
    await clear();
    await record(10);
    await seal();
    expect((await check()).faults).toEqual([]);
    expect((await check(kept)).faults).toMatchObject([{ seq: 5 }]);
  });

  it('is sealed with the next key, and known by the last one too', async () => {
    await record(3);
    const last = new AuditMarks([KEY_OF_TRAIL]);
    const next = new AuditMarks(['the next key of the trail of a test', KEY_OF_TRAIL]);
    const [entry] = await entries().find().toArray();
    expect(next.faultOf(entry!)).toBeUndefined();
    const sealed = next.sealOf({ seq: 1, entryId: entry!._id, mac: entry!.mark!.mac }, '');
    expect([next.digestOf(sealed, '') === sealed.digest, last.knows(sealed.keyId)]).toEqual([true, false]);
  });
});
