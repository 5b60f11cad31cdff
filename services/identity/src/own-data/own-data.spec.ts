import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerOf, identity } from '@shop/contracts';
import { publishedEvents, TEST_SERVICE_TOKEN, tracesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { UsersRepository } from '../users/users.repository.ts';

const DAY_MS = 24 * 3_600_000;

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. One server plays the other services by their contracts.
describe('what is kept of an account', () => {
  let harness: IdentityHarness;
  let slices: http.Server;
  let unfinished: object[];
  let isPaymentAway: boolean;
  let asha: { email: string; password: string };
  let browser: Browser;

  const answerOf = (path: string): object | undefined => {
    if (path.endsWith('/unfinished')) return { unfinished };
    if (path === '/internal/payments/kept')
      return isPaymentAway ? undefined : { kept: { payments: [{ state: 'captured' }] } };
    if (path.startsWith('/cart-order')) return { kept: { orders: [{ _id: 'o1' }] }, checkoutIds: ['c1'] };
    if (path.startsWith('/catalog')) return { kept: { reviews: [{ review: 'Shines' }] } };
    return undefined;
  };

  beforeAll(async () => {
    slices = http.createServer((request, response) => {
      request.resume();
      const isOurs = request.headers['x-service-token'] === TEST_SERVICE_TOKEN;
      const answer = isOurs ? answerOf(request.url!.replace(/^\/payment/, '')) : undefined;
      response.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => slices.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(slices.address() as AddressInfo).port}`;
    harness = await startIdentity({
      CATALOG_URL: `${url}/catalog`,
      CART_ORDER_URL: `${url}/cart-order`,
      PAYMENT_URL: `${url}/payment`,
      SIGN_IN_TRIES_PER_ADDRESS: '1000',
      CODES_PER_ADDRESS: '1000',
      DOWNLOAD_SWEEP: '50ms',
      ERASURE_SWEEP: '50ms',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'first admin of the test',
    });
  });
  afterAll(async () => {
    await harness?.close();
    slices.close();
  });
  beforeEach(async () => {
    unfinished = [];
    isPaymentAway = false;
    asha = await harness.account();
    browser = new Browser(harness.service.url);
    await harness.signIn(asha, browser);
  });

  type Shown = AnswerOf<typeof identity.getDownload>['download'];
  const ask = (proof: object = { password: asha.password }) => browser.post('/auth/account/download', proof);
  const current = async () => ((await browser.send('GET', '/me/download')).body as { download: Shown }).download;
  const ready = () =>
    eventually(
      async () => {
        const download = await current();
        return download?.state === 'ready' && download;
      },
      { what: 'the download' },
    );

  describe('is downloaded', () => {
    it('from every service, once its owner proved to be it', async () => {
      expect((await ask({ password: 'a wrong guess' })).status).toBe(403);
      expect(await current()).toBeNull();
      await browser.post('/me/addresses', {
        address: {
          name: 'Asha',
          phone: '9876543210',
          street: '12 MG Road',
          city: 'Jaipur',
          state: 'Rajasthan',
          pincode: '302001',
        },
      });
      await browser.put('/me/sizes', { sizes: { ring: '14' } });
      expect(await ask()).toMatchObject({ status: 202, body: { download: { state: 'preparing' } } });
      const { _id, bytes, keptUntil } = await ready();
      const file = await browser.send('GET', `/me/download/${_id}`);
      expect(file.headers.get('content-disposition')).toContain('attachment');
      expect(file.headers.get('cache-control')).toContain('no-store');
      expect(file.body).toMatchObject({
        account: { email: asha.email, addresses: [{ street: '12 MG Road' }] },
        sizes: { ring: '14' },
        signedIn: [{ device: 'unknown' }],
        orders: [{ _id: 'o1' }],
        payments: [{ state: 'captured' }],
        reviews: [{ review: 'Shines' }],
        mails: [],
      });
      expect(JSON.stringify(file.body)).not.toMatch(/argon2|passwordHash/);
      expect(bytes).toBe(Number(file.headers.get('content-length')));
      expect(Date.parse(keptUntil!)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
      const told = await publishedEvents(harness.service, identity.accountSecured);
      expect(told.map(({ data }) => [data.change, data.email])).toContainEqual(['download-ready', asha.email]);
    });

    it('with what was bought beside it, of which each service is asked, and payments once', async () => {
      await harness.continueWith(asha.email, new Browser(harness.service.url));
      await ask();
      const file = await browser.send('GET', `/me/download/${(await ready())._id}`);
      expect(file.body).toMatchObject({
        boughtBesideIt: [{ email: asha.email, isLimited: true }],
        signedIn: [{}, {}],
        orders: [{ _id: 'o1' }, { _id: 'o1' }],
        payments: [{ state: 'captured' }],
      });
    });

    it('whole, or not yet', async () => {
      isPaymentAway = true;
      await ask();
      const failures = () =>
        harness.service.connection.collection('downloads').countDocuments({ failures: { $gt: 0 }, state: 'preparing' });
      await eventually(async () => expect(await failures()).toBe(1), { what: 'a failed run' });
      isPaymentAway = false;
      harness.service.clock.advance(60_000);
      await ready();
    });

    it('by no one else, and not after some days', async () => {
      await ask();
      const { _id } = await ready();
      const stranger = new Browser(harness.service.url);
      await harness.signIn(await harness.account(), stranger);
      expect(await stranger.send('GET', `/me/download/${_id}`)).toMatchObject({
        status: 404,
        body: { code: 'download.not-found' },
      });
      harness.service.clock.advance(7 * DAY_MS + 1_000);
      await browser.post('/auth/refresh', undefined);
      expect((await browser.send('GET', `/me/download/${_id}`)).status).toBe(404);
      expect(await current()).toBeNull();
    });
  });

  describe('is deleted', () => {
    const remove = (proof: object = { password: asha.password }) => browser.post('/auth/account/delete', proof);
    const users = () => harness.service.app.get(UsersRepository, { strict: false });

    it('with the account, whose sessions end at once, and the other services hear of it', async () => {
      const { id } = (await users().byLogin(asha.email))!;
      const elsewhere = new Browser(harness.service.url);
      await harness.signIn(asha, elsewhere);
      expect((await remove({ password: 'a wrong guess' })).status).toBe(403);
      expect(await browser.me()).toMatchObject({ email: asha.email });
      expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
      expect(browser.cookies.has('access')).toBe(false);
      expect(await elsewhere.me()).toBeNull();
      expect(await users().byId(id as string)).toBeNull();
      const told = await publishedEvents(harness.service, identity.userDeleted);
      expect(told.map(({ data }) => data.userId)).toContain(id);
      expect((await new Browser(harness.service.url).post('/auth/send-otp', asha)).status).toBe(401);
    });

    it('not while something is under way, which is named', async () => {
      unfinished = [{ kind: 'order', id: '65f0c0ffee00000000abc123' }];
      expect(await remove()).toMatchObject({
        status: 409,
        body: { code: 'user.unfinished', details: { unfinished } },
      });
      expect(await browser.me()).toMatchObject({ email: asha.email });
    });

    it('not by staff themselves', async () => {
      const admin = { email: 'admin@example.com', password: 'first admin of the test' };
      await eventually(async () => (await users().byLogin(admin.email)) !== null, { what: 'the first admin' });
      await harness.signIn(admin, browser);
      expect(await remove({ password: admin.password })).toMatchObject({
        status: 409,
        body: { code: 'user.is-staff' },
      });
    });

    it('in every collection: of what staff did to the account, only that they did', async () => {
      const { id } = (await users().byLogin(asha.email))!;
      const admin = new Browser(harness.service.url);
      const credentials = { email: 'admin@example.com', password: 'first admin of the test' };
      await eventually(async () => (await users().byLogin(credentials.email)) !== null, { what: 'the first admin' });
      await harness.signIn(credentials, admin);
      await admin.put(`/admin/user/${id}`, { name: 'Ashalata Vasanthakumar' });
      const entries = harness.service.connection.collection('audit');
      await eventually(async () => expect(await entries.countDocuments({ subjectId: id })).toBe(1), {
        what: 'the entry',
      });
      await ask();
      await ready();
      expect((await remove()).status).toBe(200);
      const erased = () =>
        eventually(
          async () => {
            harness.service.clock.advance(600_000);
            expect(await harness.service.connection.collection('erasures').countDocuments()).toBe(0);
          },
          { what: 'the erasure' },
        );
      await erased();
      const database = harness.service.connection.db!;
      expect(await tracesOf(database, [asha.email, 'Ashalata', 'Vasanthakumar'])).toEqual([]);
      // The number of the account no one has now.
      const numbered = (await tracesOf(database, [id as string])).filter((path) => !path.startsWith('event_versions'));
      expect(numbered).toEqual(['audit.subjectId']);
    });
  });
});
