import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, identity } from '@shop/contracts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import type { AuditEntry } from './audit.schema.ts';

const MANY = 150;

// Real: MongoDB, RabbitMQ, Redis and the service.
describe('a search of the audit trail for who', () => {
  let harness: IdentityHarness;
  let browser: Awaited<ReturnType<IdentityHarness['staff']>>['browser'];
  beforeAll(async () => {
    harness = await startIdentity();
    ({ browser } = await harness.staff({ permissions: ['audit.read'] }));
  });
  afterAll(() => harness?.close());

  const collection = <T extends object>(name: string) => harness.service.connection.db!.collection<T>(name);
  const anId = () => crypto.randomBytes(12).toString('hex');
  const record = (actors: readonly { actorId: string; actorName: string; at?: Date }[]) =>
    collection<AuditEntry>('audit').insertMany(
      actors.map((actor) => ({
        ...{ _id: crypto.randomUUID(), action: 'product.changed', subject: 'product', subjectId: anId() },
        ...{ before: null, after: null, at: new Date(), ...actor },
      })),
    );
  const found = async (query: string) => {
    const { status, body } = await browser.send('GET', `/admin/audit?limit=100&${query}`);
    expect(status).toBe(200);
    return body as AnswerOf<typeof identity.listAudit>;
  };

  it('finds everybody, however many shoppers have the same name', async () => {
    const name = `Kavi ${anId()}`;
    await collection('users').insertMany(
      Array.from({ length: MANY }, () => ({
        ...{ name, email: `${anId()}@example.com`, role: 'user', createdAt: new Date(), updatedAt: new Date() },
      })),
    );
    const actors = Array.from({ length: MANY }, () => ({ actorId: anId(), actorName: name }));
    await record(actors);
    expect((await found(`q=${encodeURIComponent(name.toUpperCase())}`)).totalCount).toBe(MANY);
  });

  it('finds by e-mail address and by the name of now, and those whose account is gone by their last name', async () => {
    const { id, email } = await harness.staff({ permissions: ['audit.read'] });
    await record([{ actorId: id, actorName: 'Before She Married' }]);
    const gone = { actorId: anId(), actorName: `Gone ${anId()}` };
    await record([{ ...gone, actorName: 'Other', at: new Date('2026-01-01') }, gone]);
    for (const q of [email.slice(0, 12), email.toUpperCase()]) {
      const { entries } = await found(`q=${encodeURIComponent(q)}&actorId=${id}`);
      expect(entries.map(({ actorId }) => actorId)).toEqual([id]);
    }
    expect((await found(`q=${encodeURIComponent(gone.actorName.slice(0, 20))}`)).totalCount).toBe(2);
    expect((await found(`q=${anId()}`)).totalCount).toBe(0);
    expect((await found(`q=${encodeURIComponent(gone.actorName)}&actorId=${id}`)).totalCount).toBe(0);
  });
});
