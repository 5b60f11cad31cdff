import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { problemIn, rawHttp } from '../../test/raw-http.ts';
import { json } from '../../test/stand-in.ts';

let harness: GatewayHarness;
let api: string;
/** Requests that reached a service. */
const reached = () =>
  [harness.catalog, harness.cartOrder, harness.payment, harness.content].flatMap(({ calls }) => calls);

beforeAll(async () => {
  harness = await startGatewayHarness('refusals');
  api = `${harness.gateway.url}/api/v1`;
});
afterAll(() => harness.stop());
beforeEach(() => {
  for (const service of [harness.catalog, harness.cartOrder, harness.payment, harness.content])
    service.calls.length = 0;
});

const post = (headers: Record<string, string>, path = '/contact') =>
  fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"text":"x"}',
  });

describe('size', () => {
  it('refuses a body of 100 MB before reading it, and lets the client read why', async () => {
    const answer = await rawHttp(
      api,
      `POST /api/v1/contact HTTP/1.1\r\nhost: x\r\norigin: ${SHOP}\r\ncontent-type: application/json\r\ncontent-length: 100000000\r\n\r\n`,
      { body: Buffer.alloc(500_000) },
    );
    expect(answer.status).toBe(413);
    expect(problemIn(answer)).toMatchObject({ code: 'request.too-large', status: 413 });
    expect(answer.text).toMatch(/connection: close/i);
    expect(answer.closed).toBe(true);
    expect(reached()).toEqual([]);
  });

  it('refuses a body that turns out too long while it comes, without a length in front', async () => {
    harness.content.answer = (request, response) =>
      request.resume().on('end', () => json({ ok: true })(request, response));
    const tooLong = async function* () {
      for (let sent = 0; sent < 20; sent++) yield new Uint8Array(100_000);
    };
    const answer = await fetch(`${api}/contact`, {
      method: 'POST',
      headers: { origin: SHOP, 'content-type': 'application/json' },
      body: ReadableStream.from(tooLong()),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'request.too-large' });
  });

  it('takes a file of 500 kB in JSON, whatever has to be escaped in it', async () => {
    const file = `"12-11-2026","NEFT/AR-7K2M9","1,000.00"\n`.repeat(12_500);
    expect(file.length).toBe(500_000);
    const answer = await fetch(`${api}/contact`, {
      method: 'POST',
      headers: { origin: SHOP, 'content-type': 'application/json' },
      body: JSON.stringify({ text: file }),
    });
    expect(answer.status).toBe(200);
  });

  it.each(['/products', '/me', '/openapi.json'])('refuses a body where none belongs (%s)', async (path) => {
    const answer = await rawHttp(api, `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n`);
    expect(answer.status).toBe(413);
  });

  it('refuses a header of 100 KB', async () => {
    const answer = await rawHttp(
      api,
      `GET /api/v1/products HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(100_000)}\r\n\r\n`,
    );
    expect(answer.status).toBe(431);
    expect(problemIn(answer)).toMatchObject({ code: 'request.headers-too-large', status: 431 });
    expect(answer.closed).toBe(true);
  });
});

describe('paths that two programs could read differently', () => {
  it.each([
    '/api/v1/..%2finternal/quote',
    '/api/v1/%2e%2e/internal/quote',
    '/api/v1/../../internal/quote',
    '/api/v1/product/..%252f..%252finternal',
    '/api/v1/product/a%2f..%2fb',
    '/api/v1/product/a%2f%2fb',
    '/api/v1/product/%2fb/',
    '/api/v1/product/a%252fb',
    '/api/v1/product/a%5cb',
    '/api/v1/product/a\\b',
    '/api/v1//products',
    '/api/v1/./products',
    '/api/v1/product/a;x=1',
    '/api/v1/product/%00',
    '/api/v1/product/%zz',
    'http://other.example/api/v1/products',
  ])('refuses %s', async (path) => {
    const answer = await rawHttp(api, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(problemIn(answer)).toMatchObject({ code: 'request.malformed', status: 400 });
    expect(reached()).toEqual([]);
  });

  it('takes the percent-encoded names that people give things', async () => {
    expect((await fetch(`${api}/product/${encodeURIComponent('Café & Söhne 50% (gold), 1+1')}`)).status).toBe(200);
  });

  it('takes a slash that belongs to a name, and passes it on as it came', async () => {
    expect((await fetch(`${api}/product/${encodeURIComponent('DHL/Express')}`)).status).toBe(200);
    const cookie = await harness.identity.signIn('asha');
    const removed = await fetch(`${api}/cart/DHL%2fExpress`, { method: 'DELETE', headers: { origin: SHOP, cookie } });
    expect(removed.status).toBe(200);
    expect(reached()).toEqual(['GET /api/v1/product/DHL%2FExpress', 'DELETE /api/v1/cart/DHL%2fExpress']);
  });

  it('refuses what is not HTTP', async () => {
    expect((await rawHttp(api, 'HELO shop\r\n\r\n')).status).toBe(400);
  });
});

describe('queries', () => {
  it.each([
    ['/products?page[]=1', ['page[]']],
    ['/products?sort_by[$ne]=x&page=1', ['sort_by[$ne]']],
    ['/products?page=1&page=2', ['page']],
    ['/search?q%5B%24ne%5D=1', ['q[$ne]']],
    ['/me?x[]=1', ['x[]']],
  ])('that are lists or operators are refused by name, cached answers or not (%s)', async (path, names) => {
    const answer = await fetch(api + path);
    const problem = (await answer.json()) as { code: string; errors: object };
    expect([answer.status, problem.code, Object.keys(problem.errors)]).toEqual([400, 'request.invalid', names]);
    expect(reached()).toEqual([]);
  });

  it('of providers go through as they came', async () => {
    const path = '/payment/webhooks/razorpay?a[]=1';
    expect((await post({ 'x-razorpay-signature': 'abc' }, path)).status).toBe(200);
  });
});

describe('origin', () => {
  it('refuses a change that comes from a page of another site, or from no page', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
      const answer = await post(headers as Record<string, string>);
      expect(answer.status).toBe(403);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ code: 'request.foreign-origin' });
    }
    expect(reached()).toEqual([]);
  });

  it('takes a change from the shop, under its own address or the one that the browser asked for', async () => {
    expect((await post({ origin: SHOP })).status).toBe(200);
    expect((await post({ origin: new URL(api).origin })).status).toBe(200);
  });

  it('takes a webhook without an origin, with its signature', async () => {
    const signature = { 'x-razorpay-signature': 'abc', 'paypal-transmission-sig': 'def' };
    expect((await post({ ...signature, 'x-service-token': 'x' }, '/payment/webhooks/razorpay')).status).toBe(200);
    const { headers } = harness.payment.requests.at(-1)!;
    expect(headers).toMatchObject(signature);
    expect(headers).not.toHaveProperty('x-service-token');
    // Only a provider signs anything.
    expect((await post({ ...signature, origin: SHOP })).status).toBe(200);
    for (const name of Object.keys(signature)) {
      expect(harness.content.requests.at(-1)!.headers).not.toHaveProperty(name);
    }
  });

  it('signs nobody out by a link on another site', async () => {
    const logout = (site?: string) => fetch(`${api}/logout`, { headers: site ? { 'sec-fetch-site': site } : {} });
    expect((await logout('cross-site')).status).toBe(403);
    expect((await logout('none')).status).toBe(403);
    expect((await logout()).status).toBe(403);
    expect((await logout('same-origin')).status).toBe(200);
  });
});

describe('sessions', () => {
  const getCart = (cookie?: string) => fetch(`${api}/cart`, { headers: cookie ? { cookie } : {} });
  const expectSignedOut = async (answer: Response) => {
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'session.required', message: 'Please login' });
    expect(reached()).toEqual([]);
  };

  it('refuses a guest, a forged, an expired and a made-up token', async () => {
    await harness.identity.signIn('asha');
    const foreign = await generateKeyPair('ES256');
    await expectSignedOut(await getCart());
    await expectSignedOut(await getCart(await harness.identity.cookie('asha', 'user', { key: foreign.privateKey })));
    await expectSignedOut(
      await getCart(await harness.identity.cookie('asha', 'user', { expires: new Date(Date.now() - 1_000) })),
    );
    await expectSignedOut(await getCart('access=not.a.token'));
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = `${encoded({ alg: 'none' })}.${encoded({ sub: 'asha', sid: 'session-of-asha', role: 'admin' })}.`;
    await expectSignedOut(await getCart(`access=${unsigned}`));
  });

  it('lets a signed-in person in, until the moment of signing out', async () => {
    const cookie = await harness.identity.signIn('ravi');
    expect((await getCart(cookie)).status).toBe(200);
    harness.cartOrder.calls.length = 0;
    await harness.identity.signOut('ravi');
    await expectSignedOut(await getCart(cookie));
  });

  it('lets staff alone make staff calls, by the role that the session has now', async () => {
    const save = (cookie: string) =>
      fetch(`${api}/admin/product/1`, { method: 'PUT', headers: { origin: SHOP, cookie }, body: '{}' });
    const shopper = await save(await harness.identity.signIn('asha'));
    expect([shopper.status, await shopper.json()]).toMatchObject([403, { code: 'session.forbidden' }]);
    const staff = await harness.identity.signIn('boss', 'admin');
    expect((await save(staff)).status).toBe(200);
    // No longer staff, although the token still states the role.
    await harness.identity.signIn('boss', 'user');
    expect((await save(staff)).status).toBe(403);
  });

  it('learns a new key of identity without a restart, and keeps the last good one while identity is away', async () => {
    const before = await harness.identity.signIn('asha');
    expect((await getCart(before)).status).toBe(200);
    await harness.identity.server.stop();
    expect((await getCart(await harness.identity.cookie('asha'))).status).toBe(200);
    await harness.identity.server.start();
    await harness.identity.rotateKey();
    expect((await getCart(await harness.identity.cookie('asha'))).status).toBe(200);
  });

  it('refuses tokens of a key that identity withdrew, as soon as it hears of the next key', async () => {
    const before = await harness.identity.signIn('asha');
    expect((await getCart(before)).status).toBe(200);
    await harness.identity.rotateKey();
    const after = await harness.identity.signIn('ravi');
    // Fetched at most every 2 s, so that forged key ids do not put load on identity.
    await eventually(async () => (await getCart(after)).status === 200, { what: 'the new key' });
    expect((await getCart(before)).status).toBe(401);
  });
});
