import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import type { Collection } from 'mongoose';
import { AuditModule } from '../audit/audit.module.ts';
import { Transactions } from '../database/transactions.ts';
import { Failure } from '../http/failure.ts';
import { PeopleModule } from '../people/people.module.ts';
import { People } from '../people/people.ts';
import { startTestService, type TestService } from '../testing/index.ts';
import { withVersion } from './document-version.rules.ts';
import { Edits } from './edits.ts';

@Module({ imports: [AuditModule, PeopleModule] })
class EditedModule {}

interface Thing {
  title: string;
  text: string;
}

// Real: MongoDB and its transactions, the events that bring names.
describe('a document that several people edit', () => {
  let service: TestService;
  let things: Collection<{ _id: string } & Thing>;
  const [asha, ravi] = ['a', 'b'].map((digit) => digit.repeat(24)) as [string, string];
  const someId = () => crypto.randomUUID();
  let id: string;

  beforeAll(async () => {
    service = await startTestService({ name: 'catalog', module: EditedModule });
    things = service.connection.collection('things') as never;
    for (const [userId, name] of [
      [asha, 'Asha'],
      [ravi, 'Ravi'],
    ] as const) {
      const data = { userId, name, email: `${name}@example.com`, role: 'admin' };
      await service.deliverEvent(identity.userCreated, userId, data);
    }
    const people = service.app.get(People, { strict: false });
    await eventually(async () => expect((await people.namesOf([asha, ravi])).size).toBe(2));
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = someId();
    await things.insertOne({ _id: id, title: 'Wedding', text: 'All of it' });
  });

  const viewOf = ({ title, text }: Thing) => withVersion({ title, text });
  const read = async () => viewOf((await things.findOne({ _id: id }))!);
  const save = (userId: string, change: Partial<Thing>, version?: string) =>
    service.app.get(Transactions).run(async (session) => {
      const edits = service.app.get(Edits, { strict: false });
      const before = viewOf((await things.findOne({ _id: id }, { session }))!);
      const edit = { actor: { userId }, subject: 'thing', id, version };
      await edits.require(session, edit, before);
      await things.updateOne({ _id: id }, { $set: change }, { session });
      const after = viewOf((await things.findOne({ _id: id }, { session }))!);
      await edits.keep(session, edit, before, after);
      return after;
    });
  const refusal = async (saving: Promise<unknown>) => {
    const failure = (await saving.then(
      () => undefined,
      (error: unknown) => error,
    )) as Failure;
    expect(failure).toMatchObject({ code: 'document.changed', status: 409 });
    return failure.details;
  };

  it('is saved on the version that was read', async () => {
    const { version } = await read();
    const saved = await save(asha, { title: 'Bridal' }, version);
    expect(await read()).toEqual(saved);
    await save(asha, { text: 'More' }, saved.version);
    expect(await read()).toMatchObject({ title: 'Bridal', text: 'More' });
  });

  it('is not saved on an older one: the refusal has it as it is now, and who changed what since', async () => {
    const { version } = await read();
    await save(asha, { title: 'Bridal' }, version);
    await save(ravi, { text: 'More' }, (await read()).version);
    const details = await refusal(save(ravi, { title: 'Gifts' }, version));
    expect(details).toEqual({
      document: await read(),
      saves: [
        { by: 'Asha', fields: ['title'] },
        { by: 'Ravi', fields: ['text'] },
      ],
    });
    expect(await read()).toMatchObject({ title: 'Bridal', text: 'More' });
  });

  it('names nobody who is not known, and nobody for a version that no save began with', async () => {
    const { version } = await read();
    await save('c'.repeat(24), { title: 'Bridal' }, version);
    expect(await refusal(save(asha, { title: 'x' }, version))).toMatchObject({ saves: [{ by: 'A colleague' }] });
    expect(await refusal(save(asha, { title: 'x' }, 'long-ago'))).toMatchObject({ saves: [] });
  });

  it('keeps no save that changed nothing', async () => {
    const { version } = await read();
    expect((await save(asha, { title: 'Wedding' }, version)).version).toBe(version);
    expect(await service.connection.collection('edits').countDocuments({ _id: `thing:${id}` as never })).toBe(0);
  });

  it('is saved once of many at the same time; every other save is refused, and none is lost when it is sent on what is there', async () => {
    const { version } = await read();
    const people = Array.from({ length: 6 }, (_, at) => ({ userId: at % 2 ? asha : ravi, title: `Title ${at}` }));
    const outcomes = await Promise.allSettled(people.map(({ userId, title }) => save(userId, { title }, version)));
    const saved = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(saved).toHaveLength(1);
    expect((await read()).title).toBe((saved[0] as PromiseFulfilledResult<Thing>).value.title);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ code: 'document.changed' })));
  });

  it('sets the given fields on what is there where no version is named', async () => {
    const { version } = await read();
    await save(asha, { title: 'Bridal' }, version);
    await save(ravi, { text: 'More' });
    expect(await read()).toMatchObject({ title: 'Bridal', text: 'More' });
  });
});
