import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { identity, type Problem } from '@shop/contracts';
import { sessionKey } from '@shop/service-kit';
import { publishedEvents, guardGaps, routeGaps, TEST_SERVICE_TOKEN, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { decodeJwt } from 'jose';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { Sessions } from '../sessions/sessions.ts';
import { MAX_ADDRESSES } from '../users/addresses.rules.ts';
import { UsersRepository } from '../users/users.repository.ts';

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('signing in', () => {
  let harness: IdentityHarness;
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    harness = await startIdentity({
      ADMIN_EMAIL: 'Admin@example.com',
      ADMIN_PASSWORD: 'first admin of the test',
      SIGN_IN_TRIES_PER_ADDRESS: '1000',
      CODES_PER_ADDRESS: '1000',
    });
    ({ service } = harness);
  });
  afterAll(() => harness?.close());
  beforeEach(() => {
    harness.mails.length = 0;
    harness.mailing = 'sends';
    browser = new Browser(service.url);
  });

  const account = () => harness.account();
  const codeOf = (to: string) => harness.codeOf(to);
  const signIn = (as: { email: string; password: string }, into = browser) => harness.signIn(as, into);

  it('serves every call that the contracts declare for identity', () => {
    expect(routeGaps(service, 'identity')).toEqual([]);
  });

  it('lets nobody into a call for whom its contract does not mean it', async () => {
    const asha = await account();
    await signIn(asha);
    const guest = new Browser(service.url);
    await harness.continueWith(asha.email, guest);
    const cookieOf = ({ cookies }: Browser) => ({ cookie: `access=${cookies.get('access')}` });
    const cookies = { shopper: cookieOf(browser), limited: cookieOf(guest), staff: harness.staffCookie };
    expect(await guardGaps(service, 'identity', cookies)).toEqual([]);
  });

  it('takes a password and the mailed code, and gives cookies that scripts cannot read', async () => {
    const asha = await account();
    const sent = await browser.post('/auth/send-otp', asha);
    expect(sent).toMatchObject({
      status: 200,
      body: { message: 'OTP sent!', sentTo: 'a•••@example.com', resendAfterS: 30 },
    });
    expect(await browser.me()).toBeNull();
    const verified = await browser.post('/auth/verify-otp', { email: asha.email, otp: codeOf(asha.email) });
    expect(verified).toMatchObject({ status: 200, body: { user: { email: asha.email, role: 'user' } } });
    const cookies = verified.headers.getSetCookie();
    expect(cookies.filter((line) => /^(access|refresh)=/.test(line))).toHaveLength(2);
    for (const line of cookies.filter((one) => /^(access|refresh)=/.test(one))) {
      expect(line).toMatch(/HttpOnly/);
      expect(line).toMatch(/Secure/);
      expect(line).toMatch(/SameSite=Lax/);
    }
    expect(await browser.me()).toMatchObject({ email: asha.email });
  });

  it('never shows a password hash', async () => {
    const answer = await signIn(await account());
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password/i);
  });

  it('answers a wrong password and an unknown account alike', async () => {
    const asha = await account();
    const wrong = await browser.post('/auth/send-otp', { email: asha.email, password: 'another password' });
    const unknown = await browser.post('/auth/send-otp', { email: 'nobody@example.com', password: 'another password' });
    const { requestId: _a, ...first } = wrong.body as Problem;
    const { requestId: _b, ...second } = unknown.body as Problem;
    expect(wrong.status).toBe(401);
    expect(second).toEqual(first);
    expect(harness.mails).toHaveLength(0);
  });

  it('creates an account once its address is verified, and not before', async () => {
    const ravi = { name: 'Ravi', email: 'Ravi@example.com', password: 'river under the bridge' };
    await browser.post('/auth/register', ravi);
    const users = service.app.get(UsersRepository, { strict: false });
    expect(await users.byLogin('ravi@example.com')).toBeNull();
    const verified = await browser.post('/auth/verify-otp', { email: ravi.email, otp: codeOf(ravi.email) });
    expect(verified).toMatchObject({ status: 200, body: { user: { name: 'Ravi', email: 'ravi@example.com' } } });
    const published = await publishedEvents(service, identity.userCreated);
    expect(published.map(({ data }) => data.email)).toContain('ravi@example.com');
  });

  it('tells the owner, and nobody else, that an address has an account', async () => {
    const asha = await account();
    const answer = await browser.post('/auth/register', {
      name: 'Eve',
      email: asha.email,
      password: 'river under the bridge',
    });
    const fresh = await new Browser(service.url).post('/auth/register', {
      name: 'Eve',
      email: 'fresh@example.com',
      password: 'river under the bridge',
    });
    expect(Object.keys(answer.body)).toEqual(Object.keys(fresh.body));
    expect(answer.status).toBe(fresh.status);
    expect(harness.mails.find(({ to }) => to === asha.email)?.mail).toEqual({ kind: 'account-exists' });
  });

  it('refuses a password that is short or common, at its field', async () => {
    const body = { name: 'Ravi', email: 'short@example.com' };
    await expect(browser.post('/auth/register', { ...body, password: 'short' })).resolves.toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: { password: 'At least 8 characters' } },
    });
    await expect(browser.post('/auth/register', { ...body, password: 'password123' })).resolves.toMatchObject({
      status: 400,
      body: { code: 'auth.weak-password', errors: { password: expect.any(String) } },
    });
  });

  it('sets a new password by a code, and ends every session of the old one', async () => {
    const asha = await account();
    const elsewhere = new Browser(service.url);
    await signIn(asha, elsewhere);
    await browser.post('/auth/forgot-password', { email: asha.email, password: 'a better password now' });
    await eventually(() => harness.mails.some(({ to, mail }) => to === asha.email && mail.kind === 'new-password'), {
      what: 'the mail',
    });
    await browser.post('/auth/verify-otp', { email: asha.email, otp: codeOf(asha.email) });
    expect(await elsewhere.me()).toBeNull();
    expect(await browser.me()).toMatchObject({ email: asha.email });
    const again = new Browser(service.url);
    expect((await again.post('/auth/send-otp', asha)).status).toBe(401);
    expect((await again.post('/auth/send-otp', { ...asha, password: 'a better password now' })).status).toBe(200);
  });

  it('does nothing noticeable for the forgotten password of nobody', async () => {
    const answer = await browser.post('/auth/forgot-password', {
      email: 'nobody@example.com',
      password: 'a better password now',
    });
    expect(answer).toMatchObject({ status: 200, body: { message: 'OTP sent!' } });
    expect(harness.mails).toHaveLength(0);
  });

  it('says so when the mail could not be sent, and does not make the buyer wait for the next try', async () => {
    const asha = await account();
    harness.mailing = 'fails';
    await expect(browser.post('/auth/send-otp', asha)).resolves.toMatchObject({
      status: 503,
      body: { code: 'auth.code-not-sent', message: 'Failed to send OTP' },
    });
    harness.mailing = 'sends';
    await expect(signIn(asha)).resolves.toMatchObject({ status: 200 });
  });

  it('names the e-mail address of a registration that the mail server refuses', async () => {
    harness.mailing = 'refuses-recipient';
    const person = { name: 'Nobody', email: 'nobody@refused.example', password: 'three golden bangles' };
    const answer = await browser.post('/auth/register', person);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: { email: 'This address takes no mail' } },
    });
  });

  it('stops guessing of one account, with the time to wait', async () => {
    const asha = await account();
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1) {
      answers.push(await browser.post('/auth/send-otp', { email: asha.email, password: 'wrong guess' }));
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'request.too-many' } });
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('lets nobody guess codes of a new password all day long, and the owner still sign in', async () => {
    const asha = await account();
    const answers = [];
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push(
        await new Browser(service.url).post('/auth/forgot-password', { ...asha, password: 'not hers, mine' }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(3600);
    await expect(signIn(asha)).resolves.toMatchObject({ status: 200 });
  });

  it('renews the session by its refresh token', async () => {
    const asha = await account();
    await signIn(asha);
    const before = browser.cookies.get('refresh');
    await expect(browser.post('/auth/refresh', undefined)).resolves.toMatchObject({ status: 200 });
    expect(browser.cookies.get('refresh')).not.toBe(before);
    expect(await browser.me()).toMatchObject({ email: asha.email });
  });

  it('keeps the e-mail address with the session, for the payment dialog, and renews none of another address', async () => {
    const asha = await account();
    await signIn(asha);
    const { sid } = decodeJwt<{ sid: string }>(browser.cookies.get('access')!);
    const stored = await service.redis.client.get(service.redis.key(sessionKey(sid)));
    expect(JSON.parse(stored!)).toMatchObject({ email: asha.email });
    const users = service.connection.collection('users');
    await users.updateOne({ email: asha.email }, { $set: { email: `new-${asha.email}` } });
    await expect(browser.post('/auth/refresh', undefined)).resolves.toMatchObject({ status: 401 });
  });

  it('does not renew a session of staff whose account is gone or has another role, though nobody ended it', async () => {
    const users = service.connection.collection('users');
    const changes = [
      async (email: string) => void (await users.updateOne({ email }, { $set: { staffRole: 'accountant' } })),
      async (email: string) => void (await users.updateOne({ email }, { $unset: { staffRole: '' } })),
      async (email: string) => void (await users.deleteOne({ email })),
    ];
    for (const change of changes) {
      const asha = await account();
      await users.updateOne({ email: asha.email }, { $set: { staffRole: 'content' } });
      await signIn(asha);
      await change(asha.email);
      await expect(browser.post('/auth/refresh', undefined)).resolves.toMatchObject({ status: 401 });
      expect([...browser.cookies.keys()]).toEqual(['known']);
    }
  });

  it('keeps the old password where the sessions of the old one could not be ended', async () => {
    const asha = await account();
    await browser.post('/auth/forgot-password', { email: asha.email, password: 'a better password now' });
    await eventually(() => codeOf(asha.email), { what: 'the mail' });
    const sessions = service.app.get(Sessions, { strict: false });
    const endAll = jest.spyOn(sessions, 'endAll').mockRejectedValueOnce(new Error('Redis went away'));
    try {
      const answer = await browser.post('/auth/verify-otp', { email: asha.email, otp: codeOf(asha.email) });
      expect(answer.status).toBe(500);
    } finally {
      endAll.mockRestore();
    }
    expect((await new Browser(service.url).post('/auth/send-otp', asha)).status).toBe(200);
  });

  it('takes the cookies of a session that is over', async () => {
    const asha = await account();
    await signIn(asha);
    const elsewhere = new Browser(service.url);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    await browser.post('/logout', undefined);
    await expect(elsewhere.post('/auth/refresh', undefined)).resolves.toMatchObject({ status: 401 });
    expect([...elsewhere.cookies.keys()]).toEqual(['known']);
  });

  it('signs out at once, in every copy of the cookie', async () => {
    await signIn(await account());
    const copy = new Browser(service.url);
    copy.cookies.set('access', browser.cookies.get('access')!);
    expect(await copy.me()).not.toBeNull();
    await expect(browser.post('/logout', undefined)).resolves.toMatchObject({
      status: 200,
      body: { success: true, message: 'Logged out successfully' },
    });
    expect(await copy.me()).toBeNull();
  });

  it('is not signed out by a link on another site', async () => {
    await signIn(await account());
    await expect(browser.send('GET', '/logout', undefined, { 'sec-fetch-site': 'cross-site' })).resolves.toMatchObject({
      status: 403,
    });
    await expect(browser.send('GET', '/logout')).resolves.toMatchObject({ status: 403 });
    expect(await browser.me()).not.toBeNull();
    await expect(browser.send('GET', '/logout', undefined, { 'sec-fetch-site': 'same-origin' })).resolves.toMatchObject(
      { status: 200 },
    );
    expect(await browser.me()).toBeNull();
  });

  it('makes the first admin from the environment, once', async () => {
    const users = service.app.get(UsersRepository, { strict: false });
    const admin = await eventually(async () => (await users.byLogin('admin@example.com')) ?? false, {
      what: 'the first admin',
    });
    expect(admin.role).toBe('admin');
    const adminBrowser = new Browser(service.url);
    await signIn({ email: 'admin@example.com', password: 'first admin of the test' }, adminBrowser);
    expect(await adminBrowser.me()).toMatchObject({ role: 'admin' });
  });

  it('tells the other services of staff who sign in: of the first admin some could not hear', async () => {
    const toldOf = async (login: string) => {
      const { id } = (await service.app.get(UsersRepository, { strict: false }).byLogin(login))!;
      const told = await publishedEvents(service, identity.userUpdated);
      return told.filter(({ data }) => data.userId === id).map(({ data }) => data);
    };
    const before = await toldOf('admin@example.com');
    await signIn({ email: 'admin@example.com', password: 'first admin of the test' }, new Browser(service.url));
    const [latest, ...others] = (await toldOf('admin@example.com')).slice(before.length);
    expect([latest, others]).toMatchObject([{ name: 'Admin', email: 'admin@example.com', role: 'admin' }, []]);
    const shopper = await account();
    await signIn(shopper);
    expect(await toldOf(shopper.email)).toEqual([]);
  });

  describe('as staff', () => {
    let admin: Browser;
    beforeAll(async () => {
      const users = service.app.get(UsersRepository, { strict: false });
      await eventually(async () => (await users.countAdmins()) === 1, { what: 'the first admin' });
    });
    beforeEach(async () => {
      admin = new Browser(service.url);
      service.clock.advance(60_000);
      await signIn({ email: 'admin@example.com', password: 'first admin of the test' }, admin);
      await admin.post('/auth/account/proof', { password: 'first admin of the test' });
    });
    const idOf = async (email: string) =>
      (await service.app.get(UsersRepository, { strict: false }).byLogin(email))!.id as string;

    it('ends no session of who becomes staff, each of whose role is taken, and keeps who changed it', async () => {
      const asha = await account();
      await signIn(asha);
      const id = await idOf(asha.email);
      await expect(admin.send('PUT', `/admin/user/${id}`, { role: 'admin' })).resolves.toMatchObject({
        status: 200,
        body: { user: { role: 'admin' } },
      });
      // What the session may do is as before, also after a renewal, until a new sign-in.
      const asShopper = { _id: id, role: 'user', signInAsStaff: true };
      expect(await browser.me()).toMatchObject(asShopper);
      expect((await browser.post('/auth/refresh', undefined)).status).toBe(200);
      expect(await browser.me()).toMatchObject(asShopper);
      expect((await browser.send('GET', '/admin/users')).status).toBe(403);
      const again = new Browser(service.url);
      service.clock.advance(60_000);
      await signIn(asha, again);
      expect(await again.me()).toMatchObject({ role: 'admin', staffRole: { id: 'owner' } });
      expect(await again.me()).not.toHaveProperty('signInAsStaff');
      await admin.send('PUT', `/admin/user/${id}`, { role: 'user' });
      expect([await browser.me(), await again.me()]).toEqual([null, null]);
      const entries = await eventually(
        async () => {
          const { body } = await admin.send('GET', `/admin/audit?subjectId=${id}`);
          const found = (body as { entries: { before: unknown; after: unknown; actorName: string }[] }).entries;
          return found.length === 2 && found;
        },
        { what: 'two audit entries' },
      );
      expect(entries).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            actorName: 'Admin',
            before: { role: null },
            after: { role: 'Owner' },
          }),
        ]),
      );
    });

    it('writes no audit entry and no event, and ends no session, for a save that changes nothing', async () => {
      const asha = await account();
      await signIn(asha);
      const id = await idOf(asha.email);
      const { name } = (await browser.me()) as unknown as { name: string };
      const same = { name, email: asha.email.toUpperCase(), role: 'user', username: null };
      await expect(admin.send('PUT', `/admin/user/${id}`, same)).resolves.toMatchObject({ status: 200 });
      const about = async () => [
        ...(await publishedEvents(service, identity.auditRecorded)).filter(({ data }) => data.subjectId === id),
        ...(await publishedEvents(service, identity.userUpdated)).filter(({ data }) => data.userId === id),
      ];
      expect(await about()).toEqual([]);
      expect(await browser.me()).toMatchObject({ email: asha.email });
      await admin.send('PUT', `/admin/user/${id}`, { name: 'Asha Mehta' });
      await expect(admin.send('GET', `/admin/user/${id}`)).resolves.toMatchObject({
        status: 200,
        body: { user: { _id: id, name: 'Asha Mehta' } },
      });
      await expect(admin.send('GET', `/admin/user/${'f'.repeat(24)}`)).resolves.toMatchObject({ status: 404 });
      expect(await about()).toHaveLength(2);
    });

    it('can read the audit trail also where somebody saved something without a change', async () => {
      const subjectId = crypto.randomUUID();
      const actor = { actorId: 'somebody', actorName: 'Somebody', at: new Date().toISOString() };
      const saved = { ...actor, action: 'product.changed', subject: 'product', subjectId, before: {}, after: {} };
      await service.deliverEvent(identity.auditRecorded, subjectId, saved);
      await service.deliverEvent(identity.auditRecorded, subjectId, { ...saved, before: null });
      await eventually(
        async () => {
          const { status, body } = await admin.send('GET', `/admin/audit?subjectId=${subjectId}`);
          const { entries = [] } = body as { entries?: { before: unknown; after: unknown }[] };
          expect([status, entries.map(({ before, after }) => ({ before, after }))]).toEqual([
            200,
            expect.arrayContaining([
              { before: {}, after: {} },
              { before: null, after: {} },
            ]),
          ]);
        },
        { what: 'both entries' },
      );
    });

    it('keeps the last admin, whether demoted or deleted', async () => {
      const id = await idOf('admin@example.com');
      await expect(admin.send('PUT', `/admin/user/${id}`, { role: 'user' })).resolves.toMatchObject({
        status: 409,
        body: { code: 'user.last-admin' },
      });
      await expect(admin.send('DELETE', `/admin/user/${id}`)).resolves.toMatchObject({ status: 409 });
    });

    it('deletes an account, whose sessions end at once, and tells the other services', async () => {
      const asha = await account();
      await signIn(asha);
      const id = await idOf(asha.email);
      await expect(admin.send('DELETE', `/admin/user/${id}`)).resolves.toMatchObject({ status: 200, body: { id } });
      expect(await browser.me()).toBeNull();
      const told = (await publishedEvents(service, identity.userDeleted)).filter(({ data }) => data.userId === id);
      expect(told.map(({ key }) => key)).toEqual([id]);
      await expect(admin.send('DELETE', `/admin/user/${id}`)).resolves.toMatchObject({ status: 404 });
    });

    it.each([
      ['users', {}, { createdAt: -1, _id: -1 }],
      ['audit', {}, { at: -1, _id: -1 }],
      ['audit', { subject: 'product', subjectId: 'a' }, { at: -1, _id: -1 }],
      ['audit', { actorId: 'a' }, { at: -1, _id: -1 }],
    ] as const)('reads a page of %s in the order of an index: %j', async (collection, filter, order) => {
      const explained = await service.connection.collection(collection).find(filter).sort(order).explain();
      const plan = JSON.stringify(explained['queryPlanner'].winningPlan);
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('"SORT"');
    });

    it('is closed to shoppers and guests', async () => {
      await expect(browser.send('GET', '/admin/users')).resolves.toMatchObject({ status: 401 });
      await signIn(await account());
      await expect(browser.send('GET', '/admin/users')).resolves.toMatchObject({ status: 403 });
      await expect(admin.send('GET', '/admin/users?limit=2')).resolves.toMatchObject({ status: 200 });
    });
  });

  describe('a profile', () => {
    const home = {
      name: 'Asha',
      phone: '+91 98290 11042',
      street: '14 Civil Lines',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302006',
      country: 'India',
    };

    it('changes name, username and address; the address becomes the default', async () => {
      const asha = await account();
      await signIn(asha);
      const username = `asha.${Date.now()}`.slice(0, 20);
      const answer = await browser.send('PUT', '/me/update', { name: 'Asha M', username, address: home });
      expect(answer).toMatchObject({
        status: 200,
        body: { user: { name: 'Asha M', username, address: { ...home, isDefault: true } } },
      });
      await browser.post('/logout', undefined);
      service.clock.advance(60_000);
      await browser.post('/auth/send-otp', { email: username.toUpperCase(), password: asha.password });
      await expect(
        browser.post('/auth/verify-otp', { email: username, otp: codeOf(asha.email) }),
      ).resolves.toMatchObject({ status: 200 });
    });

    it('gives its username up again, which somebody else may then have', async () => {
      await signIn(await account());
      const username = `given.up.${Date.now()}`.slice(0, 30);
      await browser.send('PUT', '/me/update', { username });
      const answer = await browser.send('PUT', '/me/update', { username: null });
      expect(answer).toMatchObject({ status: 200, body: { user: {} } });
      expect(answer.body).not.toHaveProperty('user.username');
      await signIn(await account());
      await expect(browser.send('PUT', '/me/update', { username })).resolves.toMatchObject({ status: 200 });
    });

    it('remembers sizes of its own, and takes over what a browser kept for a guest where it has none', async () => {
      expect((await browser.send('GET', '/me/sizes', undefined)).status).toBe(401);
      await signIn(await account());
      const save = (body: object) => browser.send('PUT', '/me/sizes', body);
      const sizes = async () => (await browser.send('GET', '/me/sizes', undefined)).body;
      expect(await sizes()).toEqual({ sizes: {} });
      await save({ sizes: { ring: ' 14 ', chain: '18 in' } });
      const answer = await save({ sizes: { ring: '16', bangle: '2.4' }, onlyMissing: true });
      expect(answer.body).toEqual({ sizes: { ring: '14', chain: '18 in', bangle: '2.4' } });
      await save({ sizes: { ring: '12', chain: null } });
      expect(await sizes()).toEqual({ sizes: { ring: '12', bangle: '2.4' } });
      expect(await save({ sizes: { ring: '' } })).toMatchObject({
        status: 400,
        body: { errors: { 'sizes.ring': 'Choose a size' } },
      });
      expect((await save({ sizes: { hat: '58' } })).status).toBe(400);
      await browser.post('/logout', undefined);
      await signIn(await account());
      expect(await sizes()).toEqual({ sizes: {} });
    });

    it('takes a phone number that has digits', async () => {
      await signIn(await account());
      const address = { ...home, phone: '(------)' };
      const errors = { 'address.phone': 'This is not a phone number' };
      const refused = { status: 400, body: { errors } };
      await expect(browser.send('PUT', '/me/update', { address })).resolves.toMatchObject(refused);
      await expect(
        browser.send('POST', '/me/addresses', { address }, { 'idempotency-key': 'phone-without-digits' }),
      ).resolves.toMatchObject(refused);
    });

    it('is told to other services as far as they need it, and to nobody else', async () => {
      const asha = await account();
      await signIn(asha);
      const { body } = await browser.send('PUT', '/me/update', { address: home });
      const { user } = body as unknown as { user: identity.User };
      const contact = (id: string, headers: Record<string, string>) =>
        fetch(`${service.url}/internal/users/${id}/contact`, { headers });
      const token = { 'x-service-token': TEST_SERVICE_TOKEN };
      await expect((await contact(user._id, token)).json()).resolves.toEqual({
        contact: { userId: user._id, name: user.name, email: asha.email, address: user.address },
      });
      expect((await contact('f'.repeat(24), token)).status).toBe(404);
      expect((await contact('nobody', token)).status).toBe(404);
      expect((await contact(user._id, {})).status).toBe(404);
    });

    it('is found by the beginning of its e-mail address, by other services only', async () => {
      const [one, other] = [await account(), await account()];
      const { body } = await (await signIn(one), browser.send('GET', '/me'));
      const { user } = body as unknown as { user: identity.User };
      const find = (words: string[], headers: Record<string, string>) =>
        fetch(`${service.url}/internal/users/by-email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ words }),
        });
      const token = { 'x-service-token': TEST_SERVICE_TOKEN };
      const found = await find([one.email.toUpperCase(), `${other.email}.au`, '.*@example.com'], token);
      await expect(found.json()).resolves.toEqual({ accounts: [[user._id], [], []] });
      expect((await find(['as'], token)).status).toBe(400);
      expect((await find([one.email], {})).status).toBe(404);
    });

    it('takes a country by its name or code, in any case, and answers both', async () => {
      const asha = await account();
      await signIn(asha);
      const save = (address: object) => browser.send('PUT', '/me/update', { address });
      const { country: _, ...nowhere } = home;
      for (const country of [{ country: 'INDIA' }, { country: 'in' }, { countryCode: 'IN' }]) {
        await expect(save({ ...nowhere, ...country })).resolves.toMatchObject({
          status: 200,
          body: { user: { address: { country: 'India', countryCode: 'IN' } } },
        });
        await expect(save({ ...nowhere, ...country, pincode: '3020' })).resolves.toMatchObject({
          status: 400,
          body: { errors: { 'address.pincode': 'A pincode has six digits' } },
        });
      }
      await expect(save({ ...home, country: 'Atlantis' })).resolves.toMatchObject({
        status: 400,
        body: { errors: { 'address.country': 'This is not a country' } },
      });
      const users = service.connection.collection('users');
      const stored = await users.findOne({ email: asha.email });
      expect(stored).toMatchObject({ addresses: [{ country: 'India', countryCode: 'IN' }] });
      // As written before countries were chosen.
      await users.updateOne(
        { email: asha.email },
        { $set: { 'addresses.0.country': 'germany' }, $unset: { 'addresses.0.countryCode': 1 } },
      );
      await expect(browser.send('GET', '/me')).resolves.toMatchObject({
        body: { user: { address: { country: 'Germany', countryCode: 'DE' } } },
      });
    });

    it('refuses an address field by field', async () => {
      await signIn(await account());
      await expect(
        browser.send('PUT', '/me/update', { address: { ...home, name: ' ', pincode: '3020' } }),
      ).resolves.toMatchObject({
        status: 400,
        body: { errors: { 'address.name': 'Name is required' } },
      });
      await expect(browser.send('PUT', '/me/update', { address: { ...home, pincode: '3020' } })).resolves.toMatchObject(
        {
          status: 400,
          body: { errors: { 'address.pincode': 'A pincode has six digits' } },
        },
      );
    });

    it('keeps what was pasted into a line as one line, and asks for what cannot be seen', async () => {
      await signIn(await account());
      const { body } = await browser.send('PUT', '/me/update', {
        name: 'Asha\u202E\r\nBcc: all',
        address: { ...home, street: '14 Civil Lines\nNear the fort' },
      });
      expect(body).toMatchObject({
        user: { name: 'Asha Bcc: all', address: { street: '14 Civil Lines Near the fort' } },
      });
      const unseen = { name: '\u0000', address: { ...home, city: '\u200B', country: '\u0000' } };
      await expect(browser.send('PUT', '/me/update', unseen)).resolves.toMatchObject({
        status: 400,
        body: {
          errors: {
            name: 'Name is required',
            'address.city': 'City is required',
            'address.country': 'Country is required',
          },
        },
      });
    });

    it('has room for so many addresses, and says when there are too many', async () => {
      await signIn(await account());
      for (let saved = 0; saved < MAX_ADDRESSES; saved += 1) {
        await browser.send('POST', '/me/addresses', { address: home });
      }
      await expect(browser.send('POST', '/me/addresses', { address: home })).resolves.toMatchObject({
        status: 409,
        body: { code: 'address.too-many' },
      });
    });

    it('refuses a username that somebody has', async () => {
      await signIn(await account());
      await browser.send('PUT', '/me/update', { username: 'taken.name' });
      const other = new Browser(service.url);
      await signIn(await account(), other);
      await expect(other.send('PUT', '/me/update', { username: 'Taken.Name' })).resolves.toMatchObject({
        status: 409,
        body: { code: 'user.username-taken' },
      });
    });

    it("keeps out of another account's addresses", async () => {
      await signIn(await account());
      const { body } = await browser.send('POST', '/me/addresses', { address: home });
      const [{ _id }] = (body as unknown as { user: { addresses: [{ _id: string }] } }).user.addresses;
      const other = new Browser(service.url);
      await signIn(await account(), other);
      for (const [method, sent] of [['PUT', { address: { ...home, city: 'Pune' } }], ['DELETE']] as const) {
        await expect(other.send(method, `/me/addresses/${_id}`, sent)).resolves.toMatchObject({
          status: 404,
          body: { code: 'address.not-found' },
        });
      }
      await expect(browser.send('GET', '/me')).resolves.toMatchObject({
        body: { user: { addresses: [{ _id, city: home.city }] } },
      });
    });

    it('saves several addresses, and one request twice only once', async () => {
      await signIn(await account());
      await browser.send('POST', '/me/addresses', { address: home }, { 'idempotency-key': 'one' });
      await browser.send('POST', '/me/addresses', { address: home }, { 'idempotency-key': 'one' });
      const { body } = await browser.send('POST', '/me/addresses', {
        address: { ...home, street: '2 Hill Road' },
        isDefault: true,
      });
      const { user } = body as { user: { addresses: { _id: string; street: string; isDefault: boolean }[] } };
      expect(user.addresses.map(({ street, isDefault }) => [street, isDefault])).toEqual([
        ['14 Civil Lines', false],
        ['2 Hill Road', true],
      ]);
      const removed = await browser.send('DELETE', `/me/addresses/${user.addresses[1]!._id}`);
      expect(removed).toMatchObject({ body: { user: { addresses: [{ street: '14 Civil Lines', isDefault: true }] } } });
      await expect(browser.send('DELETE', `/me/addresses/${user.addresses[1]!._id}`)).resolves.toMatchObject({
        status: 404,
      });
    });
  });
});
