import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identity, PERMISSIONS } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import crypto from 'node:crypto';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ ROLES_PUBLISH_EVERY: '100ms' });
});
afterAll(() => harness.close());

type Role = { role: identity.StaffRole };
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code: string }).code];
const createRole = async (browser: Browser, permissions: readonly string[], name: string = crypto.randomUUID()) => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  return browser.send('POST', '/admin/roles', { name, permissions }, key);
};
const auditOf = async (subjectId: string) =>
  (await publishedEvents(harness.service, identity.auditRecorded))
    .filter(({ data }) => data.subjectId === subjectId)
    .map(({ data: { action, before, after } }) => ({ action, before, after }));

describe('people of the staff', () => {
  it('may do what their role may, are told it, and are refused the rest with the permission that is missing', async () => {
    const { browser } = await harness.staff({ staffRole: 'content' });
    const { body } = await browser.send('GET', '/me');
    expect((body as { user: identity.User }).user).toMatchObject({
      role: 'admin',
      staffRole: { id: 'content', name: 'Content' },
      permissions: expect.arrayContaining(['content.change', 'views.use']),
    });
    expect((await browser.send('GET', '/admin/views?list=orders')).status).toBe(200);
    const refused = await browser.send('GET', '/admin/audit');
    expect(refusal(refused)).toEqual([403, 'session.forbidden']);
    expect((refused.body as { message: string }).message).toContain('audit.read');
  });

  it('are shoppers to a version before there were roles, which refuses them', async () => {
    const { email, browser } = await harness.staff({ staffRole: 'accountant' });
    const stored = await harness.service.connection.collection('users').findOne({ email });
    expect([stored!['role'], stored!['staffRole']]).toEqual(['user', 'accountant']);
    const claims = browser.cookies.get('access')!.split('.')[1]!;
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ role: 'user' });
  });

  it('are listed with their roles; who is no staff is not', async () => {
    const owner = await harness.staff({ name: 'Olga' });
    const content = await harness.staff({ staffRole: 'content', name: 'Chetan' });
    const shopper = await harness.account();
    const { body } = await owner.browser.send('GET', '/admin/people');
    const { people } = body as { people: identity.StaffPerson[] };
    expect(people.map(({ _id, role }) => [_id, role.name])).toEqual(
      expect.arrayContaining([
        [owner.id, 'Owner'],
        [content.id, 'Content'],
      ]),
    );
    expect(people.map(({ email }) => email)).not.toContain(shopper.email);
  });
});

describe('a role is given', () => {
  it('with the next call, ends what the account was signed in to, and is in the audit trail by name', async () => {
    const owner = await harness.staff();
    const person = await harness.staff({ staffRole: 'content' });
    const given = await owner.browser.put(`/admin/people/${person.id}/role`, { role: 'accountant' });
    expect(given).toMatchObject({ status: 200, body: { person: { role: { id: 'accountant', name: 'Accountant' } } } });
    expect(await person.browser.me()).toBeNull();
    expect(await auditOf(person.id)).toEqual([
      { action: 'user.role-changed', before: { role: 'Content' }, after: { role: 'Accountant' } },
    ]);
    expect((await owner.browser.put(`/admin/people/${person.id}/role`, { role: null })).body).toEqual({ person: null });
    const { body } = await owner.browser.send('GET', `/admin/user/${person.id}`);
    expect((body as { user: identity.User }).user).toMatchObject({ role: 'user' });
    expect((body as { user: identity.User }).user).not.toHaveProperty('permissions');
  });

  it('again without ending a session, and so is none to who has none', async () => {
    const owner = await harness.staff();
    const person = await harness.staff({ staffRole: 'content' });
    const same = await owner.browser.put(`/admin/people/${person.id}/role`, { role: 'content' });
    expect(same).toMatchObject({ status: 200, body: { person: { role: { id: 'content' } } } });
    expect(await person.browser.me()).not.toBeNull();
    const asha = await harness.accountWithoutPassword();
    const { _id } = (await asha.browser.me()) as unknown as identity.User;
    expect((await owner.browser.put(`/admin/people/${_id}/role`, { role: null })).status).toBe(200);
    expect(await asha.browser.me()).not.toBeNull();
  });

  it('to a shopper without a sign-out: the staff area asks for a new sign-in', async () => {
    const owner = await harness.staff();
    const shopper = await harness.account();
    const before = new Browser(harness.service.url);
    await harness.signIn(shopper, before);
    const { _id } = (await before.me()) as unknown as identity.User;
    expect((await owner.browser.put(`/admin/people/${_id}/role`, { role: 'content' })).status).toBe(200);
    expect(await before.me()).toMatchObject({ _id, role: 'user', signInAsStaff: true });
    expect((await before.send('GET', '/admin/views?list=orders')).status).toBe(403);
    harness.service.clock.advance(60_000);
    const anew = new Browser(harness.service.url);
    await harness.signIn(shopper, anew);
    expect(await anew.me()).toMatchObject({ _id, role: 'admin', staffRole: { id: 'content' } });
  });

  it('only if it exists, and to an account that does', async () => {
    const { browser, id } = await harness.staff();
    const gone = 'f'.repeat(24);
    expect(refusal(await browser.put(`/admin/people/${id}/role`, { role: gone }))).toEqual([404, 'role.not-found']);
    expect(refusal(await browser.put(`/admin/people/${gone}/role`, { role: 'content' }))).toEqual([
      404,
      'user.not-found',
    ]);
  });

  it('by nobody who may do less: neither given, nor taken, nor their account changed or deleted', async () => {
    const owner = await harness.staff();
    const shopper = await harness.account();
    const { body } = await owner.browser.send('GET', `/admin/users?q=${shopper.email}`);
    const shopperId = (body as { users: identity.User[] }).users[0]!._id;
    const { browser } = await harness.staff({
      permissions: ['people.read', 'people.change', 'users.read', 'users.change', 'users.remove', 'views.use'],
    });
    const tooMuch = [403, 'role.more-than-yours'];
    expect(refusal(await browser.put(`/admin/people/${shopperId}/role`, { role: 'content' }))).toEqual(tooMuch);
    expect(refusal(await browser.put(`/admin/user/${shopperId}`, { role: 'admin' }))).toEqual(tooMuch);
    expect(refusal(await browser.put(`/admin/people/${owner.id}/role`, { role: null }))).toEqual(tooMuch);
    // With another e-mail address one could set the owner's password.
    expect(refusal(await browser.put(`/admin/user/${owner.id}`, { email: 'mine@example.com' }))).toEqual(tooMuch);
    expect(refusal(await browser.send('DELETE', `/admin/user/${owner.id}`))).toEqual(tooMuch);
    // Nor their sessions ended by what they have already.
    expect(refusal(await browser.put(`/admin/people/${owner.id}/role`, { role: 'owner' }))).toEqual(tooMuch);
    expect(await owner.browser.me()).not.toBeNull();
    expect((await browser.put(`/admin/user/${shopperId}`, { name: 'Asha Mehta' })).status).toBe(200);
  });

  it('by the call from before there were roles only to people who may give roles', async () => {
    const shopper = await harness.account();
    const { browser } = await harness.staff({ permissions: ['users.read', 'users.change'] });
    const { body } = await browser.send('GET', `/admin/users?q=${shopper.email}`);
    const id = (body as { users: identity.User[] }).users[0]!._id;
    const refused = await browser.put(`/admin/user/${id}`, { role: 'admin' });
    expect(refusal(refused)).toEqual([403, 'session.forbidden']);
    expect((refused.body as { message: string }).message).toContain('people.change');
  });

  it('never by two owners to each other at once so that none is left', async () => {
    const [one, other] = [await harness.staff(), await harness.staff()];
    await harness.service.connection
      .collection('users')
      .updateMany({ role: 'admin', email: { $nin: [one.email, other.email] } }, { $set: { role: 'user' } });
    const answers = await Promise.all([
      one.browser.put(`/admin/people/${other.id}/role`, { role: 'content' }),
      other.browser.put(`/admin/people/${one.id}/role`, { role: 'content' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await harness.service.connection.collection('users').countDocuments({ role: 'admin' })).toBe(1);
  });
});

describe('the deletion of an account', () => {
  it('needs the password again, which counts for some minutes and for this session only', async () => {
    const password = 'three golden bangles';
    const { browser, email } = await harness.staff({ password, isProved: false });
    const shopper = await harness.account();
    const { body } = await browser.send('GET', `/admin/users?q=${shopper.email}`);
    const remove = () => browser.send('DELETE', `/admin/user/${(body as { users: identity.User[] }).users[0]!._id}`);
    expect(refusal(await remove())).toEqual([403, 'session.proof-required']);
    const prove = (given: string) => browser.post('/auth/account/proof', { password: given });
    expect(refusal(await prove('wrong'))).toEqual([403, 'auth.wrong-password']);
    expect(refusal(await remove())).toEqual([403, 'session.proof-required']);
    expect((await prove(password)).body).toEqual({ validForS: 300 });
    const elsewhere = new Browser(harness.service.url);
    await harness.signIn({ email, password }, elsewhere);
    expect(refusal(await elsewhere.send('DELETE', '/admin/user/x'))).toEqual([403, 'session.proof-required']);
    expect((await remove()).status).toBe(200);
  });
});

describe('a role of the shop', () => {
  it('brings what its permissions need, is listed with its people, and cannot have the name of another', async () => {
    const { browser } = await harness.staff();
    const created = await createRole(browser, ['orders.refund', 'media.upload'], 'Packing');
    const { role } = created.body as Role;
    expect([created.status, role]).toMatchObject([
      201,
      {
        name: 'Packing',
        isBuiltIn: false,
        people: 0,
        permissions: ['orders.read', 'orders.refund', 'media.read', 'media.upload', 'views.use'],
      },
    ]);
    expect(refusal(await createRole(browser, ['audit.read'], 'PACKING'))).toEqual([409, 'role.name-taken']);
    expect(refusal(await createRole(browser, ['audit.read'], 'Owner'))).toEqual([409, 'role.name-taken']);
    const { roles } = (await browser.send('GET', '/admin/roles')).body as { roles: identity.StaffRole[] };
    expect(roles.slice(0, 2).map(({ id }) => id)).toEqual(['owner', 'merchandiser']);
    expect(roles.find(({ id }) => id === role.id)).toEqual(role);
    expect(roles[0]!.permissions).toEqual([...PERMISSIONS]);
  });

  it('holds for its people with their next call when it is changed, without a new sign-in', async () => {
    const owner = await harness.staff();
    const { role } = (await createRole(owner.browser, ['users.read'])).body as Role;
    const person = await harness.staff({ staffRole: role.id });
    const statusOf = async (path: string) => (await person.browser.send('GET', path)).status;
    expect([await statusOf('/admin/users'), await statusOf('/admin/audit')]).toEqual([200, 403]);
    const changed = await owner.browser.put(`/admin/role/${role.id}`, { name: role.name, permissions: ['audit.read'] });
    expect(changed).toMatchObject({ status: 200, body: { role: { people: 1 } } });
    expect([await statusOf('/admin/users'), await statusOf('/admin/audit')]).toEqual([403, 200]);
    expect(await auditOf(role.id)).toMatchObject([
      { action: 'role.created', before: null },
      {
        action: 'role.changed',
        before: { permissions: ['users.read', 'views.use'] },
        after: { permissions: ['audit.read', 'views.use'] },
      },
    ]);
  });

  it('is changed by field on the version that was read; who read an older one is told who changed what', async () => {
    const [mira, ravi] = [await harness.staff({ name: 'Mira' }), await harness.staff()];
    const { role } = (await createRole(mira.browser, ['users.read'], 'Two people')).body as Role;
    const change = (browser: typeof mira.browser, body: object) =>
      browser.send('PUT', `/admin/role/${role.id}`, body, { 'if-match': `"${role.version}"` });
    const renamed = await change(mira.browser, { name: 'Two people more' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { role: { name: 'Two people more', permissions: ['users.read', 'views.use'] } },
    });
    const late = await change(ravi.browser, { permissions: ['audit.read'] });
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        code: 'document.changed',
        details: { document: (renamed.body as Role).role, saves: [{ by: 'Mira', fields: ['name'] }] },
      },
    ]);
  });

  it('holds again some seconds after Redis lost it', async () => {
    const { browser } = await harness.staff({ permissions: ['audit.read'] });
    const { redis } = harness.service;
    const statusOf = async () => (await browser.send('GET', '/admin/audit')).status;
    for await (const keys of redis.client.scanIterator({ MATCH: redis.key('staff-role:*') })) {
      for (const key of keys) await redis.client.del(key);
    }
    await eventually(async () => (await statusOf()) === 200, { what: 'the role being published again' });
  });

  it('of before has what became a permission of its own later', async () => {
    const owner = await harness.staff();
    const { role } = (await createRole(owner.browser, ['users.read'])).body as Role;
    const person = await harness.staff({ staffRole: role.id });
    const roles = harness.service.connection.collection<{ _id: string }>('roles');
    await roles.updateOne({ _id: role.id }, { $set: { permissions: ['users.read', 'media.upload', 'gone.since'] } });
    const { redis } = harness.service;
    await redis.client.del(redis.key(`staff-role:${role.id}`));
    const status = async () => (await person.browser.send('GET', '/admin/users')).status;
    await eventually(async () => (await status()) === 200, { what: 'the role being published' });
    const { user } = (await person.browser.send('GET', '/me')).body as { user: identity.User };
    expect(user.permissions).toEqual(['users.read', 'media.read', 'media.upload']);
  });

  it('is given and changed by nobody who may do less', async () => {
    const owner = await harness.staff();
    const { role } = (await createRole(owner.browser, ['audit.read'])).body as Role;
    const { browser } = await harness.staff({
      permissions: ['people.read', 'roles.change', 'users.read', 'views.use'],
    });
    const tooMuch = [403, 'role.more-than-yours'];
    expect(refusal(await createRole(browser, ['audit.read']))).toEqual(tooMuch);
    const smaller = { name: role.name, permissions: ['users.read'] };
    expect(refusal(await browser.put(`/admin/role/${role.id}`, smaller))).toEqual(tooMuch);
    expect(refusal(await browser.send('DELETE', `/admin/role/${role.id}`))).toEqual(tooMuch);
    expect((await createRole(browser, ['users.read'])).status).toBe(201);
  });

  it('goes when nobody has it, and built-in ones never', async () => {
    const owner = await harness.staff();
    const { role } = (await createRole(owner.browser, ['audit.read'])).body as Role;
    const person = await harness.staff({ staffRole: role.id });
    const remove = () => owner.browser.send('DELETE', `/admin/role/${role.id}`);
    expect(refusal(await remove())).toEqual([409, 'role.in-use']);
    await owner.browser.put(`/admin/people/${person.id}/role`, { role: null });
    expect((await remove()).status).toBe(200);
    expect(refusal(await owner.browser.put(`/admin/people/${person.id}/role`, { role: role.id }))).toEqual([
      404,
      'role.not-found',
    ]);
    expect((await owner.browser.send('DELETE', '/admin/role/owner')).status).toBe(400);
  });
});
