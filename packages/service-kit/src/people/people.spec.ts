import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { AuditModule } from '../audit/audit.module.ts';
import { AuditTrail } from '../audit/audit-trail.ts';
import { Transactions } from '../database/transactions.ts';
import { INBOX } from '../events/records.ts';
import { publishedEvents, startTestService, type TestService } from '../testing/index.ts';
import { PeopleModule } from './people.module.ts';
import { People } from './people.ts';

@Module({ imports: [PeopleModule, AuditModule] })
class StaffedModule {}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ name: 'catalog', module: StaffedModule });
});
afterAll(() => service.close());

const someId = () => crypto.randomBytes(12).toString('hex');
const created = (userId: string, name: string, version: number) =>
  service.deliverEvent(
    identity.userCreated,
    userId,
    { userId, name, email: 'asha@example.com', role: 'user' },
    { version },
  );
const updated = (userId: string, name: string, version: number) =>
  service.deliverEvent(
    identity.userUpdated,
    userId,
    { userId, name, email: 'asha@example.com', role: 'user' },
    { version },
  );
const nameOf = async (userId: string) =>
  (await service.app.get(People, { strict: false }).namesOf([userId])).get(userId);
const nameIs = (userId: string, name: string | undefined) =>
  eventually(async () => expect(await nameOf(userId)).toBe(name), { what: `the name being ${name}` });

describe('names of accounts', () => {
  it('are those that identity told last, whatever comes first', async () => {
    const [asha, later] = [someId(), someId()];
    expect(await nameOf(asha)).toBeUndefined();
    await updated(asha, 'Asha Menon', 2);
    await nameIs(asha, 'Asha Menon');
    await created(asha, 'Asha Rao', 1);
    // One queue: once this event is handled, so is the stale one before it.
    await created(later, 'Ravi Iyer', 1);
    await nameIs(later, 'Ravi Iyer');
    await eventually(async () => expect(await handledEvents()).toBe(3));
    expect(await nameOf(asha)).toBe('Asha Menon');
  });

  it('are forgotten with the account, and do not come back with an event from before', async () => {
    const asha = someId();
    await created(asha, 'Asha Rao', 1);
    await nameIs(asha, 'Asha Rao');
    const before = await handledEvents();
    await service.deliverEvent(identity.userDeleted, asha, { userId: asha }, { version: 3 });
    await nameIs(asha, undefined);
    await updated(asha, 'Asha Menon', 2);
    await eventually(async () => expect(await handledEvents()).toBe(before + 2));
    expect(await nameOf(asha)).toBeUndefined();
  });

  it('are answered for those that are known only', async () => {
    const asha = someId();
    await created(asha, 'Asha Rao', 1);
    await nameIs(asha, 'Asha Rao');
    const people = service.app.get(People, { strict: false });
    expect(await people.namesOf([asha, asha, someId()])).toEqual(new Map([[asha, 'Asha Rao']]));
    expect(await people.namesOf([])).toEqual(new Map());
  });
});

describe('the audit trail of a service', () => {
  it('names who made a change, as far as the service knows', async () => {
    const asha = someId();
    await created(asha, 'Asha Rao', 1);
    await nameIs(asha, 'Asha Rao');
    const trail = service.app.get(AuditTrail, { strict: false });
    const change = {
      action: 'thing.changed',
      subject: 'thing',
      subjectId: '1',
      before: { a: 1, b: 2 },
      after: { a: 1, b: 3 },
    };
    for (const userId of [asha, someId()]) {
      await service.app.get(Transactions).run((session) => trail.record(session, { userId }, change));
    }
    const recorded = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data);
    expect(recorded).toMatchObject([
      { actorId: asha, actorName: 'Asha Rao', action: 'thing.changed', before: { b: 2 }, after: { b: 3 } },
      { actorName: 'Staff' },
    ]);
  });
});

describe('the audit trail of any service', () => {
  it('records several changes at once, without those that changed nothing', async () => {
    const trail = service.app.get(AuditTrail, { strict: false });
    const before = (await publishedEvents(service, identity.auditRecorded)).length;
    const change = (subjectId: string, from: number, to: number) => ({
      ...{
        action: 'thing.changed',
        subject: 'thing',
        subjectId,
        before: { a: from },
        after: { a: to },
        reason: 'Many',
      },
    });
    const changes = [change('one', 1, 2), change('two', 3, 3), change('three', 5, 6)];
    await service.app.get(Transactions).run((session) => trail.recordAll(session, { userId: someId() }, changes));
    const recorded = (await publishedEvents(service, identity.auditRecorded)).slice(before).map(({ data }) => data);
    expect(recorded.map(({ subjectId, before: from, after, reason }) => [subjectId, from, after, reason])).toEqual([
      ['one', { a: 1 }, { a: 2 }, 'Many'],
      ['three', { a: 5 }, { a: 6 }, 'Many'],
    ]);
  });

  it('has no entry for a save that changed nothing', async () => {
    const trail = service.app.get(AuditTrail, { strict: false });
    const before = (await publishedEvents(service, identity.auditRecorded)).length;
    const record = (after: Record<string, unknown>) =>
      service.app.get(Transactions).run((session) =>
        trail.record(
          session,
          { userId: someId() },
          {
            action: 'thing.changed',
            subject: 'thing',
            subjectId: '1',
            before: { a: 1, list: ['x'], none: undefined },
            after,
          },
        ),
      );
    await record({ a: 1, list: ['x'] });
    expect(await publishedEvents(service, identity.auditRecorded)).toHaveLength(before);
    await record({ a: 1, list: ['y'] });
    expect(await publishedEvents(service, identity.auditRecorded)).toHaveLength(before + 1);
  });
});

const handledEvents = () => service.connection.collection(INBOX).countDocuments({});
