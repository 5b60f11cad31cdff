import crypto from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, content, type DataOf, identity } from '@shop/contracts';
import { TEST_SERVICE_TOKEN, tracesOf, type TestService } from '@shop/service-kit/testing';
import { eventually, startSandbox, type TestMail, type TestSandbox } from '@shop/test-kit';
import { startContent } from '../../test/service-harness.ts';
import { brand } from '../demo-data/brand.ts';
import type { MailRow } from './mail.schema.ts';

const DAY_MS = 24 * 3_600_000;

// Real: the service, MongoDB, RabbitMQ, Redis, and the sandbox as mail server.
describe('mails about an account', () => {
  let sandbox: TestSandbox;
  let service: TestService;

  beforeAll(async () => {
    sandbox = await startSandbox();
    service = await startContent({
      SHOP_URL: 'https://shop.example',
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'no-reply@shop.example',
      COUNTRIES_URL: `${sandbox.url}/countries`,
      RATES_URL: `${sandbox.url}/rates`,
      MAIL_RETRY_DELAYS: '200ms,1h',
      MAIL_SWEEP: '50ms',
    });
    await fetch(`${service.url}/api/v1/admin/brand`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(await service.signIn({ role: 'admin' })) },
      body: JSON.stringify(brand),
    });
  });
  afterAll(async () => {
    await service?.close();
    await sandbox?.close();
  });
  afterEach(() => sandbox.control('DELETE', '/failures'));

  const somebody = async (address?: string) => {
    const userId = crypto.randomBytes(12).toString('hex');
    const account = { userId, name: 'Ashalata', email: address ?? `${userId}@example.com`, role: 'user' as const };
    await service.deliverEvent(identity.userCreated, userId, account);
    const recipients = service.connection.collection('recipients');
    await eventually(async () => expect(await recipients.findOne({ _id: userId as never })).not.toBeNull(), {
      what: 'the recipient',
    });
    return account;
  };
  const secured = (
    { userId, name, email }: Awaited<ReturnType<typeof somebody>>,
    change: DataOf<typeof identity.accountSecured>['change'],
  ) => service.deliverEvent(identity.accountSecured, userId, { userId, name, email, change });
  const deleted = ({ userId }: { userId: string }, joins?: string) =>
    service.deliverEvent(identity.userDeleted, userId, { userId, ...(joins && { joins }) }, { version: 9 });
  const oneMailTo = (email: string): Promise<TestMail> =>
    eventually(async () => (await sandbox.mails(email))[0] ?? false, { what: `a mail to ${email}` });
  const rowsOf = ({ userId }: { userId: string }) =>
    service.connection.collection<MailRow>('mails').find({ userId }).toArray();

  it.each([
    ['password-changed', 'Your password was changed'],
    ['password-set', 'Your account has a password now'],
    ['download-ready', 'Your data at'],
  ] as const)('tell its owner of %s', async (change, subject) => {
    const asha = await somebody();
    await secured(asha, change);
    expect((await oneMailTo(asha.email)).subject).toContain(subject);
  });

  it('tell the address from before that the account has another one', async () => {
    const asha = await somebody();
    await service.deliverEvent(
      identity.userUpdated,
      asha.userId,
      { ...asha, email: `new-${asha.email}` },
      { version: 3 },
    );
    await secured(asha, 'email-changed');
    expect((await oneMailTo(asha.email)).subject).toContain('Your e-mail address was changed');
    expect(await sandbox.mails(`new-${asha.email}`)).toEqual([]);
  });

  it('end with a farewell, after which nothing names the owner any more', async () => {
    const asha = await somebody();
    await secured(asha, 'password-changed');
    await eventually(async () => expect((await rowsOf(asha))[0]?.state).toBe('sent'), { what: 'the mail' });
    await deleted(asha);
    await eventually(async () => expect(await sandbox.mails(asha.email)).toHaveLength(2), { what: 'the farewell' });
    expect((await sandbox.mails(asha.email))[0]!.text).toContain('sealed');
    await eventually(async () => expect((await rowsOf(asha)).map(({ state }) => state)).toEqual(['sent', 'sent']));
    const database = service.connection.db!;
    expect(await tracesOf(database, [asha.email])).toEqual([]);
    expect(await tracesOf(database, [asha.userId])).toEqual(['mails.userId', 'recipients._id']);
  });

  it('bid no farewell to the owner of an account for a guest beside it, who is forgotten all the same', async () => {
    const asha = await somebody();
    const guest = await somebody(asha.email);
    await deleted(guest, asha.userId);
    const recipients = service.connection.collection<{ _id: string; email?: string }>('recipients');
    // In one transaction with a farewell.
    await eventually(async () => (await recipients.findOne({ _id: guest.userId }))!.email === undefined, {
      what: 'the guest being forgotten',
    });
    expect(await rowsOf(guest)).toEqual([]);
    expect(await recipients.findOne({ _id: asha.userId })).toMatchObject({ email: asha.email });
  });

  it('forget a farewell that could not be sent within a day', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', {
      provider: 'smtp',
      kind: 'mail-busy',
      where: { to: asha.email },
      times: 99,
    });
    await deleted(asha);
    await eventually(async () => expect((await rowsOf(asha))[0]?.attempts).toBe(2), { what: 'a second try' });
    service.clock.advance(DAY_MS + 1_000);
    await eventually(async () => expect((await rowsOf(asha))[0]?.state).toBe('dead'), { what: 'the end' });
    expect(await tracesOf(service.connection.db!, [asha.email])).toEqual([]);
  });

  it('are listed for the owner, without their text', async () => {
    const asha = await somebody();
    await secured(asha, 'password-changed');
    await oneMailTo(asha.email);
    await eventually(async () => expect((await rowsOf(asha))[0]?.state).toBe('sent'), { what: 'the mark' });
    const answer = await fetch(`${service.url}/internal/mails/${asha.userId}/kept`, {
      headers: { 'x-service-token': TEST_SERVICE_TOKEN },
    });
    const { kept } = (await answer.json()) as AnswerOf<typeof content.getKept>;
    expect(kept['mails']).toEqual([
      expect.objectContaining({ kind: 'account-secured', state: 'sent', sentAt: expect.any(String) }),
    ]);
  });
});
