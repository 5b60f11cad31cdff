import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { Secret, TOTP } from 'otpauth';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, KEY_OF_APPS, startIdentity } from '../../test/identity-harness.ts';
import { SealedSecrets } from './sealed-secrets.ts';

const PASSWORD = 'three golden bangles';
const STEP_MS = 30_000;
let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ CODE_TRIES: '3', SIGN_IN_CODES_PER_ACCOUNT: '5' });
});
afterAll(() => harness.close());

const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code: string }).code];
const guest = () => new Browser(harness.service.url);
/** The app on a phone, whose clock is that of the service. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.service.clock.millis() + steps * STEP_MS,
  });
const PATH = '/auth/account/authenticator';

/** Somebody of the staff who signs in with an app; its next code has not been used. */
async function withApp() {
  const person = await harness.staff({ staffRole: 'content', password: PASSWORD });
  const begun = await person.browser.post(PATH, { password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const confirmed = await person.browser.put(PATH, { otp: codeOf(secret) });
  harness.service.clock.advance(2 * STEP_MS);
  return { ...person, secret, recoveryCodes: (confirmed.body as { recoveryCodes: string[] }).recoveryCodes };
}
const sendPassword = (email: string, into: Browser) => into.post('/auth/send-otp', { email, password: PASSWORD });
const verify = (email: string, into: Browser, code: object) => into.post('/auth/verify-otp', { email, ...code });

describe('an authenticator app', () => {
  it('is set up by staff with their password and a code, and then asked for in place of a mailed code', async () => {
    const { email, browser } = await harness.staff({ staffRole: 'content', password: PASSWORD });
    expect((await browser.send('GET', PATH)).body).toEqual({ authenticator: null });
    expect(refusal(await browser.post(PATH, { password: 'wrong' }))).toEqual([403, 'auth.wrong-password']);
    const begun = (await browser.post(PATH, { password: PASSWORD })).body as { secret: string; url: string };
    expect(begun.url).toContain(`secret=${begun.secret}`);
    expect(decodeURIComponent(begun.url)).toContain(email);
    // Until it is confirmed, codes are mailed.
    expect((await sendPassword(email, guest())).body).toMatchObject({ sentTo: expect.stringContaining('@') });
    expect(refusal(await browser.put(PATH, { otp: '000000' }))).toEqual([401, 'auth.wrong-code']);
    const confirmed = await browser.put(PATH, { otp: codeOf(begun.secret) });
    expect(confirmed.status).toBe(200);
    expect(new Set((confirmed.body as { recoveryCodes: string[] }).recoveryCodes).size).toBe(10);
    expect((await browser.send('GET', PATH)).body).toMatchObject({ authenticator: { recoveryCodesLeft: 10 } });
    expect(refusal(await browser.post(PATH, { password: PASSWORD }))).toEqual([409, 'authenticator.exists']);

    harness.service.clock.advance(2 * STEP_MS);
    const mails = harness.mails.length;
    const other = guest();
    expect((await sendPassword(email, other)).body).toMatchObject({ by: 'app', resendAfterS: 0 });
    expect(harness.mails.length).toBe(mails);
    const signedIn = await verify(email, other, { otp: codeOf(begun.secret) });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
    expect(await other.me()).toMatchObject({ email });
  });

  it('is for staff', async () => {
    const asha = await harness.account(PASSWORD);
    const browser = guest();
    await harness.signIn(asha, browser);
    expect(refusal(await browser.post(PATH, { password: PASSWORD }))).toEqual([403, 'session.forbidden']);
  });

  it('gives codes that count once, and none from before one that was used', async () => {
    const { email, secret } = await withApp();
    const used = codeOf(secret);
    const earlier = codeOf(secret, -1);
    const one = guest();
    await sendPassword(email, one);
    expect((await verify(email, one, { otp: used })).status).toBe(200);
    for (const otp of [used, earlier]) {
      const other = guest();
      await sendPassword(email, other);
      expect(refusal(await verify(email, other, { otp }))).toEqual([401, 'auth.wrong-code']);
    }
    harness.service.clock.advance(STEP_MS);
    const next = guest();
    await sendPassword(email, next);
    expect((await verify(email, next, { otp: codeOf(secret) })).status).toBe(200);
  });

  it('is guessed three times for a password, and never without one', async () => {
    const { email, secret } = await withApp();
    const thief = guest();
    await sendPassword(email, thief);
    for (let i = 0; i < 3; i += 1) await verify(email, thief, { otp: '000000' });
    expect(refusal(await verify(email, thief, { otp: codeOf(secret) }))).toEqual([401, 'auth.wrong-code']);
    expect(refusal(await verify(email, guest(), { otp: codeOf(secret) }))).toEqual([401, 'auth.wrong-code']);
  });

  it('is replaced by recovery codes, each of which counts once', async () => {
    const { email, browser, recoveryCodes } = await withApp();
    const [code] = recoveryCodes as [string];
    const one = guest();
    await sendPassword(email, one);
    expect((await verify(email, one, { recoveryCode: code.toUpperCase() })).status).toBe(200);
    const two = guest();
    await sendPassword(email, two);
    expect(refusal(await verify(email, two, { recoveryCode: code }))).toEqual([401, 'auth.wrong-code']);
    expect((await browser.send('GET', PATH)).body).toMatchObject({ authenticator: { recoveryCodesLeft: 9 } });
  });

  it('is not got around by who reads the mails: a new password signs no one in', async () => {
    const { email } = await withApp();
    const thief = guest();
    await thief.post('/auth/forgot-password', { email, password: 'another long password' });
    const otp = await eventually(() => harness.codeOf(email), { what: 'the mail' });
    const answer = await verify(email, thief, { otp });
    expect(refusal(answer)).toEqual([409, 'auth.sign-in-again']);
    expect(await thief.me()).toBeNull();
  });

  it('does not take a code that was mailed before it was set up', async () => {
    const { email, browser } = await harness.staff({ staffRole: 'content', password: PASSWORD });
    const late = guest();
    await sendPassword(email, late);
    const mailed = harness.codeOf(email);
    const { secret } = (await browser.post(PATH, { password: PASSWORD })).body as { secret: string };
    await browser.put(PATH, { otp: codeOf(secret) });
    expect(refusal(await verify(email, late, { otp: mailed }))).toEqual([409, 'auth.sign-in-again']);
    expect(await late.me()).toBeNull();
  });

  it('is removed with password and code, and codes are mailed again', async () => {
    const { email, browser, secret, recoveryCodes } = await withApp();
    const remove = (body: object) => browser.post(`${PATH}/remove`, body);
    expect(refusal(await remove({ password: PASSWORD, code: '000000' }))).toEqual([401, 'auth.wrong-code']);
    expect(refusal(await remove({ password: 'wrong', code: codeOf(secret) }))).toEqual([403, 'auth.wrong-password']);
    expect((await remove({ password: PASSWORD, code: recoveryCodes[3] })).body).toEqual({ authenticator: null });
    expect((await sendPassword(email, guest())).body).not.toHaveProperty('by');
    expect(refusal(await remove({ password: PASSWORD, code: codeOf(secret) }))).toEqual([
      404,
      'authenticator.not-found',
    ]);
  });

  it('is guessed only so often by who has a session and the password, to remove it or to set it up', async () => {
    const { browser, secret } = await withApp();
    const other = await harness.staff({ staffRole: 'content', password: PASSWORD });
    const begun = await other.browser.post(PATH, { password: PASSWORD });
    const tries: [() => ReturnType<Browser['send']>, () => ReturnType<Browser['send']>][] = [
      [
        () => browser.post(`${PATH}/remove`, { password: PASSWORD, code: '000000' }),
        () => browser.post(`${PATH}/remove`, { password: PASSWORD, code: codeOf(secret) }),
      ],
      [
        () => other.browser.put(PATH, { otp: '000000' }),
        () => other.browser.put(PATH, { otp: codeOf((begun.body as { secret: string }).secret) }),
      ],
    ];
    for (const [wrong, right] of tries) {
      for (let i = 0; i < 5; i += 1) expect(refusal(await wrong())).toEqual([401, 'auth.wrong-code']);
      expect(refusal(await right())).toEqual([429, 'request.too-many']);
    }
  });

  it('is reset for who lost it by staff who may do as much, which ends the sessions', async () => {
    const { id, browser, email } = await withApp();
    const less = await harness.staff({ permissions: ['people.read', 'people.change', 'views.use'] });
    const path = `/admin/people/${id}/authenticator`;
    expect(refusal(await less.browser.send('DELETE', path))).toEqual([403, 'role.more-than-yours']);
    const owner = await harness.staff();
    expect((await owner.browser.send('DELETE', path)).status).toBe(200);
    expect(await browser.me()).toBeNull();
    expect((await sendPassword(email, guest())).body).not.toHaveProperty('by');
    expect(refusal(await owner.browser.send('DELETE', path))).toEqual([404, 'authenticator.not-found']);
  });

  it('has its secret sealed for its account, and sealed again with the next key when it is used', async () => {
    const { email, secret } = await withApp();
    const stored = async () => {
      const user = await harness.service.connection.collection('users').findOne({ email });
      return user!['authenticator'] as { sealed: { keyId: string } };
    };
    const before = await stored();
    expect(JSON.stringify(before)).not.toContain(secret);
    const atMs = harness.service.clock.millis();
    await harness.restart({ AUTHENTICATOR_KEY: `the next key of authenticator apps,${KEY_OF_APPS}` });
    const { clock } = harness.service;
    clock.advance(atMs + STEP_MS - clock.millis());
    const browser = guest();
    await sendPassword(email, browser);
    expect((await verify(email, browser, { otp: codeOf(secret) })).status).toBe(200);
    expect((await stored()).sealed.keyId).not.toBe(before.sealed.keyId);
  });
});

describe('a sealed secret', () => {
  const [old, next] = ['an old key of a test, long enough', 'the next key of a test, long enough'];

  it('opens with any key that is known, for whom it was sealed, and when nothing of it was changed', () => {
    const sealed = new SealedSecrets([old]).seal('secret', 'asha');
    const both = new SealedSecrets([next, old]);
    expect([both.open(sealed, 'asha'), both.isOld(sealed)]).toEqual(['secret', true]);
    expect(() => both.open(sealed, 'ravi')).toThrow(/authenticate data/);
    const bytes = Buffer.from(sealed.text, 'base64');
    bytes[30]! ^= 1;
    expect(() => both.open({ ...sealed, text: bytes.toString('base64') }, 'asha')).toThrow(/authenticate data/);
    expect(() => new SealedSecrets([next]).open(sealed, 'asha')).toThrow(/a key that identity does not have/);
  });

  it('is found by its hash whichever key made that', () => {
    const hash = new SealedSecrets([old]).hash('abcde-fgh23');
    expect(new SealedSecrets([next, old]).find('abcde-fgh23', ['x', hash])).toBe(hash);
    expect(new SealedSecrets([next]).find('abcde-fgh23', [hash])).toBeUndefined();
  });
});
