import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, changesNothing } from '@shop/contracts';
import { Redis } from '@shop/service-kit';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { createClient } from 'redis';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { routed } from '../routes.ts';

// Real: the gateway and Redis, reached by a link that can be cut. Services are stand-ins.
const { redisUrl, prefix } = testInfra('maintenance');
const redis = createClient({ url: redisUrl });
const until = '2100-01-01T00:00:00.000Z';
let toRedis: Link;
let harness: GatewayHarness;
let key: string;
let cookie: string;

beforeAll(async () => {
  await redis.connect();
  toRedis = await link(redisUrl);
  harness = await startGatewayHarness('maintenance', { settings: { REDIS_URL: toRedis.url } });
  key = harness.gateway.app.get(Redis).key('gateway:maintenance');
  cookie = await harness.identity.signIn('asha');
});
afterEach(() => setUntil(null));
afterAll(async () => {
  await harness.stop();
  await toRedis.close();
  redis.destroy();
});

const ask = (path: string, { method = 'GET', of = harness }: { method?: string; of?: GatewayHarness } = {}) =>
  fetch(`${of.gateway.url}/api/v1${path}`, {
    method,
    headers: { origin: SHOP, cookie, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });

const isReadOnly = async (): Promise<boolean> => (await ask('/cart')).headers.has('shop-read-only');

async function setUntil(time: string | null): Promise<void> {
  if (time === null) await redis.del(key);
  else await redis.set(key, time);
  await eventually(async () => (await isReadOnly()) === (time !== null), { what: 'the gateway to see it' });
}

describe('A shop that is read-only', () => {
  it('can be read, and every answer says until when', async () => {
    await setUntil(until);
    for (const path of ['/products', '/products', '/search?q=x', '/cart', '/me']) {
      const { status, headers } = await ask(path);
      expect({ path, status, until: headers.get('shop-read-only') }).toEqual({ path, status: 200, until });
    }
  });

  it.each([
    ['POST', '/cart'],
    ['PUT', '/cart/1'],
    ['DELETE', '/cart/1'],
    ['POST', '/auth/send-otp'],
    ['POST', '/payment/webhooks/razorpay'],
  ])('refuses %s %s with the time to wait, before any service hears it', async (method, path) => {
    await setUntil(until);
    const before = [harness.cartOrder, harness.payment, harness.identity.server].map((each) => each.calls.length);
    const refused = await ask(path, { method });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'shop.read-only', message: expect.stringMatching(/look/) });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    const after = [harness.cartOrder, harness.payment, harness.identity.server].map((each) => each.calls.length);
    expect(after).toEqual(before);
  });

  it('stays so when its time has passed, and asks to come back soon', async () => {
    await setUntil('2020-01-01T00:00:00.000Z');
    const refused = await ask('/cart', { method: 'POST' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  });

  it('stays so while Redis is away, and ends when staff end it', async () => {
    await setUntil(until);
    await toRedis.cut();
    try {
      expect((await ask('/cart', { method: 'POST' })).status).toBe(503);
      expect(await isReadOnly()).toBe(true);
    } finally {
      await toRedis.restore();
    }
    await setUntil(null);
    expect((await ask('/cart', { method: 'POST' })).status).toBe(200);
  });

  it('is so for a gateway that has just started', async () => {
    const own = `${prefix}:started:`;
    await redis.set(`${own}gateway:maintenance`, until);
    const started = await startGatewayHarness('maintenance-started', { settings: { REDIS_PREFIX: own } });
    try {
      expect((await ask('/auth/send-otp', { method: 'POST', of: started })).status).toBe(503);
    } finally {
      await started.stop();
    }
  });

  it('answers calls that change nothing but the session', () => {
    const goingOn = routed(calls).filter((call) => call.method !== 'GET' && changesNothing(call));
    expect(goingOn.map(({ id }) => id).toSorted()).toEqual([
      'cart-order.await-order',
      'cart-order.quote-checkout',
      'catalog.calculate-price',
      'catalog.preview-collection',
      'identity.end-other-sessions',
      'identity.end-session',
      'identity.logout',
      'identity.refresh-session',
    ]);
    expect(routed(calls).filter(({ access, ...call }) => access === 'provider' && changesNothing({ ...call }))).toEqual(
      [],
    );
  });
});
