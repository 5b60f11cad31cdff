import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { Sessions } from '../sessions/sessions.ts';

// Real: the service over HTTP, MongoDB, Redis, RabbitMQ. The content service is a stub that records the mails.
describe('guessing', () => {
  let identity: IdentityHarness;
  let hosts = 0;
  const browserAt = (address = `203.0.113.${(hosts += 1)}`) => new Browser(identity.service.url, address);

  beforeAll(async () => {
    identity = await startIdentity({
      SIGN_IN_TRIES_PER_ADDRESS: '30',
      SIGN_IN_CODES_PER_ACCOUNT: '3',
      REGISTRATION_CODES_PER_ACCOUNT: '3',
      CODES_PER_ADDRESS: '8',
    });
  });
  afterAll(() => identity.close());
  beforeEach(() => void (identity.mails.length = 0));

  const guess = async (email: string, times: number, from = browserAt()) => {
    const statuses: number[] = [];
    for (let tries = 0; tries < times; tries += 1) {
      statuses.push((await from.post('/auth/send-otp', { email, password: `wrong guess ${tries}` })).status);
    }
    return statuses;
  };
  const forgotten = async (email: string, password = 'a better password now') => {
    const browser = browserAt();
    const before = identity.mails.length;
    await browser.post('/auth/forgot-password', { email, password });
    await eventually(() => identity.mails.length > before, { what: 'the mail' });
    return { browser, otp: identity.codeOf(email) };
  };
  const refused = (tries: number, left: number) => [
    ...Array<number>(tries).fill(401),
    ...Array<number>(left).fill(429),
  ];

  describe('of passwords', () => {
    it('by a stranger slows him and other strangers, and not a browser that signed in before', async () => {
      const asha = await identity.account();
      const own = browserAt();
      await identity.signIn(asha, own);
      await own.post('/logout', undefined);

      expect(await guess(asha.email, 11)).toEqual(refused(10, 1));
      expect((await identity.signIn(asha, browserAt())).status).toBe(429);
      identity.service.clock.advance(60_000);
      expect((await identity.signIn(asha, own)).status).toBe(200);
      expect(await own.me()).toMatchObject({ email: asha.email });
    });

    it('by a stranger in the same household does not keep the browser out that signed in before', async () => {
      const asha = await identity.account();
      const home = '198.51.100.7';
      const own = browserAt(home);
      await identity.signIn(asha, own);
      for (let account = 0; account < 4; account += 1) await guess(`nobody${account}@example.com`, 10, browserAt(home));
      expect((await identity.signIn(asha, browserAt(home))).status).toBe(429);
      identity.service.clock.advance(60_000);
      expect((await identity.signIn(asha, own)).status).toBe(200);
    });

    it('is limited in a browser that signed in before as well', async () => {
      const asha = await identity.account();
      const own = browserAt();
      await identity.signIn(asha, own);
      expect(await guess(asha.email, 11, own)).toEqual(refused(10, 1));
      expect((await identity.signIn(asha, browserAt())).status).toBe(200);
    });

    it('gains nothing by a cookie that is forged, expired, or of another account', async () => {
      const [asha, ravi] = [await identity.account(), await identity.account()];
      const own = browserAt();
      await identity.signIn(asha, own);
      const known = own.cookies.get('known')!;
      const stranger = browserAt();
      await identity.signIn(ravi, stranger);
      const forged = `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`;
      await guess(asha.email, 10);
      for (const cookie of [forged, stranger.cookies.get('known')!, 'nonsense', '~', known.split('~')[0]!]) {
        const browser = browserAt();
        browser.cookies.set('known', cookie);
        expect((await identity.signIn(asha, browser)).status).toBe(429);
      }
      const owner = browserAt();
      owner.cookies.set('known', known);
      expect(await guess(asha.email, 1, owner)).toEqual([401]);
      identity.service.clock.advance(366 * 86_400_000);
      expect(await guess(asha.email, 1, owner)).toEqual([429]);
    });

    it('does not stop a new password, which is proven by the mailbox', async () => {
      const asha = await identity.account();
      await guess(asha.email, 11);
      const own = browserAt();
      expect(
        (await own.post('/auth/forgot-password', { email: asha.email, password: 'a better password now' })).status,
      ).toBe(200);
      await eventually(() => identity.codeOf(asha.email), { what: 'the mail' });
      const verified = await own.post('/auth/verify-otp', { email: asha.email, otp: identity.codeOf(asha.email) });
      expect(verified).toMatchObject({ status: 200 });
      // A year has passed: the token is signed by a key of which services hear within two seconds.
      await eventually(async () => expect(await own.me()).toMatchObject({ email: asha.email }));
      const later = browserAt();
      expect((await identity.signIn({ ...asha, password: 'a better password now' }, later)).status).toBe(200);
    });

    it('is counted by the network of an address: a household has a whole /64 of IPv6', async () => {
      const statuses: number[] = [];
      for (let account = 0; account < 31; account += 1) {
        const browser = browserAt(`2001:db8:7:7::${account.toString(16)}`);
        statuses.push(...(await guess(`nobody-${account}@example.net`, 1, browser)));
      }
      expect(statuses).toEqual(refused(30, 1));
    });

    it('remembers several people of one browser, and who sets a new password begins anew', async () => {
      const own = browserAt();
      const family = [await identity.account(), await identity.account()] as const;
      for (const person of family) await identity.signIn(person, own);
      for (const { email } of family) await guess(email, 10);
      expect(await guess(family[0].email, 1, own)).toEqual([401]);
      expect(await guess(family[1].email, 1, own)).toEqual([401]);

      const { browser: elsewhere, otp } = await forgotten(family[0].email);
      await elsewhere.post('/auth/verify-otp', { email: family[0].email, otp });
      await guess(family[0].email, 10);
      expect(await guess(family[0].email, 1, own)).toEqual([429]);
      expect(await guess(family[0].email, 1, elsewhere)).toEqual([401]);
    });
  });

  describe('of codes', () => {
    it('has a limit per account and day, for whoever knows the password', async () => {
      const asha = await identity.account();
      const statuses: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await browserAt().post('/auth/send-otp', asha)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect(identity.mails.filter(({ to }) => to === asha.email)).toHaveLength(3);
    });

    it('is not what somebody does who signs in: a redeemed code does not count', async () => {
      const asha = await identity.account();
      for (let day = 0; day < 5; day += 1) {
        expect((await identity.signIn(asha, browserAt())).status).toBe(200);
      }
    });

    it('is not what somebody does who asks again too soon, or whose mail was not sent', async () => {
      const asha = await identity.account();
      const own = browserAt();
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await own.post('/auth/send-otp', asha)).status);
      expect(statuses).toEqual([200, 429, 429, 429, 429, 429]);
      identity.service.clock.advance(30_000);
      expect((await own.post('/auth/send-otp', asha)).status).toBe(200);
    });

    it('has a limit per address, whatever accounts the codes are for', async () => {
      const home = browserAt();
      const statuses: number[] = [];
      for (let account = 0; account < 9; account += 1) {
        const person = { name: 'Eve', email: `eve-${account}@example.net`, password: 'river under the bridge' };
        statuses.push((await home.post('/auth/register', person)).status);
      }
      expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
    });

    it('for a registration, which anybody can begin, does not keep the owner from signing in', async () => {
      const asha = await identity.account();
      const statuses: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        const person = { name: 'Eve', email: asha.email, password: 'river under the bridge' };
        statuses.push((await browserAt().post('/auth/register', person)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await identity.signIn(asha, browserAt())).status).toBe(200);
    });
  });

  describe('is over with a new password', () => {
    it('as are codes and resets that were pending', async () => {
      const asha = await identity.account();
      const thief = browserAt();
      await thief.post('/auth/send-otp', asha);
      const stolen = identity.codeOf(asha.email);
      const reset = await forgotten(asha.email, 'what a thief would like');
      const owner = await forgotten(asha.email);
      expect((await owner.browser.post('/auth/verify-otp', { email: asha.email, otp: owner.otp })).status).toBe(200);

      expect((await thief.post('/auth/verify-otp', { email: asha.email, otp: stolen })).status).toBe(401);
      expect((await reset.browser.post('/auth/verify-otp', { email: asha.email, otp: reset.otp })).status).toBe(401);
      expect(await thief.me()).toBeNull();
      expect(await owner.browser.me()).toMatchObject({ email: asha.email });
    });

    it('also when two resets are redeemed at once: one password is set, and its session alone lives', async () => {
      const asha = await identity.account();
      const resets = [
        await forgotten(asha.email, 'the first of two'),
        await forgotten(asha.email, 'the second of two'),
      ];
      const answers = await Promise.all(
        resets.map(({ browser, otp }) => browser.post('/auth/verify-otp', { email: asha.email, otp })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const signedIn = await Promise.all(resets.map(({ browser }) => browser.me()));
      expect(signedIn.filter((user) => user !== null)).toHaveLength(1);
    });

    it('and a session that was begun with the old one meanwhile is not renewed', async () => {
      const asha = await identity.account();
      const other = browserAt();
      await identity.signIn(asha, other);
      // As if ending it had failed, or it had begun in between.
      const sessions = identity.service.app.get(Sessions, { strict: false });
      const endAll = sessions.endAll.bind(sessions);
      sessions.endAll = () => Promise.resolve(0);
      try {
        const { browser, otp } = await forgotten(asha.email);
        await browser.post('/auth/verify-otp', { email: asha.email, otp });
      } finally {
        sessions.endAll = endAll;
      }
      expect((await other.post('/auth/refresh', undefined)).status).toBe(401);
      expect(await other.me()).toBeNull();
    });

    it('and so are codes that were mailed to an address that staff have changed since', async () => {
      const asha = await identity.account();
      const { browser, otp } = await forgotten(asha.email);
      await identity.service.connection
        .collection('users')
        .updateOne({ email: asha.email }, { $set: { email: `moved.${asha.email}` } });
      expect((await browser.post('/auth/verify-otp', { email: asha.email, otp })).status).toBe(401);
    });
  });
});
