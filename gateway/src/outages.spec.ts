import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyCall, calls, isStaffAccess, needsRedis, needsSession, wirePath } from '@shop/contracts';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../test/gateway-harness.ts';
import { routed, routes } from './routes.ts';

const AMPLE = '100000';

describe('every call of the contracts', () => {
  let redis: Link;
  let rabbitmq: Link;
  let harness: GatewayHarness;
  const cookies = { admin: '', user: '' };
  const asked = routed(calls, routes);

  beforeAll(async () => {
    const parts = testInfra('gateway-outages');
    [redis, rabbitmq] = await Promise.all([link(parts.redisUrl), link(parts.rabbitmqUrl)]);
    harness = await startGatewayHarness('outages', {
      calls,
      table: routes,
      settings: {
        REDIS_URL: redis.url,
        RABBITMQ_URL: rabbitmq.url,
        LIMIT_PER_ADDRESS: AMPLE,
        LIMIT_PER_ACCOUNT: AMPLE,
        LIMIT_SIGN_IN: AMPLE,
        LIMIT_CODES: AMPLE,
        LIMIT_PAYMENT: AMPLE,
        LIMIT_PAYMENT_PER_ADDRESS: AMPLE,
      },
    });
    cookies.admin = await harness.identity.signIn('admin', 'admin');
    cookies.user = await harness.identity.signIn('asha');
  });
  afterAll(async () => {
    await harness.stop();
    await redis.close();
    await rabbitmq.close();
  });

  const degraded = async () =>
    ((await (await fetch(`${harness.gateway.url}/health/ready`)).json()) as { degraded?: string }).degraded ?? '';

  /** The answer in words: `200`, or the code and Retry-After of a problem. */
  async function answerTo(call: AnyCall): Promise<string> {
    const path = wirePath(call).replaceAll(/:\w+/g, 'a1');
    const answer = await fetch(harness.gateway.url + path, {
      method: call.method,
      headers: {
        origin: SHOP,
        'sec-fetch-site': 'same-origin',
        ...(needsSession(call.access) && { cookie: cookies[isStaffAccess(call.access) ? 'admin' : 'user'] }),
        ...(call.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      body: call.method === 'GET' ? null : '{}',
    });
    const text = await answer.text();
    if (answer.status < 400) return '200';
    const { code } = JSON.parse(text) as { code: string };
    return `${answer.status} ${code}, Retry-After ${answer.headers.get('retry-after')}`;
  }
  const answers = async () => {
    const found: Record<string, string> = {};
    for (const call of asked) found[call.id] = await answerTo(call);
    return found;
  };
  const expected = (answer: (call: AnyCall) => string) =>
    Object.fromEntries(asked.map((call) => [call.id, answer(call)]));

  it('reaches its service without Redis, but for those that cannot do without it', async () => {
    expect(asked.length).toBeGreaterThan(150);
    expect(await answers()).toEqual(expected(() => '200'));
    await redis.cut();
    await eventually(async () => expect(await degraded()).toContain('redis'));
    expect(await answers()).toEqual(
      expected((call) => (needsRedis(call) ? '503 session.unavailable, Retry-After 2' : '200')),
    );
    await redis.restore();
    await eventually(async () => expect(await degraded()).toBe(''));
    await eventually(async () => expect(await answers()).toEqual(expected(() => '200')));
  });

  it('reaches its service without RabbitMQ', async () => {
    await rabbitmq.cut();
    await eventually(async () => expect(await degraded()).toContain('rabbitmq'));
    expect(await answers()).toEqual(expected(() => '200'));
    await rabbitmq.restore();
    await eventually(async () => expect(await degraded()).toBe(''));
  });
});
