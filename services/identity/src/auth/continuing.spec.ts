import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { UsersRepository } from '../users/users.repository.ts';

const ADDRESS = {
  ...{ name: 'Meera Rao', phone: '+91 98765 43210', street: '12 MG Road', city: 'Jaipur' },
  ...{ state: 'Rajasthan', pincode: '302001', country: 'India' },
};
const DAY_MS = 24 * 3_600_000;

interface Shown {
  _id: string;
  email: string;
  isLimited?: true;
  addresses: { name: string }[];
}

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('continuing with an e-mail address', () => {
  let harness: IdentityHarness;
  let browser: Browser;
  let people = 0;

  beforeAll(async () => {
    harness = await startIdentity({
      SIGN_IN_TRIES_PER_ADDRESS: '1000',
      CODES_PER_ADDRESS: '1000',
      SIGN_IN_TRIES_PER_ACCOUNT: '3',
      CONTINUE_CODES_PER_ACCOUNT: '3',
      SESSION_LIFETIME: '10d',
      ERASURE_SWEEP: '50ms',
    });
  });
  afterAll(() => harness?.close());
  beforeEach(() => {
    harness.mails.length = 0;
    harness.mailing = 'sends';
    browser = newBrowser();
  });

  const newBrowser = () => new Browser(harness.service.url);
  const nobody = () => `meera${(people += 1)}@example.com`;
  const me = async (of = browser) => ((await of.send('GET', '/me')).body as { user: Shown | null }).user;
  const renewal = async (of = browser) => (await of.post('/auth/refresh', undefined)).status;
  /** An account with an address, its owner's browser, and a browser that continued with its e-mail address. */
  const beside = async () => {
    const asha = await harness.account();
    const owner = newBrowser();
    await harness.signIn(asha, owner);
    await owner.post('/me/addresses', { address: { ...ADDRESS, name: 'Asha at home' } });
    const continued = await harness.continueWith(asha.email, browser);
    return { asha, owner, continued, account: (await me(owner))!, guest: (await me())! };
  };

  it('makes an account without password for a new address, called as its first address', async () => {
    const email = nobody();
    expect(await harness.continueWith(email.toUpperCase(), browser)).toMatchObject({
      status: 200,
      body: { user: { email, name: 'Customer', role: 'user', hasPassword: false, addresses: [] } },
    });
    expect(await me()).not.toHaveProperty('isLimited');
    const created = await publishedEvents(harness.service, identity.userCreated);
    expect(created.at(-1)!.data).toMatchObject({ email, role: 'user' });
    await browser.post('/me/addresses', { address: ADDRESS });
    expect(await me()).toMatchObject({ email, name: 'Meera Rao' });
    expect(await renewal()).toBe(200);
  });

  it('has no password to sign in with until one is set, by a mailed code, or as a forgotten one', async () => {
    const [first, second] = [nobody(), nobody()];
    await harness.continueWith(first, browser);
    const stranger = newBrowser();
    const guess = { email: first, password: 'any password at all' };
    const wrong = await stranger.post('/auth/send-otp', guess);
    const unknown = await stranger.post('/auth/send-otp', { ...guess, email: nobody() });
    const told = ({ status, body }: typeof wrong) => [status, (body as { code: string }).code];
    expect(told(wrong)).toEqual([401, 'auth.wrong-credentials']);
    expect(told(unknown)).toEqual(told(wrong));

    await browser.post('/auth/account/code', undefined);
    const body = { otp: harness.codeOf(first), newPassword: 'marigold lantern 43' };
    expect((await browser.put('/auth/account/password', body)).status).toBe(200);
    expect((await harness.signIn({ email: first, password: body.newPassword }, newBrowser())).status).toBe(200);

    await harness.continueWith(second, browser);
    await stranger.post('/auth/forgot-password', { email: second, password: body.newPassword });
    await eventually(() => harness.mails.some(({ to, mail }) => to === second && mail.kind === 'new-password'), {
      what: 'the code for a new password',
    });
    expect((await stranger.post('/auth/verify-otp', { email: second, otp: harness.codeOf(second) })).status).toBe(200);
    expect((await harness.signIn({ email: second, password: body.newPassword }, newBrowser())).status).toBe(200);
    // What began without a password ended with it.
    expect(await renewal()).toBe(401);
  });

  it('beside an account sees only what it makes itself, also after a renewal', async () => {
    const { owner, continued, account, guest } = await beside();
    expect(continued).toMatchObject({ status: 200, body: { user: { isLimited: true, addresses: [], role: 'user' } } });
    expect(guest._id).not.toBe(account._id);
    await browser.post('/me/addresses', { address: ADDRESS });
    expect(await renewal()).toBe(200);
    expect(await me()).toMatchObject({ email: account.email, isLimited: true, addresses: [{ name: 'Meera Rao' }] });
    expect((await me(owner))!.addresses).toMatchObject([{ name: 'Asha at home' }]);
    expect(await browser.put('/me/update', { name: 'Mallory' })).toMatchObject({
      status: 403,
      body: { code: 'session.limited' },
    });
    expect(await renewal()).toBe(200);
    // The next one sees nothing of it either.
    const another = newBrowser();
    await harness.continueWith(account.email, another);
    expect((await me(another))!.addresses).toEqual([]);
    // It is nothing that staff change, nor an account that a mail's owner is looked for by.
    const users = harness.service.app.get(UsersRepository, { strict: false });
    expect(await users.byId(guest._id)).toBeNull();
    expect(await users.idsByEmail(account.email, true)).toEqual([account._id]);
  });

  it('answers and mails the same with an account and without, until the code was right', async () => {
    const asha = await harness.account();
    const unknown = `${'n'.repeat(asha.email.indexOf('@'))}@example.com`;
    const [known, other] = await Promise.all(
      [asha.email, unknown].map((email) => newBrowser().post('/auth/continue', { email })),
    );
    const shown = ({ status, body }: { status: number; body: unknown }) => [
      status,
      { ...(body as object), sentTo: null },
    ];
    expect(shown(other!)).toEqual(shown(known!));
    const mails = [asha.email, unknown].map((email) => harness.mails.filter(({ to }) => to === email));
    const said = mails.map((all) => all.map(({ name, mail }) => ({ name, mail: { ...mail, code: null } })));
    expect(said[0]).toEqual([{ name: '', mail: { kind: 'continue', code: null, validForMinutes: 10 } }]);
    expect(said[1]).toEqual(said[0]);

    const sent = await browser.post('/auth/continue', { email: asha.email });
    expect(sent.status).toBe(200);
    const otp = harness.codeOf(asha.email) === '000000' ? '000001' : '000000';
    expect((await browser.post('/auth/verify-otp', { email: asha.email, otp })).status).toBe(401);
    expect(await me()).toBeNull();
  });

  it('says at the field when the mail server knows no such address', async () => {
    harness.mailing = 'refuses-recipient';
    expect(await browser.post('/auth/continue', { email: nobody() })).toMatchObject({
      status: 400,
      body: { errors: { email: 'This address takes no mail' } },
    });
  });

  it('is limited by itself: codes that nobody redeems leave signing in alone', async () => {
    const asha = await harness.account();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await newBrowser().post('/auth/continue', { email: asha.email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await harness.signIn(asha, browser)).status).toBe(200);
  });

  it('of staff has no rights of staff', async () => {
    const { account } = await beside();
    await harness.service.connection
      .collection('users')
      .updateOne({ email: account.email }, { $set: { role: 'admin' } });
    const guest = newBrowser();
    expect(await harness.continueWith(account.email, guest)).toMatchObject({
      body: { user: { role: 'user', isLimited: true } },
    });
    expect(await guest.send('GET', '/admin/users')).toMatchObject({ status: 403, body: { code: 'session.limited' } });
  });

  it('leaves wrong passwords of the account counted, and the browser unknown to it', async () => {
    const asha = await harness.account();
    const guess = async () =>
      (await newBrowser().post('/auth/send-otp', { email: asha.email, password: 'a wrong guess' })).status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 401]);
    await harness.continueWith(asha.email, browser);
    expect(await guess()).toBe(429);
    expect(browser.cookies.has('known')).toBe(false);
  });

  it('is listed for the owner of the account, who ends it', async () => {
    const { owner } = await beside();
    const { sessions } = (await owner.send('GET', '/auth/sessions')).body as {
      sessions: { id: string; isLimited?: true }[];
    };
    expect(sessions.map(({ isLimited = false }) => isLimited)).toEqual([false, true]);
    expect((await owner.send('DELETE', `/auth/sessions/${sessions[1]!.id}`)).status).toBe(200);
    expect(await me()).toBeNull();
    expect(await renewal()).toBe(401);
    expect(await me(owner)).not.toBeNull();
  });

  it('signs itself out, and nothing else', async () => {
    const { owner } = await beside();
    const kept = new Map(browser.cookies);
    await browser.post('/logout', undefined);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(await me()).toBeNull();
    expect(await me(owner)).not.toBeNull();
  });

  it('ends with a new password of the account, and so does a code that was on its way', async () => {
    const { asha, owner, guest } = await beside();
    expect(guest).not.toBeNull();
    const waiting = newBrowser();
    await waiting.post('/auth/continue', { email: asha.email });
    const otp = harness.codeOf(asha.email);
    const body = { password: asha.password, newPassword: 'marigold lantern 43' };
    expect((await owner.put('/auth/account/password', body)).status).toBe(200);
    expect(await me()).toBeNull();
    expect(await renewal()).toBe(401);
    expect((await waiting.post('/auth/verify-otp', { email: asha.email, otp })).status).toBe(401);
  });

  it('is deleted with the account', async () => {
    const { asha, owner, guest } = await beside();
    const { _id } = (await me(owner))!;
    const boss = await harness.account();
    const users = harness.service.connection.collection('users');
    await users.updateOne({ email: boss.email }, { $set: { role: 'admin' } });
    const staff = newBrowser();
    await harness.signIn(boss, staff);
    await staff.post('/auth/account/proof', { password: boss.password });
    expect((await staff.send('DELETE', `/admin/user/${_id}`)).status).toBe(200);
    const deleted = (await publishedEvents(harness.service, identity.userDeleted)).map(({ data }) => data);
    expect(deleted).toEqual(expect.arrayContaining([{ userId: _id }, { userId: guest._id, joins: _id }]));
    expect(await me()).toBeNull();
    expect(await renewal()).toBe(401);
    expect(await harness.service.connection.collection('guests').countDocuments({ email: asha.email })).toBe(0);
  });

  it('is deleted when its session is long over, and not before', async () => {
    const { owner, guest } = await beside();
    const guests = harness.service.connection.collection('guests');
    const isKept = async () => (await guests.findOne({ email: guest.email })) !== null;
    harness.service.clock.advance(10 * DAY_MS + 1);
    const dueAgain = async () =>
      ((await guests.findOne({ email: guest.email }))!['dueAt'] as Date).getTime() > harness.service.clock.millis();
    // Redis counts in real time: its session is there.
    await eventually(dueAgain, { what: 'it being looked at' });
    expect(await isKept()).toBe(true);
    await browser.post('/logout', undefined);
    harness.service.clock.advance(10 * DAY_MS + 1);
    await eventually(async () => !(await isKept()), { what: 'its deletion' });
    const deleted = (await publishedEvents(harness.service, identity.userDeleted)).map(({ data }) => data);
    // So that no one tells the owner that the account is deleted.
    expect(deleted).toContainEqual({ userId: guest._id, joins: (await me(owner))!._id });
  });
});
