import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerOf, identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';

const NEW_PASSWORD = 'a better password now';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('the owner of an account', () => {
  let harness: IdentityHarness;
  let asha: { email: string; password: string };
  let browser: Browser;
  let elsewhere: Browser;
  let addresses = 0;

  beforeAll(async () => {
    harness = await startIdentity({ SIGN_IN_TRIES_PER_ADDRESS: '1000', CODES_PER_ADDRESS: '1000' });
  });
  afterAll(() => harness?.close());
  beforeEach(async () => {
    harness.mails.length = 0;
    harness.mailing = 'sends';
    asha = await harness.account();
    browser = new Browser(harness.service.url);
    elsewhere = new Browser(harness.service.url);
    await harness.signIn(asha, browser);
  });
  const freeAddress = () => `new${(addresses += 1)}@example.com`;
  const told = async () =>
    (await publishedEvents(harness.service, identity.accountSecured)).map(({ data: { change, email } }) => ({
      change,
      email,
    }));

  describe('sets a new password', () => {
    it('with the one from before, and stays signed in in this browser alone', async () => {
      await harness.signIn(asha, elsewhere);
      const changed = await browser.put('/auth/account/password', {
        password: asha.password,
        newPassword: NEW_PASSWORD,
      });
      expect(changed).toMatchObject({ status: 200, body: { user: { email: asha.email } } });
      expect(await browser.me()).toMatchObject({ email: asha.email });
      expect((await browser.post('/auth/refresh', undefined)).status).toBe(200);
      expect(await elsewhere.me()).toBeNull();
      expect((await elsewhere.post('/auth/refresh', undefined)).status).toBe(401);
      expect((await new Browser(harness.service.url).post('/auth/send-otp', asha)).status).toBe(401);
      expect((await harness.signIn({ ...asha, password: NEW_PASSWORD }, elsewhere)).status).toBe(200);
      expect(await told()).toContainEqual({ change: 'password-changed', email: asha.email });
    });

    it('which ends sign-ins and resets that were begun with the one from before', async () => {
      const another = new Browser(harness.service.url);
      await elsewhere.post('/auth/send-otp', asha);
      const signIn = harness.codeOf(asha.email);
      await another.post('/auth/forgot-password', { email: asha.email, password: 'what a stranger would set' });
      await eventually(() => harness.mails.at(-1)?.mail.kind === 'new-password', { what: 'the mail' });
      const reset = harness.codeOf(asha.email);
      await browser.put('/auth/account/password', { password: asha.password, newPassword: NEW_PASSWORD });
      expect((await elsewhere.post('/auth/verify-otp', { email: asha.email, otp: signIn })).status).toBe(401);
      expect((await another.post('/auth/verify-otp', { email: asha.email, otp: reset })).status).toBe(401);
    });

    it('not with a wrong one, nor without any, nor to one that is easy to guess, and guesses are counted', async () => {
      const put = (body: object) => browser.put('/auth/account/password', { newPassword: NEW_PASSWORD, ...body });
      expect(await put({ password: 'a wrong guess' })).toMatchObject({
        status: 403,
        body: { code: 'auth.wrong-password', errors: { password: 'This is not your password' } },
      });
      expect(await put({})).toMatchObject({ status: 400, body: { errors: { password: 'Password is required' } } });
      expect(await put({ otp: '123456' })).toMatchObject({ status: 400 });
      expect(await put({ password: asha.password, newPassword: 'password123' })).toMatchObject({
        status: 400,
        body: { code: 'auth.weak-password', errors: { newPassword: expect.any(String) } },
      });
      for (let guesses = 1; guesses < 10; guesses += 1) await put({ password: 'a wrong guess' });
      expect((await put({ password: asha.password })).status).toBe(429);
      expect(await browser.me()).toMatchObject({ email: asha.email });
    });

    it('as the first one, with a code from the mail, where the account was made without', async () => {
      const { email, browser: own } = await harness.accountWithoutPassword();
      expect(((await own.send('GET', '/me')).body as AnswerOf<typeof identity.me>).user).toMatchObject({
        hasPassword: false,
      });
      expect(await own.put('/auth/account/password', { newPassword: NEW_PASSWORD })).toMatchObject({
        status: 400,
        body: { errors: { otp: 'The code from the mail is required' } },
      });
      expect(await own.post('/auth/account/code', undefined)).toMatchObject({
        status: 200,
        body: { sentTo: 'a•••@example.com' },
      });
      const otp = harness.codeOf(email);
      const wrong = otp === '000000' ? '000001' : '000000';
      expect((await own.put('/auth/account/password', { otp: wrong, newPassword: NEW_PASSWORD })).status).toBe(401);
      const set = await own.put('/auth/account/password', { otp, newPassword: NEW_PASSWORD });
      expect((set.body as AnswerOf<typeof identity.changePassword>).user).not.toHaveProperty('hasPassword');
      expect((await harness.signIn({ email, password: NEW_PASSWORD }, elsewhere)).status).toBe(200);
      expect(await told()).toContainEqual({ change: 'password-set', email });
    });

    it('by a code that signs nobody in', async () => {
      const { email, browser: own } = await harness.accountWithoutPassword();
      await own.post('/auth/account/code', undefined);
      const otp = harness.codeOf(email);
      expect((await own.post('/auth/verify-otp', { email, otp })).status).toBe(401);
    });
  });

  describe('sees where the account is signed in', () => {
    type Listed = AnswerOf<typeof identity.listSessions>['sessions'];
    const listed = async (from = browser) =>
      ((await from.send('GET', '/auth/sessions')).body as { sessions: Listed }).sessions;

    it('this browser first, each by its own name, and no one else’s', async () => {
      await elsewhere.post('/auth/send-otp', asha);
      await elsewhere.send(
        'POST',
        '/auth/verify-otp',
        { email: asha.email, otp: harness.codeOf(asha.email) },
        { 'user-agent': CHROME },
      );
      await harness.signIn(await harness.account(), new Browser(harness.service.url));
      const [own, other, ...rest] = await listed();
      expect(own).toMatchObject({ isThis: true });
      expect(other).toMatchObject({ isThis: false, browser: 'Chrome', system: 'Windows', device: 'computer' });
      expect(rest).toEqual([]);
      expect(JSON.stringify([own, other])).not.toContain(browser.cookies.get('refresh')!.split('.')[0]);
    });

    it('and when it was used last', async () => {
      await harness.signIn(asha, elsewhere);
      harness.service.clock.advance(60 * 60_000);
      await elsewhere.post('/auth/refresh', undefined);
      await browser.post('/auth/refresh', undefined);
      const [, other] = await listed();
      expect(Date.parse(other!.lastUsedAt) - Date.parse(other!.signedInAt!)).toBeGreaterThanOrEqual(60 * 60_000);
    });

    it('and ends one of them, at once', async () => {
      await harness.signIn(asha, elsewhere);
      const other = (await listed()).find(({ isThis }) => !isThis)!;
      expect((await browser.send('DELETE', `/auth/sessions/${other.id}`)).status).toBe(200);
      expect(await elsewhere.me()).toBeNull();
      expect(await browser.me()).toMatchObject({ email: asha.email });
      expect(await browser.send('DELETE', `/auth/sessions/${other.id}`)).toMatchObject({
        status: 404,
        body: { code: 'session.not-found' },
      });
    });

    it('and ends all the others, at once', async () => {
      const third = new Browser(harness.service.url);
      await harness.signIn(asha, elsewhere);
      await harness.signIn(asha, third);
      expect(await browser.send('DELETE', '/auth/sessions')).toMatchObject({ status: 200, body: { ended: 2 } });
      expect(await Promise.all([elsewhere.me(), third.me()])).toEqual([null, null]);
      expect(await listed()).toHaveLength(1);
    });

    it('and ends none of another account', async () => {
      const stranger = new Browser(harness.service.url);
      await harness.signIn(await harness.account(), stranger);
      const [own] = await listed();
      expect((await stranger.send('DELETE', `/auth/sessions/${own!.id}`)).status).toBe(404);
      expect(await browser.me()).toMatchObject({ email: asha.email });
    });
  });

  describe('moves to another e-mail address', () => {
    const request = (email: string, proof: object = { password: asha.password }) =>
      browser.post('/auth/account/email', { email, ...proof });
    const confirm = (otp: string) => browser.post('/auth/account/email/confirm', { otp });

    it('once the code from there is entered, which ends every other session and tells the address from before', async () => {
      await harness.signIn(asha, elsewhere);
      const email = freeAddress();
      expect(await request(email.toUpperCase())).toMatchObject({
        status: 200,
        body: { sentTo: expect.stringMatching(/^n•••@/) },
      });
      expect(await browser.me()).toMatchObject({ email: asha.email });
      expect(await confirm(harness.codeOf(email))).toMatchObject({ status: 200, body: { user: { email } } });
      expect(await browser.me()).toMatchObject({ email });
      expect(await elsewhere.me()).toBeNull();
      expect((await harness.signIn({ ...asha, email }, elsewhere)).status).toBe(200);
      const updated = await publishedEvents(harness.service, identity.userUpdated);
      expect(updated.map(({ data }) => data.email)).toContain(email);
      expect(await told()).toContainEqual({ change: 'email-changed', email: asha.email });
    });

    it('not without the password, nor to the same one', async () => {
      expect(await request(freeAddress(), { password: 'a wrong guess' })).toMatchObject({ status: 403 });
      expect(await request(freeAddress(), {})).toMatchObject({ status: 400 });
      expect(await request(asha.email)).toMatchObject({ status: 409, body: { code: 'auth.same-email' } });
      expect(harness.mails.filter(({ mail }) => mail.kind === 'new-email')).toEqual([]);
    });

    it('and is not told that somebody else has it, who is', async () => {
      const ravi = await harness.account();
      const taken = await request(ravi.email);
      await harness.signIn(asha, elsewhere);
      const free = await elsewhere.post('/auth/account/email', { email: freeAddress(), password: asha.password });
      expect(taken.status).toBe(free.status);
      expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
      expect(harness.mails.find(({ to }) => to === ravi.email)?.mail).toEqual({ kind: 'email-taken' });
      expect((await confirm('123456')).status).toBe(401);
    });

    it('unless somebody registered with it since the code was mailed', async () => {
      const email = freeAddress();
      await request(email);
      const otp = harness.codeOf(email);
      const ravi = new Browser(harness.service.url);
      await ravi.post('/auth/register', { name: 'Ravi', email, password: NEW_PASSWORD });
      await ravi.post('/auth/verify-otp', { email, otp: harness.codeOf(email) });
      expect((await confirm(otp)).status).toBe(401);
      expect(await browser.me()).toMatchObject({ email: asha.email });
    });

    it('not by the code of another account', async () => {
      const email = freeAddress();
      await request(email);
      const otp = harness.codeOf(email);
      const ravi = new Browser(harness.service.url);
      await harness.signIn(await harness.account(), ravi);
      ravi.cookies.set('otp', browser.cookies.get('otp')!);
      expect((await ravi.post('/auth/account/email/confirm', { otp })).status).toBe(401);
    });

    it('five times a day at most, whichever they are', async () => {
      for (let codes = 0; codes < 5; codes += 1) {
        harness.service.clock.advance(31_000);
        expect((await request(freeAddress())).status).toBe(200);
      }
      harness.service.clock.advance(31_000);
      expect((await request(freeAddress())).status).toBe(429);
    });

    it('and hears at its field that the address takes no mail', async () => {
      harness.mailing = 'refuses-recipient';
      expect(await request(freeAddress())).toMatchObject({
        status: 400,
        body: { errors: { email: expect.any(String) } },
      });
    });
  });
});
