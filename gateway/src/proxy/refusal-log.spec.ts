import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPino } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { json } from '../../test/stand-in.ts';

let harness: GatewayHarness;
let api: string;
let text = '';
const written = new PassThrough();
written.on('data', (data) => (text += String(data)));

beforeAll(async () => {
  harness = await startGatewayHarness('refusal-log', {
    log: createPino('gateway', 'info', written),
    settings: { LIMIT_PAYMENT: '1' },
  });
  api = `${harness.gateway.url}/api/v1`;
});
afterAll(() => harness.stop());
beforeEach(() => {
  text = '';
});

const CLIENT = '203.0.113.7';
const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(api + path, { ...init, headers: { 'x-forwarded-for': CLIENT, ...init.headers } });

/** What was logged of one request. */
async function logged(): Promise<Record<string, unknown>[]> {
  await eventually(() => /"msg":"(?:refused|request)"}\n$/.test(text), { what: 'the log line' });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
const refused = (fields: object) => [
  {
    level: 'warn',
    time: expect.any(String),
    service: 'gateway',
    requestId: expect.any(String),
    ms: expect.any(Number),
    client: CLIENT,
    ...fields,
    msg: 'refused',
  },
];

it('logs a call without a session, once and without its cookie', async () => {
  await ask('/cart?secret=1', { headers: { cookie: 'access=secret' } });
  const fields = { method: 'GET', route: '/api/v1/cart', status: 401, code: 'session.required' };
  expect(await logged()).toEqual(refused(fields));
  expect(text).not.toContain('secret');
});

it('logs a call that this account may not make, with the account, also the first one with its token', async () => {
  const cookie = await harness.identity.signIn('asha');
  await ask('/admin/product/ring-7', {
    method: 'PUT',
    headers: { origin: SHOP, cookie, 'content-type': 'application/json' },
    body: '{"name":"secret"}',
  });
  const fields = { method: 'PUT', route: '/api/v1/admin/product/:id', status: 403, code: 'session.forbidden' };
  expect(await logged()).toEqual(refused({ ...fields, account: 'asha' }));
  expect(text).not.toMatch(/secret|ring-7|access/);
});

it('logs a call from a page of another site', async () => {
  await ask('/contact', { method: 'POST', headers: { origin: 'https://evil.example' } });
  const fields = { method: 'POST', route: '/api/v1/contact', status: 403, code: 'request.foreign-origin' };
  expect(await logged()).toEqual(refused(fields));
});

it('logs a call above a limit', async () => {
  const cookie = await harness.identity.signIn('ravi');
  const pay = () => ask('/payment/create-order', { method: 'POST', headers: { origin: SHOP, cookie } });
  await pay();
  await logged();
  text = '';
  await pay();
  const fields = { method: 'POST', route: '/api/v1/payment/create-order', status: 429, code: 'request.too-many' };
  expect(await logged()).toEqual(refused({ ...fields, account: 'ravi' }));
});

it.each([
  [401, 'auth.wrong-credentials'],
  [403, 'session.forbidden'],
  [409, 'session.stale'],
  [429, 'auth.code-too-soon'],
])('logs what a service refuses with %i %s', async (status, code) => {
  harness.identity.server.answer = json({ code }, { 'content-type': 'application/problem+json' }, status);
  await ask('/auth/send-otp', { method: 'POST', headers: { origin: SHOP }, body: '{"email":"asha@example.com"}' });
  expect(await logged()).toEqual(refused({ method: 'POST', route: '/api/v1/auth/send-otp', status, code }));
});

it('logs a conflict of the work, and what was there to answer, like any request', async () => {
  harness.content.answer = json({ code: 'charges.exist' }, {}, 409);
  await ask('/contact', { method: 'POST', headers: { origin: SHOP } });
  expect(await logged()).toMatchObject([{ level: 'info', status: 409, msg: 'request' }]);
  expect(text).not.toContain(CLIENT);
});
