import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';

const DAY = 86_400_000;
const NEXT = { IDENTITY_SECRET: 'the next secret of this test, as long' };

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('a changed secret', () => {
  let identity: IdentityHarness;
  beforeEach(async () => void (identity = await startIdentity()));
  afterEach(() => identity.close());
  const browserWith = (cookies: Browser['cookies']) => {
    const browser = new Browser(identity.service.url);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  };
  const keyIds = async () => {
    const answer = await fetch(`${identity.service.url}/.well-known/jwks.json`);
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };

  it('ends every session at once, and everybody can sign in again, on that day and 31 days later', async () => {
    const asha = await identity.account();
    const before = new Browser(identity.service.url);
    await identity.signIn(asha, before);
    const { cookies } = before;
    const earlier = await keyIds();
    await identity.restart(NEXT);

    expect((await keyIds()).filter((kid) => earlier.includes(kid))).toEqual([]);
    await eventually(
      async () => (await identity.service.redis.client.keys(identity.service.redis.key('session:*'))).length === 0,
      { what: 'the sessions being ended' },
    );
    expect(await browserWith(cookies).me()).toBeNull();
    const returning = browserWith(cookies);
    expect((await returning.post('/auth/refresh', undefined)).status).toBe(401);
    expect(returning.cookies.has('access')).toBe(false);
    expect((await browserWith(cookies).post('/logout', undefined)).status).toBe(200);
    expect((await identity.signIn(asha, returning)).status).toBe(200);
    expect(await returning.me()).toMatchObject({ email: asha.email });

    identity.service.clock.advance(31 * DAY);
    expect((await identity.signIn(asha, new Browser(identity.service.url))).status).toBe(200);
    expect((await identity.signIn(asha, returning)).status).toBe(200);
  });

  it('lets a session live that began after it', async () => {
    const asha = await identity.account();
    await identity.restart(NEXT);
    const browser = new Browser(identity.service.url);
    await identity.signIn(asha, browser);
    await identity.restart(NEXT);
    expect((await browserWith(browser.cookies).post('/auth/refresh', undefined)).status).toBe(200);
  });

  it('makes pending codes worthless, without an error', async () => {
    const asha = await identity.account();
    const browser = new Browser(identity.service.url);
    await browser.post('/auth/send-otp', asha);
    const otp = identity.codeOf(asha.email);
    await identity.restart(NEXT);
    expect((await browserWith(browser.cookies).post('/auth/verify-otp', { email: asha.email, otp })).status).toBe(401);
  });
});
