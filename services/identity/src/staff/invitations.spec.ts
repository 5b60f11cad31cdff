import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identity } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import crypto from 'node:crypto';
import { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';

const DAY_MS = 86_400_000;
let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ SIGN_IN_TRIES_PER_ACCOUNT: '3' });
});
afterAll(() => harness.close());

const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code: string }).code];
const guest = () => new Browser(harness.service.url);
const PATH = '/admin/people/invitations';
let addresses = 0;
const anAddress = () => `invited${(addresses += 1)}@example.com`;

/** The link of the newest mail to an address, as the path of its calls. */
function linkTo(email: string): string {
  const mail = harness.mails.findLast(({ to }) => to === email)?.mail;
  if (mail?.kind !== 'invitation') throw new Error(`no invitation was mailed to ${email}`);
  return `/auth/invitation/${mail.url.split('/').at(-1)}`;
}
const invite = async (browser: Browser, email: string, role = 'content') => browser.post(PATH, { email, role });
const roleOf = async (browser: Browser, email: string) => {
  const { body } = await browser.send('GET', '/admin/people');
  return (body as { people: identity.StaffPerson[] }).people.find((person) => person.email === email)?.role.id;
};

describe('an invitation', () => {
  it('is a link in a mail, by which a new account joins with a password that it sets, once', async () => {
    const { browser } = await harness.staff({ name: 'Mira Shah' });
    const email = anAddress();
    const sent = await invite(browser, email.toUpperCase());
    expect(sent).toMatchObject({ status: 201, body: { invitation: { email, role: { name: 'Content' } } } });
    expect(JSON.stringify(sent.body)).not.toContain('token');
    const link = linkTo(email);
    const shown = await guest().send('GET', link);
    expect(shown.body).toEqual({
      invitation: { email, role: 'Content', invitedBy: 'Mira Shah', account: 'none' },
    });
    expect(refusal(await guest().post(link, { name: 'Chetan', password: 'password1' }))).toEqual([
      400,
      'auth.weak-password',
    ]);
    expect(await guest().post(link, { password: 'three golden bangles' })).toMatchObject({
      status: 400,
      body: { errors: { name: 'Name is required' } },
    });
    const accepted = await guest().post(link, { name: 'Chetan', password: 'three golden bangles' });
    expect([accepted.status, accepted.body]).toEqual([200, { email }]);
    // It signs no one in: that needs the password and a code.
    expect(accepted.headers.getSetCookie()).toEqual([]);
    expect(await roleOf(browser, email)).toBe('content');
    expect(refusal(await guest().post(link, { name: 'Thief', password: 'three golden bangles' }))).toEqual([
      404,
      'invitation.not-found',
    ]);
    const chetan = guest();
    await harness.signIn({ email, password: 'three golden bangles' }, chetan);
    expect(await chetan.me()).toMatchObject({ role: 'admin', staffRole: { id: 'content' } });
    const { _id } = (sent.body as { invitation: identity.Invitation }).invitation;
    const audit = (await publishedEvents(harness.service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === _id,
    );
    expect(audit.map(({ data }) => [data.action, data.actorName, data.after])).toEqual([
      ['invitation.sent', 'Mira Shah', { email: 'i•••@example.com', role: 'Content' }],
      ['invitation.accepted', 'Chetan', { email: 'i•••@example.com', role: 'Content' }],
    ]);
  });

  it('asks who has an account for its password, counts wrong ones, and ends no session', async () => {
    const { browser } = await harness.staff();
    const asha = await harness.account();
    const shopper = guest();
    await harness.signIn(asha, shopper);
    await invite(browser, asha.email);
    const link = linkTo(asha.email);
    expect((await guest().send('GET', link)).body).toMatchObject({ invitation: { account: 'password' } });
    expect(refusal(await guest().post(link, { password: 'wrong' }))).toEqual([403, 'auth.wrong-password']);
    expect((await guest().post(link, { password: asha.password })).status).toBe(200);
    expect(await shopper.me()).toMatchObject({ role: 'user', signInAsStaff: true });
    expect(await roleOf(browser, asha.email)).toBe('content');

    const ravi = await harness.account();
    await invite(browser, ravi.email);
    for (let i = 0; i < 3; i += 1) await guest().post(linkTo(ravi.email), { password: 'wrong' });
    expect((await guest().post(linkTo(ravi.email), { password: ravi.password })).status).toBe(429);
  });

  it('sets the password of an account that has none', async () => {
    const { browser } = await harness.staff();
    const { email, browser: before } = await harness.accountWithoutPassword();
    await invite(browser, email);
    expect((await guest().send('GET', linkTo(email))).body).toMatchObject({
      invitation: { account: 'without-password' },
    });
    expect((await guest().post(linkTo(email), { password: 'three golden bangles' })).status).toBe(200);
    expect(await before.me()).toBeNull();
    expect((await harness.signIn({ email, password: 'three golden bangles' }, guest())).status).toBe(200);
  });

  it('is listed until it is accepted or taken back, and worth nothing afterwards, or after another one', async () => {
    const { browser } = await harness.staff();
    const email = anAddress();
    await invite(browser, email);
    const first = linkTo(email);
    const second = await invite(browser, email, 'accountant');
    expect(refusal(await guest().send('GET', first))).toEqual([404, 'invitation.not-found']);
    const listed = async () => {
      const { body } = await browser.send('GET', PATH);
      return (body as { invitations: identity.Invitation[] }).invitations.filter((one) => one.email === email);
    };
    expect((await listed()).map(({ role }) => role.name)).toEqual(['Accountant']);
    const { _id } = (second.body as { invitation: identity.Invitation }).invitation;
    expect((await browser.send('DELETE', `/admin/people/invitation/${_id}`)).status).toBe(200);
    expect(refusal(await guest().post(linkTo(email), { name: 'X', password: 'three golden bangles' }))).toEqual([
      404,
      'invitation.not-found',
    ]);
    expect(await listed()).toEqual([]);
    expect(refusal(await browser.send('DELETE', `/admin/people/invitation/${_id}`))).toEqual([
      404,
      'invitation.not-found',
    ]);
  });

  it('is over after its days, and once who invited may not give the role any more', async () => {
    const owner = await harness.staff();
    const { browser, id } = await harness.staff();
    const email = anAddress();
    await invite(browser, email);
    await owner.browser.put(`/admin/people/${id}/role`, { role: 'content' });
    expect(refusal(await guest().send('GET', linkTo(email)))).toEqual([410, 'invitation.over']);
    await invite(owner.browser, email);
    expect((await guest().send('GET', linkTo(email))).status).toBe(200);
    harness.service.clock.advance(7 * DAY_MS + 1_000);
    expect(refusal(await guest().post(linkTo(email), { name: 'X', password: 'three golden bangles' }))).toEqual([
      410,
      'invitation.over',
    ]);
  });

  it('changes no role of an account that was given one meanwhile, and brings nobody back whose role was taken', async () => {
    const { browser } = await harness.staff();
    const asha = await harness.account();
    await invite(browser, asha.email);
    const link = linkTo(asha.email);
    const user = await harness.service.connection.collection('users').findOne({ email: asha.email });
    const give = (role: string | null) => browser.put(`/admin/people/${String(user!._id)}/role`, { role });
    await give('accountant');
    expect(refusal(await guest().send('GET', link))).toEqual([409, 'invitation.is-staff']);
    expect(refusal(await guest().post(link, { password: asha.password }))).toEqual([409, 'invitation.is-staff']);
    expect(await roleOf(browser, asha.email)).toBe('accountant');
    expect((await give(null)).status).toBe(200);
    expect(refusal(await guest().post(link, { password: asha.password }))).toEqual([404, 'invitation.not-found']);
    expect(await roleOf(browser, asha.email)).toBeUndefined();
  });

  it('does not outlive the account that it went to', async () => {
    const { browser } = await harness.staff();
    const asha = await harness.account();
    await invite(browser, asha.email);
    const user = await harness.service.connection.collection('users').findOne({ email: asha.email });
    expect((await browser.send('DELETE', `/admin/user/${String(user!._id)}`)).status).toBe(200);
    expect(refusal(await guest().send('GET', linkTo(asha.email)))).toEqual([404, 'invitation.not-found']);
  });

  it('is to nobody of the staff, to no role that is gone, and to none that may do more than one’s own', async () => {
    const owner = await harness.staff();
    const { browser, email } = await harness.staff({ permissions: ['people.read', 'people.change', 'views.use'] });
    expect(refusal(await invite(owner.browser, email))).toEqual([409, 'invitation.is-staff']);
    expect(refusal(await invite(owner.browser, anAddress(), 'nothing'))).toEqual([404, 'role.not-found']);
    expect(refusal(await invite(browser, anAddress(), 'owner'))).toEqual([403, 'role.more-than-yours']);
  });

  it('is mailed once for one key; where the answer was lost with the service, again with the same link', async () => {
    const { browser } = await harness.staff();
    const email = anAddress();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = () => browser.send('POST', PATH, { email, role: 'content' }, key);
    const mailed = () => harness.mails.filter(({ to }) => to === email);
    const first = await send();
    const link = linkTo(email);
    const repeated = await send();
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    expect(mailed()).toHaveLength(1);
    await harness.service.connection
      .collection('idempotency-keys')
      .updateMany({ state: 'done' }, { $set: { state: 'running', leaseUntil: new Date(0) }, $unset: { answer: '' } });
    expect((await send()).body).toEqual(first.body);
    expect(mailed()).toHaveLength(2);
    expect(linkTo(email)).toBe(link);
    expect((await guest().send('GET', link)).status).toBe(200);
  });

  it('is stored only with its mail', async () => {
    const { browser } = await harness.staff();
    const email = anAddress();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = () => browser.send('POST', PATH, { email, role: 'content' }, key);
    harness.mailing = 'fails';
    try {
      expect(refusal(await send())).toEqual([503, 'auth.code-not-sent']);
    } finally {
      harness.mailing = 'sends';
    }
    const { body } = await browser.send('GET', PATH);
    expect((body as { invitations: identity.Invitation[] }).invitations.map((one) => one.email)).not.toContain(email);
    expect((await send()).status).toBe(201);
    expect((await guest().send('GET', linkTo(email))).status).toBe(200);
  });

  it('keeps its role from being deleted', async () => {
    const { browser } = await harness.staff();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const created = await browser.send('POST', '/admin/roles', { name: 'Support', permissions: ['users.read'] }, key);
    const { id } = (created.body as { role: identity.StaffRole }).role;
    await invite(browser, anAddress(), id);
    expect(refusal(await browser.send('DELETE', `/admin/role/${id}`))).toEqual([409, 'role.in-use']);
  });
});
