import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import crypto from 'node:crypto';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import { Keys } from '../keys/keys.ts';
import { Sessions } from '../sessions/sessions.ts';
import { UsersRepository } from '../users/users.repository.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ ERASURE_WAIT: '1ms', ERASURE_SWEEP: '50ms' });
});
afterAll(() => harness.close());

/** Staff with a session, and their browser. */
async function staff(name: string, role: 'admin' | 'user' = 'admin') {
  const app = harness.service.app;
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await app.get(UsersRepository, { strict: false }).create({ name, email, role });
  const { sid } = await app.get(Sessions, { strict: false }).start({ userId: id, role, email, credential: 'none' });
  const browser = new Browser(harness.service.url);
  browser.cookies.set('access', await app.get(Keys, { strict: false }).sign({ userId: id, sid, role }));
  return { id: id as string, browser };
}
type Views = { views: identity.View[] };
const seen = async (browser: Browser, list: string) =>
  ((await browser.send('GET', `/admin/views?list=${list}`)).body as Views).views;
const create = async (browser: Browser, fields: object) => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { status, body } = await browser.send('POST', '/admin/views', fields, key);
  return { status, view: (body as { view: identity.View }).view };
};
/** A list of its own for each test. */
const aList = () => `list-${crypto.randomBytes(4).toString('hex').replaceAll(/\d/g, 'x')}`;

describe('views of lists', () => {
  it('are seen by their maker until they are shared, then by all staff, who change none of another', async () => {
    const list = aList();
    const [mira, dev] = [await staff('Mira'), await staff('Dev')];
    const { status, view } = await create(mira.browser, { list, name: 'To pack', query: 'status=x', shared: false });
    expect([status, view]).toMatchObject([201, { name: 'To pack', mine: true, changeable: true, isDefault: false }]);
    expect(await seen(dev.browser, list)).toEqual([]);
    expect((await dev.browser.put(`/admin/view/${view._id}`, { name: 'Mine' })).status).toBe(404);

    expect((await mira.browser.put(`/admin/view/${view._id}`, { shared: true })).status).toBe(200);
    expect(await seen(dev.browser, list)).toMatchObject([
      { name: 'To pack', query: 'status=x', shared: true, mine: false, changeable: false, maker: 'Mira' },
    ]);
    for (const method of ['PUT', 'DELETE']) {
      const refused = await dev.browser.send(method, `/admin/view/${view._id}`, { name: 'Mine' });
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, 'view.not-yours']);
    }
    expect((await mira.browser.send('DELETE', `/admin/view/${view._id}`)).status).toBe(200);
    expect(await seen(dev.browser, list)).toEqual([]);
    const audit = await eventually(
      async () => {
        const { body } = await mira.browser.send('GET', `/admin/audit?subject=view&subjectId=${view._id}`);
        const { entries } = body as { entries: { action: string; actorName: string }[] };
        return entries.length === 2 && entries;
      },
      { what: 'what others saw, in the audit trail' },
    );
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['view.changed', 'view.removed']);
  });

  it('open first for one account each, one for each list, and a view that is taken back for its maker only', async () => {
    const list = aList();
    const [mira, dev] = [await staff('Mira'), await staff('Dev')];
    const one = (await create(mira.browser, { list, name: 'One', query: 'a=1', shared: true })).view;
    const two = (await create(mira.browser, { list, name: 'Two', query: 'a=2', shared: true })).view;
    const choose = (browser: Browser, viewId: string | null) => browser.put('/admin/views/default', { list, viewId });
    const defaults = async (browser: Browser) =>
      (await seen(browser, list)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    await choose(mira.browser, one._id);
    await choose(dev.browser, one._id);
    await choose(dev.browser, two._id);
    expect([await defaults(mira.browser), await defaults(dev.browser)]).toEqual([['One'], ['Two']]);
    await choose(mira.browser, two._id);
    await mira.browser.put(`/admin/view/${two._id}`, { shared: false });
    expect([await defaults(mira.browser), await defaults(dev.browser)]).toEqual([['Two'], []]);
    // Not one of another list, and none that is not seen.
    expect((await dev.browser.put('/admin/views/default', { list: aList(), viewId: one._id })).status).toBe(404);
    expect((await choose(dev.browser, two._id)).status).toBe(404);
    await choose(mira.browser, null);
    expect(await defaults(mira.browser)).toEqual([]);
  });

  it('are named once for each key, up to a number, with the query of an address', async () => {
    const list = aList();
    const { browser } = await staff('Mira');
    const fields = { list, name: 'Again', query: '', shared: false };
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (const _ of [1, 2]) expect((await browser.send('POST', '/admin/views', fields, key)).status).toBe(201);
    expect(await seen(browser, list)).toHaveLength(1);
    for (const wrong of [{ query: 'a=1#b' }, { query: '?a=1' }, { name: ' ' }, { list: 'Orders!' }]) {
      const [field] = Object.keys(wrong);
      const { body } = await browser.send('POST', '/admin/views', { ...fields, ...wrong }, { 'idempotency-key': 'k' });
      expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
    }
    for (let n = 2; n <= 30; n += 1) await create(browser, { ...fields, name: `View ${n}` });
    expect((await create(browser, fields)).status).toBe(409);
    expect(await seen(browser, list)).toHaveLength(30);
  });

  it('outlive the account of their maker where they are shared: all staff may change them then', async () => {
    const list = aList();
    const [mira, dev] = [await staff('Mira'), await harness.staff({ name: 'Dev' })];
    const shared = (await create(mira.browser, { list, name: 'Shared', query: '', shared: true })).view;
    await create(mira.browser, { list, name: 'Own', query: '', shared: false });
    await mira.browser.put('/admin/views/default', { list, viewId: shared._id });
    await dev.browser.send('DELETE', `/admin/user/${mira.id}`);
    expect(await seen(dev.browser, list)).toMatchObject([{ name: 'Shared', changeable: true }]);
    const views = harness.service.connection.collection('views');
    await eventually(async () => (await views.countDocuments({ list })) === 1, { what: 'own views gone' });
    await eventually(async () => (await views.countDocuments({ list, defaultOf: mira.id })) === 0, {
      what: 'the default of the account gone',
    });
    expect((await dev.browser.put(`/admin/view/${shared._id}`, { name: 'Taken on' })).status).toBe(200);
    // Taken back, it is that of who did it.
    await dev.browser.put(`/admin/view/${shared._id}`, { shared: false });
    expect(await seen(dev.browser, list)).toMatchObject([{ name: 'Taken on', mine: true, shared: false }]);
  });

  it('are for staff only', async () => {
    const asha = await staff('Asha', 'user');
    expect((await asha.browser.send('GET', `/admin/views?list=orders`)).status).toBe(403);
  });
});

describe('the list of accounts', () => {
  it('is sorted by name, e-mail address or age, over all pages', async () => {
    const mark = crypto.randomBytes(4).toString('hex');
    const { browser } = await staff('Mira');
    for (const name of [`B ${mark}`, `C ${mark}`, `A ${mark}`]) await staff(name, 'user');
    const names = async (sort: string) => {
      const pages = [];
      for (const page of [1, 2]) {
        const { body } = await browser.send('GET', `/admin/users?q=${mark}&sort=${sort}&limit=2&page=${page}`);
        pages.push(...(body as { users: { name: string }[] }).users.map(({ name }) => name[0]));
      }
      return pages.join('');
    };
    expect([await names('name'), await names('-name')]).toEqual(['ABC', 'CBA']);
    expect([await names('since'), await names('-since')]).toEqual(['BCA', 'ACB']);
    expect((await names('email')).length).toBe(3);
    expect((await browser.send('GET', '/admin/users?sort=passwordHash')).status).toBe(400);
  });

  it('leaves as one file of all that fit, in its order, with who took it in the audit trail', async () => {
    const mark = crypto.randomBytes(4).toString('hex');
    const { id, browser } = await staff('Mira');
    const shopper = await staff(`B ${mark}`, 'user');
    await staff(`=A ${mark}`, 'user');
    const address = {
      ...{ name: 'Asha', phone: '+91 98765 43210', street: '12, MG Road', city: 'Jaipur', state: 'Rajasthan' },
      ...{ pincode: '302001', country: 'India' },
    };
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await shopper.browser.send('POST', '/me/addresses', { address }, key)).status).toBe(201);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const url = `${harness.service.url}/api/v1/admin/users/export?q=${mark}&sort=name`;
    const file = await fetch(url, { headers: { cookie } });
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      ...[200, 'text/csv; charset=utf-8', 'private, no-store'],
    ]);
    const [heads, first, second, end] = (await file.text()).split('\r\n');
    expect(heads).toBe('Name,E-mail,Username,Role,Since,Phone,Street,City,State,PIN code,Country');
    expect(first).toMatch(new RegExp(`^'=A ${mark},[^,]+@example.com,,,\\d{4}-\\d\\d-\\d\\d,,,,,,$`));
    expect(second).toContain(`,'+91 98765 43210,"12, MG Road",Jaipur,Rajasthan,302001,India`);
    expect(end).toBe('');
    const taken = (await publishedEvents(harness.service, identity.auditRecorded))
      .map(({ data }) => data)
      .filter(({ actorId, action }) => actorId === id && action === 'user.exported');
    expect(taken).toMatchObject([{ subject: 'user', subjectId: 'export' }]);
    expect(JSON.stringify(taken)).not.toContain(mark);
    expect((await shopper.browser.send('GET', '/admin/users/export')).status).toBe(403);
  });
});
