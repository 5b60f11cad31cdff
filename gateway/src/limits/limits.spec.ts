import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, link, testInfra } from '@shop/test-kit';
import { type GatewayHarness, SERVICE_TOKEN, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';

let harness: GatewayHarness;
let api: string;
const start = async (settings: Record<string, string>) => {
  harness = await startGatewayHarness('limits', { settings });
  api = `${harness.gateway.url}/api/v1`;
};
const from = (address: string) => ({ 'x-forwarded-for': address });
const times = async (count: number, ask: () => Promise<Response>) => {
  const statuses: number[] = [];
  for (let done = 0; done < count; done++) statuses.push((await ask()).status);
  return statuses;
};
const post = (path: string, headers: Record<string, string>) =>
  fetch(api + path, {
    method: 'POST',
    headers: { origin: SHOP, 'content-type': 'application/json', ...headers },
    body: '{}',
  });

describe('limits', () => {
  afterEach(() => harness.stop());

  it('refuse one address that asks too often, with the time to wait, and nobody else', async () => {
    await start({ LIMIT_PER_ADDRESS: '3' });
    const search = (address: string) => fetch(`${api}/search?q=x`, { headers: from(address) });
    expect(await times(3, () => search('203.0.113.1'))).toEqual([200, 200, 200]);
    const refused = await search('203.0.113.1');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'request.too-many' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await search('203.0.113.2')).status).toBe(200);
    expect(harness.catalog.calls).toHaveLength(4);
  });

  it('count answers from the cache not at all', async () => {
    await start({ LIMIT_PER_ADDRESS: '2' });
    expect(await times(6, () => fetch(`${api}/products`, { headers: from('203.0.113.1') }))).toEqual(
      Array(6).fill(200),
    );
  });

  it('do not count what renderers read, who ask for everybody, and count whoever has not got their token', async () => {
    await start({ LIMIT_PER_ADDRESS: '3' });
    const search = (headers: Record<string, string>) => fetch(`${api}/search?q=x`, { headers });
    expect(await times(5, () => search({ 'x-service-token': SERVICE_TOKEN }))).toEqual(Array(5).fill(200));
    expect(await times(4, () => search({ 'x-service-token': `${SERVICE_TOKEN}!` }))).toEqual([200, 200, 200, 429]);
    expect(harness.catalog.requests.filter(({ headers }) => 'x-service-token' in headers)).toEqual([]);
  });

  it('count who comes by the edge whatever token is sent, and with a token all but public reading', async () => {
    await start({ LIMIT_PER_ADDRESS: '3', LIMIT_SIGN_IN: '2' });
    const token = { 'x-service-token': SERVICE_TOKEN };
    expect(await times(4, () => fetch(`${api}/search?q=x`, { headers: { ...token, ...from('203.0.113.1') } }))).toEqual(
      [200, 200, 200, 429],
    );
    expect(await times(3, () => post('/auth/send-otp', token))).toEqual([200, 200, 429]);
    const cookie = await harness.identity.signIn('asha');
    const cart = () => fetch(`${api}/cart`, { headers: { ...token, cookie } });
    expect(await times(4, cart)).toEqual([200, 200, 200, 429]);
  });

  it('are counted by purpose: what somebody browses, signs in with or pays stops nobody behind the same address in another', async () => {
    await start({ LIMIT_PER_ADDRESS: '2', LIMIT_SIGN_IN: '2', LIMIT_CODES: '2', LIMIT_PAYMENT: '2' });
    const home = from('203.0.113.1');
    const cookie = await harness.identity.signIn('asha');
    const purposes = [
      () => fetch(`${api}/search?q=x`, { headers: home }),
      () => post('/auth/send-otp', home),
      () => post('/auth/verify-otp', home),
      () => post('/payment/create-order', { ...home, cookie }),
    ];
    for (const ask of purposes) expect(await times(3, ask)).toEqual([200, 200, 429]);
  });

  it('count payments by address as well, where no session is known', async () => {
    await start({ LIMIT_PAYMENT_PER_ADDRESS: '2' });
    expect(await times(3, () => post('/payment/create-order', from('203.0.113.1')))).toEqual([401, 401, 429]);
  });

  it('count an account from whatever address it comes', async () => {
    await start({ LIMIT_PER_ACCOUNT: '3' });
    const cookie = await harness.identity.signIn('asha');
    let host = 0;
    const cart = () => fetch(`${api}/cart`, { headers: { cookie, ...from(`203.0.113.${++host}`) } });
    expect(await times(4, cart)).toEqual([200, 200, 200, 429]);
    const ravi = await harness.identity.signIn('ravi');
    expect((await fetch(`${api}/cart`, { headers: { cookie: ravi } })).status).toBe(200);
  });

  it('hold for all gateways together', async () => {
    await start({ LIMIT_PER_ADDRESS: '3' });
    const search = (base: string) => fetch(`${base}/api/v1/search?q=x`, { headers: from('203.0.113.1') });
    const { prefix } = testInfra('limits-shared');
    const one = await startGatewayHarness('limits-one', { settings: { LIMIT_PER_ADDRESS: '3', REDIS_PREFIX: prefix } });
    const two = await startGatewayHarness('limits-two', { settings: { LIMIT_PER_ADDRESS: '3', REDIS_PREFIX: prefix } });
    try {
      const statuses: number[] = [];
      for (const gateway of [one, two, one, two]) statuses.push((await search(gateway.gateway.url)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });
});

describe('without Redis', () => {
  afterEach(() => harness.stop());

  it('browsing and signed-in reading go on, limited by each gateway alone; signing in, paying and staff calls wait', async () => {
    const redis = await link(testInfra('limits').redisUrl);
    await start({ REDIS_URL: redis.url, LIMIT_PER_ADDRESS: '5' });
    const shopper = await harness.identity.signIn('asha');
    const boss = await harness.identity.signIn('boss', 'admin');
    const cart = () => fetch(`${api}/cart`, { headers: { cookie: shopper } });
    await eventually(async () => (await cart()).status === 200);
    await redis.cut();
    try {
      expect((await cart()).status).toBe(200);
      expect((await fetch(`${api}/products`)).status).toBe(200);
      expect(await times(7, () => fetch(`${api}/search?q=x`, { headers: from('203.0.113.1') }))).toEqual([
        ...Array(5).fill(200),
        429,
        429,
      ]);
      const refused = [
        await post('/auth/send-otp', from('203.0.113.2')),
        await post('/payment/create-order', { cookie: shopper }),
        await fetch(`${api}/admin/product/1`, { method: 'PUT', headers: { origin: SHOP, cookie: boss }, body: '{}' }),
      ];
      for (const answer of refused) {
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'session.unavailable']);
        expect(answer.headers.get('retry-after')).not.toBeNull();
      }
      const forged = await fetch(`${api}/cart`, { headers: { cookie: 'access=forged' } });
      expect(forged.status).toBe(401);
      const ready = await fetch(`${harness.gateway.url}/health/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([
        200,
        { ready: true, degraded: expect.stringContaining('redis') },
      ]);
    } finally {
      await redis.restore();
    }
    await eventually(async () => (await post('/payment/create-order', { cookie: shopper })).status === 200, {
      what: 'paying again',
    });
    await redis.close();
  });

  it('goes on without a Redis that hangs, as without one that is away', async () => {
    const redis = await link(testInfra('limits').redisUrl);
    await start({ REDIS_URL: redis.url });
    const shopper = await harness.identity.signIn('asha');
    const cart = () => fetch(`${api}/cart`, { headers: { cookie: shopper } });
    await eventually(async () => (await cart()).status === 200);
    redis.silence();
    expect((await cart()).status).toBe(200);
    expect((await post('/payment/create-order', { cookie: shopper })).status).toBe(503);
    await redis.restore();
    await eventually(async () => (await post('/payment/create-order', { cookie: shopper })).status === 200, {
      what: 'paying again',
    });
    await redis.close();
  });
});
