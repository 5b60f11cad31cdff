import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { type Access, missingPermission, PERMISSIONS, staff as staffAccess } from '@shop/contracts';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { SignJWT } from 'jose';
import type { ServiceConfig } from '../config/config.ts';
import { Route } from '../http/route.ts';
import { startTestService, TEST_SERVICE_TOKEN, type TestService } from '../testing/index.ts';
import { forUsers, ProbeModule } from '../../test/probe.module.ts';
import { SessionGuard } from './session.guard.ts';
import { SessionStrategy, SessionUnknown } from './session.strategy.ts';
import { proofKey, type Role, type Session, sessionKey, staffRoleKey } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

let service: TestService;
let redisLink: Link;
beforeAll(async () => {
  redisLink = await link(testInfra('redis').redisUrl);
  service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { REDIS_URL: redisLink.url },
  });
});
afterAll(async () => {
  await service.close();
  await redisLink.close();
});

const user = '/api/v1/probe/user';
const staff = '/api/v1/probe/admin';

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(service.url + path, { headers, method });
  return { status: answer.status, body: (await answer.json()) as { code?: string; userId?: string; role?: string } };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A live session and a token for it. */
async function session({
  userId = 'u1',
  role = 'user' as 'user' | 'admin',
  staffRole = undefined as string | undefined,
  expiresInS = 300,
} = {}) {
  const sid = crypto.randomUUID();
  await service.redis.client.set(service.redis.key(sessionKey(sid)), JSON.stringify({ userId, role, staffRole }));
  return { sid, token: await service.identity.token({ sub: userId, sid, role, expiresInS }) };
}

describe('two services in one process', () => {
  it('each check their own sessions', async () => {
    const { token } = await session({ userId: 'asha' });
    const other = await startTestService({ name: 'catalog', module: ProbeModule });
    try {
      expect((await ask(user, bearer(token))).body).toEqual({ userId: 'asha', role: 'user' });
      const answer = await fetch(other.url + user, { headers: await other.signIn({ userId: 'ravi' }) });
      expect(await answer.json()).toEqual({ userId: 'ravi', role: 'user' });
      expect((await fetch(other.url + user, { headers: bearer(token) })).status).toBe(401);
    } finally {
      await other.close();
    }
    expect((await ask(user, bearer(token))).body).toEqual({ userId: 'asha', role: 'user' });
  });
});

describe('who may call', () => {
  it('lets a signed-in person in by cookie or by bearer token', async () => {
    const { token } = await session({ userId: 'asha' });
    expect((await ask(user, { cookie: `theme=dark; access=${token}` })).body).toEqual({ userId: 'asha', role: 'user' });
    expect((await ask(user, bearer(token))).body).toEqual({ userId: 'asha', role: 'user' });
  });

  it('asks a guest to sign in', async () => {
    expect(await ask(user)).toMatchObject({ status: 401, body: { code: 'session.required' } });
  });

  it('keeps shoppers out of what is for staff', async () => {
    const shopper = await session();
    const admin = await session({ role: 'admin' });
    expect(await ask(staff, bearer(shopper.token))).toMatchObject({ status: 403, body: { code: 'session.forbidden' } });
    expect((await ask(staff, bearer(admin.token))).status).toBe(200);
  });

  it('lets other services in by the service token, and shows nobody else that there is something', async () => {
    expect((await ask('/internal/probe', { 'x-service-token': TEST_SERVICE_TOKEN })).status).toBe(200);
    expect(await ask('/internal/probe', { 'x-service-token': 'guessed' })).toMatchObject({ status: 404 });
    expect(await ask('/internal/probe')).toMatchObject({ status: 404, body: { code: 'route.not-found' } });
  });

  it('takes a guest with a dead session for a guest', async () => {
    const answer = await fetch(`${service.url}/api/v1/probe/AR-1/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(await service.identity.token({ sid: 'gone' })) },
      body: JSON.stringify({ name: 'Asha' }),
    });
    expect(await answer.json()).toMatchObject({ userId: null });
  });
});

describe('a token is refused', () => {
  const refused = { status: 401, body: { code: 'session.required' } };

  it('when it expired', async () => {
    const { token } = await session({ expiresInS: -1 });
    expect(await ask(user, bearer(token))).toMatchObject(refused);
  });

  it('when its session was ended', async () => {
    const { sid, token } = await session();
    expect((await ask(user, bearer(token))).status).toBe(200);
    await service.redis.client.del(service.redis.key(sessionKey(sid)));
    expect(await ask(user, bearer(token))).toMatchObject(refused);
  });

  it('when it was issued by or for somebody else', async () => {
    const { sid } = await session();
    expect(await ask(user, bearer(await service.identity.token({ sid, iss: 'evil' })))).toMatchObject(refused);
    expect(await ask(user, bearer(await service.identity.token({ sid, aud: 'another-shop' })))).toMatchObject(refused);
  });

  it('when it is signed with a key that identity never published', async () => {
    const { sid } = await session();
    const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = await new SignJWT({ sid, role: 'admin' })
      .setProtectedHeader({ alg: 'ES256', kid: 'unknown' })
      .setSubject('u1')
      .setIssuer('identity')
      .setAudience('shop')
      .setExpirationTime('5m')
      .sign(privateKey);
    expect(await ask(staff, bearer(forged))).toMatchObject(refused);
  });

  it('when it is signed with no key, or with the public key as a secret', async () => {
    const { sid } = await session({ role: 'admin' });
    const claims = { sub: 'u1', sid, role: 'admin', iss: 'identity', aud: 'shop', exp: 4_102_444_800 };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none' })}.${encode(claims)}.`;
    expect(await ask(staff, { cookie: `access=${none}` })).toMatchObject(refused);
    const keys = (await (await fetch(`${service.identity.url}/.well-known/jwks.json`)).json()) as {
      keys: [{ kid: string }];
    };
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: keys.keys[0].kid })
      .sign(Buffer.from(JSON.stringify(keys.keys[0])));
    expect(await ask(staff, bearer(confused))).toMatchObject(refused);
  });

  it('when a byte of it was changed, or it is no token at all', async () => {
    const { token } = await session();
    const [head, payload, signature] = token.split('.') as [string, string, string];
    const admin = Buffer.from(payload, 'base64url').toString().replace('"user"', '"admin"');
    const changed = [head, Buffer.from(admin).toString('base64url'), signature].join('.');
    expect(await ask(staff, bearer(changed))).toMatchObject(refused);
    expect(await ask(user, { cookie: 'access=nonsense' })).toMatchObject(refused);
  });
});

describe('roles and keys change without a restart', () => {
  it('takes the role of the session, not of the token', async () => {
    const { sid, token } = await session({ role: 'admin' });
    await service.redis.client.set(service.redis.key(sessionKey(sid)), JSON.stringify({ userId: 'u1', role: 'user' }));
    expect(await ask(staff, bearer(token))).toMatchObject({ status: 403 });
  });

  it('asks what the role may do with every call, and takes one that it does not know for none', async () => {
    const { token } = await session({ staffRole: 'packing' });
    const role = service.redis.key(staffRoleKey('packing'));
    const may = (permissions: string[]) => service.redis.client.set(role, JSON.stringify({ version: 1, permissions }));
    expect(await ask(staff, bearer(token))).toMatchObject({ status: 403 });
    await may(['mails.read', 'audit.read']);
    expect((await ask(staff, bearer(token))).status).toBe(200);
    await may(['mails.read', 'of.another-version']);
    expect(await ask(staff, bearer(token))).toMatchObject({
      status: 403,
      body: {
        code: 'session.forbidden',
        message: missingPermission('audit.read'),
        details: { permission: 'audit.read' },
      },
    });
    await service.redis.client.del(role);
    expect(await ask(staff, bearer(token))).toMatchObject({ status: 403 });
  });

  it('does not take a shopper for the owner whose session names that role', async () => {
    const { token } = await session({ staffRole: 'owner' });
    expect(await ask(staff, bearer(token))).toMatchObject({ status: 403, body: { code: 'session.forbidden' } });
  });

  it('fetches a key it does not know yet, and goes on taking the old one', async () => {
    const before = await session();
    expect((await ask(user, bearer(before.token))).status).toBe(200);
    await service.identity.rotate();
    const after = await session();
    // Fetched at most every 2 s, so that forged key ids do not put load on identity.
    await eventually(async () => (await ask(user, bearer(after.token))).status === 200, { what: 'the new key' });
    expect((await ask(user, bearer(before.token))).status).toBe(200);
  });
});

it('refuses tokens of a key that identity withdrew, as soon as it hears of the next key', async () => {
  const before = await session();
  expect((await ask(user, bearer(before.token))).status).toBe(200);
  await service.identity.rotate();
  service.identity.unpublishOld();
  const after = await session();
  await eventually(async () => (await ask(user, bearer(after.token))).status === 200, { what: 'the new key' });
  expect((await ask(user, bearer(before.token))).status).toBe(401);
});

describe('a staff call', () => {
  const guard = new SessionGuard(
    { SERVICE_TOKEN: [TEST_SERVICE_TOKEN] } as unknown as ServiceConfig,
    { name: 'session' } as SessionStrategy,
    {} as VerifiedTokens,
  );
  /** The guard's decision on a call with `access`, when passport found `session` or failed with `error`. */
  const decide = (access: Access, session: Session | null, error: unknown = null): unknown => {
    class Calls {
      @Route({ ...forUsers, access })
      handle() {
        return session!;
      }
    }
    const context = { getHandler: () => Calls.prototype.handle } as unknown as ExecutionContext;
    return guard.handleRequest(error, session, undefined, context);
  };
  const sessionOf = (role: Role): Session => ({
    userId: 'u1',
    sessionId: 's1',
    role,
    permissions: role === 'admin' ? PERMISSIONS : [],
  });

  it.each(PERMISSIONS)('that needs %s is for sessions whose role holds it', (permission) => {
    const admin = sessionOf('admin');
    expect(decide(staffAccess(permission), admin)).toBe(admin);
    expect(() => decide(staffAccess(permission), sessionOf('user'))).toThrow(
      expect.objectContaining({ code: 'session.forbidden' }),
    );
  });

  it('needs a session', () => {
    expect(() => decide(staffAccess('orders.refund'), null)).toThrow(
      expect.objectContaining({ code: 'session.required' }),
    );
  });

  it('is refused while Redis cannot confirm the session, whatever role the token states', () => {
    const unknown = new SessionUnknown(sessionOf('admin'), new Error('no connection'));
    expect(() => decide(staffAccess('orders.refund'), null, unknown)).toThrow(
      expect.objectContaining({ code: 'session.unavailable' }),
    );
    expect(decide('user', null, unknown)).toEqual(sessionOf('admin'));
  });
});

describe('a call that asks for a proof', () => {
  it('is made by who proved lately who they are, in this session', async () => {
    const { sid, token } = await session({ role: 'admin' });
    const path = '/api/v1/probe/proved';
    expect(await ask(path, bearer(token))).toMatchObject({ status: 403, body: { code: 'session.proof-required' } });
    await service.redis.client.set(service.redis.key(proofKey(sid)), '1', { PX: 60_000 });
    expect((await ask(path, bearer(token))).status).toBe(200);
    const other = await session({ role: 'admin' });
    expect(await ask(path, bearer(other.token))).toMatchObject({ status: 403 });
  });

  it('is refused for what else is missing first', async () => {
    const { token } = await session();
    expect(await ask('/api/v1/probe/proved', bearer(token))).toMatchObject({ body: { code: 'session.forbidden' } });
  });
});

it('a call for signed-in people needs no permission', async () => {
  const { token } = await session({ userId: 'asha' });
  expect((await ask(user, bearer(token))).status).toBe(200);
});

describe('while Redis is away', () => {
  let shopper: { token: string };
  let admin: { token: string };
  beforeAll(async () => {
    shopper = await session();
    admin = await session({ role: 'admin' });
    await redisLink.cut();
    await eventually(() => !service.redis.client.isReady, { what: 'Redis being away' });
  });
  afterAll(async () => {
    await redisLink.restore();
    await eventually(() => service.redis.client.isReady, { what: 'Redis being back' });
  });

  it('stays ready, and says that it is degraded', async () => {
    const answer = await fetch(`${service.url}/health/ready`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ready: true, degraded: expect.stringMatching(/^redis: /) });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
      /^shop_dependency_missing\{.*dependency="redis".*\} 1$/m,
    );
  });

  it("lets shoppers' tokens hold until they expire", async () => {
    expect((await ask(user, bearer(shopper.token))).status).toBe(200);
    expect((await ask(user, bearer(await service.identity.token({ expiresInS: -1 })))).status).toBe(401);
  });

  it('answers staff and payment calls 503, with when to come back', async () => {
    const unavailable = { status: 503, body: { code: 'session.unavailable' } };
    expect(await ask(staff, bearer(admin.token))).toMatchObject(unavailable);
    expect(await ask('/api/v1/probe/pay', bearer(shopper.token), 'POST')).toMatchObject(unavailable);
  });
});

it('keeps the last good keys while identity is away', async () => {
  const { token } = await session();
  expect((await ask(user, bearer(token))).status).toBe(200);
  await service.identity.stop();
  expect((await ask(user, bearer(token))).status).toBe(200);
});

it('answers 503, not 401, when identity was never heard', async () => {
  const early = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { IDENTITY_URL: 'http://127.0.0.1:1' },
  });
  const headers = await early.signIn();
  const answer = await fetch(early.url + user, { headers });
  expect(answer.status).toBe(503);
  const guest = await fetch(`${early.url}/api/v1/probe/AR-1/echo`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha' }),
  });
  expect(guest.status).toBe(200);
  await early.close();
});
