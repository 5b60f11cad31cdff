import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodyOf, content, OWNER, type Permission } from '@shop/contracts';
import { proofKey } from '@shop/service-kit';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { freePort } from '@shop/test-kit';
import { AppModule } from '../src/app.module.ts';
import { BrowserSessions } from '../src/auth/browser-sessions.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { RolePublisher } from '../src/roles/role-publisher.ts';
import { RolesRepository } from '../src/roles/roles.repository.ts';
import { UsersRepository } from '../src/users/users.repository.ts';
import { variables } from '../src/variables.ts';
import { Types } from 'mongoose';
import { Browser } from './browser.ts';

type Mail = BodyOf<typeof content.mailCode>;
type Account = { email: string; password: string };
/** How content answers: it takes the mail, it cannot send any, or the mail server knows no such address. */
type Mailing = 'sends' | 'fails' | 'refuses-recipient';

/** Identity on real infrastructure, and a stub of content that records the mails. */
export interface IdentityHarness {
  service: TestService;
  mails: Mail[];
  mailing: Mailing;
  /** An account that exists already. */
  account(password?: string): Promise<Account>;
  /** One that was made by a mailed code, and a browser that is signed in to it. */
  accountWithoutPassword(): Promise<{ email: string; browser: Browser }>;
  /** The newest code that was mailed to somebody. */
  codeOf(to: string): string;
  signIn(as: Account, into: Browser): Promise<Awaited<ReturnType<Browser['post']>>>;
  /** Continues with an e-mail address and the code that was mailed there. */
  continueWith(email: string, into: Browser): Promise<Awaited<ReturnType<Browser['post']>>>;
  /** An account of the staff, and a browser that is signed in to it. An owner unless told otherwise. */
  staff(who?: StaffWho): Promise<{ id: string; email: string; browser: Browser }>;
  /** The cookie of such an account. */
  staffCookie(who: StaffWho): Promise<{ cookie: string }>;
  /** Starts identity again on the same data, as after a deployment with other variables. */
  restart(environment: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export const KEY_OF_TRAIL = 'the key of the audit trail of a test';
export const KEY_OF_APPS = 'the key of authenticator apps of a test';
export const SECRET = 'a secret of this test, long enough';
/** Of services that a test does not play. */
const AWAY = 'http://127.0.0.1:1';
const CLIENT = { address: '203.0.113.1', challengeId: undefined, knownBrowser: undefined, userAgent: undefined };
let accounts = 0;

interface StaffWho {
  /** Of a role. */
  staffRole?: string;
  /** With a role of its own that may do this. */
  permissions?: readonly Permission[];
  name?: string;
  password?: string;
  /** Proved lately who they are; true unless it is given. */
  isProved?: boolean;
}

export async function startIdentity(environment: Record<string, string> = {}): Promise<IdentityHarness> {
  const mails: Mail[] = [];
  let mailing: Mailing = 'sends';
  const contentStub = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') {
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"kept":{"mails":[]}}');
      }
      if (mailing === 'fails') return void response.writeHead(503).end();
      if (mailing === 'refuses-recipient') {
        const refusal = { code: 'mail.recipient-refused', message: 'This address takes no mail' };
        return void response.writeHead(422).end(JSON.stringify(refusal));
      }
      mails.push(content.mailCode.body!.parse(JSON.parse(Buffer.concat(chunks).toString())));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}');
    });
  });
  await new Promise<void>((resolve) => contentStub.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  const start = (changed: Record<string, string>) =>
    startTestService({
      name: 'identity',
      module: AppModule,
      variables,
      environment: {
        PORT: String(port),
        IDENTITY_URL: `http://127.0.0.1:${port}`,
        CATALOG_URL: AWAY,
        CART_ORDER_URL: AWAY,
        PAYMENT_URL: AWAY,
        CONTENT_URL: `http://127.0.0.1:${(contentStub.address() as AddressInfo).port}`,
        SHOP_URL: 'https://shop.example',
        IDENTITY_SECRET: SECRET,
        AUDIT_KEY: KEY_OF_TRAIL,
        AUTHENTICATOR_KEY: KEY_OF_APPS,
        ...environment,
        ...changed,
      },
    });
  let service = await start({});
  const codeOf = (to: string) => {
    const mail = mails.findLast((one) => one.to === to)?.mail;
    if (!mail || !('code' in mail)) throw new Error(`no code for ${to}`);
    return mail.code;
  };
  const staff = async ({
    permissions,
    staffRole = permissions ? 'own' : OWNER,
    name = 'Mira',
    password,
    isProved = true,
  }: StaffWho = {}) => {
    const email = `mira${(accounts += 1)}@example.com`;
    const users = service.app.get(UsersRepository, { strict: false });
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    const user = await users.create({
      ...{ name, email, role: staffRole === OWNER ? 'admin' : 'user' },
      ...(passwordHash !== undefined && { passwordHash }),
    });
    if (staffRole !== OWNER) user.staffRole = staffRole;
    if (permissions) {
      user.staffRole = new Types.ObjectId().toHexString();
      const role = { _id: user.staffRole, name: user.staffRole, nameKey: user.staffRole, version: 1 };
      const roles = service.app.get(RolesRepository, { strict: false });
      await roles.create({ ...role, permissions: [...permissions] });
      await service.app.get(RolePublisher, { strict: false }).publish({ ...role, permissions: [...permissions] });
    }
    await user.save();
    const browser = new Browser(service.url);
    const { accessToken, refreshToken } = await service.app.get(BrowserSessions, { strict: false }).start(user, CLIENT);
    browser.cookies.set('access', accessToken).set('refresh', refreshToken);
    const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as { sid: string };
    if (isProved) await service.redis.client.set(service.redis.key(proofKey(sid)), '1');
    return { id: user.id as string, email, browser };
  };
  return {
    staff,
    staffCookie: async (who) => ({ cookie: `access=${(await staff(who)).browser.cookies.get('access')}` }),
    get service() {
      return service;
    },
    mails,
    get mailing() {
      return mailing;
    },
    set mailing(answers) {
      mailing = answers;
    },
    codeOf,
    async account(password = 'three golden bangles') {
      const email = `asha${(accounts += 1)}@example.com`;
      const passwordHash = await hashPassword(password);
      await service.app
        .get(UsersRepository, { strict: false })
        .create({ name: 'Asha', email, passwordHash, role: 'user' });
      return { email, password };
    },
    async accountWithoutPassword() {
      const email = `asha${(accounts += 1)}@example.com`;
      const users = service.app.get(UsersRepository, { strict: false });
      const user = await users.create({ name: 'Asha', email, role: 'user' });
      const { accessToken, refreshToken } = await service.app
        .get(BrowserSessions, { strict: false })
        .start(user, CLIENT);
      const browser = new Browser(service.url);
      browser.cookies.set('access', accessToken).set('refresh', refreshToken);
      return { email, browser };
    },
    async signIn(as, into) {
      const sent = await into.post('/auth/send-otp', as);
      if (sent.status !== 200) return sent;
      return into.post('/auth/verify-otp', { email: as.email, otp: codeOf(as.email) });
    },
    async continueWith(email, into) {
      const sent = await into.post('/auth/continue', { email });
      if (sent.status !== 200) return sent;
      return into.post('/auth/verify-otp', { email, otp: codeOf(email.toLowerCase()) });
    },
    async restart(changed) {
      const { MONGODB_URI, REDIS_PREFIX, EVENTS_PREFIX } = service.environment as Record<string, string>;
      await service.stop();
      await service.identity.stop();
      service = await start({
        MONGODB_URI: MONGODB_URI!,
        REDIS_PREFIX: REDIS_PREFIX!,
        EVENTS_PREFIX: EVENTS_PREFIX!,
        ...changed,
      });
    },
    async close() {
      await service.close();
      contentStub.close();
    },
  };
}
