import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';

const ADDRESS = {
  ...{ name: 'Meera Rao', phone: '+91 98765 43210', street: '12 MG Road', city: 'Jaipur' },
  ...{ state: 'Rajasthan', pincode: '302001', country: 'India' },
};

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('continuing with an e-mail address', () => {
  let harness: IdentityHarness;
  let browser: Browser;
  let people = 0;

  beforeAll(async () => {
    harness = await startIdentity({ SIGN_IN_TRIES_PER_ADDRESS: '1000', CODES_PER_ADDRESS: '1000' });
  });
  afterAll(() => harness?.close());
  beforeEach(() => {
    browser = new Browser(harness.service.url);
  });
  const nobody = () => `meera${(people += 1)}@example.com`;
  const proceed = async (email: string, into = browser) => {
    const sent = await into.post('/auth/continue', { email });
    if (sent.status !== 200) return sent;
    return into.post('/auth/verify-otp', { email, otp: harness.codeOf(email) });
  };

  it('makes an account without password for a new address, named by its first address', async () => {
    const email = nobody();
    expect(await proceed(email)).toMatchObject({
      status: 200,
      body: { user: { email, name: 'Customer', role: 'user', hasPassword: false, addresses: [] } },
    });
    const created = await publishedEvents(harness.service, identity.userCreated);
    expect(created.at(-1)!.data).toMatchObject({ email, role: 'user' });
    await browser.post('/me/addresses', { address: ADDRESS });
    expect(await browser.me()).toMatchObject({ email, name: 'Meera Rao' });
    expect((await browser.post('/auth/refresh', undefined)).status).toBe(200);
    // There is no password to sign in with.
    expect((await new Browser(harness.service.url).post('/auth/send-otp', { email, password: 'any' })).status).toBe(401);
  });

  it('beside an account sees only what it makes itself, also after a renewal', async () => {
    const asha = await harness.account();
    const owner = new Browser(harness.service.url);
    await harness.signIn(asha, owner);
    await owner.post('/me/addresses', { address: { ...ADDRESS, name: 'Asha at home' } });
    const account = await owner.me();

    expect(await proceed(asha.email)).toMatchObject({ status: 200, body: { user: { isLimited: true, addresses: [] } } });
    expect((await browser.post('/auth/refresh', undefined)).status).toBe(200);
    const guest = (await browser.me())!;
    expect(guest).toMatchObject({ email: asha.email, isLimited: true, addresses: [] });
    expect(guest._id).not.toBe(account!._id);
    await browser.post('/me/addresses', { address: ADDRESS });
    expect((await browser.me())!.addresses).toMatchObject([{ name: 'Meera Rao' }]);
    expect((await owner.me())!.addresses).toMatchObject([{ name: 'Asha at home' }]);
    for (const [method, path] of [
      ['put', '/me/update'],
      ['put', '/auth/account/password'],
    ] as const) {
      expect(await browser[method](path, { name: 'Mallory' })).toMatchObject({
        status: 403,
        body: { code: 'session.limited' },
      });
    }
    // Another one sees nothing of it either.
    const another = new Browser(harness.service.url);
    await proceed(asha.email, another);
    expect((await another.me())!.addresses).toEqual([]);
  });

  it('answers the same with an account and without, and neither with a wrong code', async () => {
    const asha = await harness.account();
    const [known, unknown] = [
      await browser.post('/auth/continue', { email: asha.email }),
      await new Browser(harness.service.url).post('/auth/continue', { email: nobody() }),
    ];
    const { sentTo: _, ...shown } = known.body as { sentTo: string };
    expect(unknown).toMatchObject({ status: known.status, body: shown });
    const right = harness.codeOf(asha.email);
    const wrong = { email: asha.email, otp: right === '000000' ? '000001' : '000000' };
    expect((await browser.post('/auth/verify-otp', wrong)).status).toBe(401);
    expect(await browser.me()).toBeNull();
  });

  it('never has the rights of staff', async () => {
    const admin = await harness.service.signIn({ role: 'admin' });
    expect(admin).toBeTruthy();
    const email = nobody();
    const users = harness.service.connection.collection('users');
    await users.insertOne({ name: 'Boss', email, role: 'admin', addresses: [], createdAt: new Date(), __v: 0 });
    expect(await proceed(email)).toMatchObject({ body: { user: { role: 'user', isLimited: true } } });
    expect((await browser.get('/admin/users')).status).toBe(403);
  });

  it('is deleted with the account', async () => {
    const asha = await harness.account();
    const owner = new Browser(harness.service.url);
    await harness.signIn(asha, owner);
    await proceed(asha.email);
    const guest = (await browser.me())!;
    const admin = await harness.service.signIn({ role: 'admin' });
    const { _id } = (await owner.me())!;
    await fetch(`${harness.service.url}/api/v1/admin/user/${_id}`, { method: 'DELETE', headers: admin });
    const deleted = (await publishedEvents(harness.service, identity.userDeleted)).map(({ key }) => key);
    expect(deleted).toEqual(expect.arrayContaining([_id, guest._id]));
    expect(await browser.me()).toBeNull();
    expect((await browser.post('/auth/refresh', undefined)).status).toBe(401);
  });
});
