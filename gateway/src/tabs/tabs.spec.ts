import http from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, identity } from '@shop/contracts';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { publish } from '../../test/events.ts';
import { type GatewayHarness, startGatewayHarness } from '../../test/gateway-harness.ts';
import { leaveDuringCheck } from '../../test/leaving.ts';

let rabbitmq: Link;
let redis: Link;
let harness: GatewayHarness;
const open: { close(): void }[] = [];
beforeAll(async () => {
  const infra = testInfra('gateway-tabs');
  [rabbitmq, redis] = await Promise.all([link(infra.rabbitmqUrl), link(infra.redisUrl)]);
  harness = await startGatewayHarness('tabs', {
    settings: { TABS_HEARTBEAT: '50ms', TABS_PER_ACCOUNT: '2', RABBITMQ_URL: rabbitmq.url, REDIS_URL: redis.url },
  });
});
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});
afterAll(async () => {
  await harness.stop();
  await Promise.all([rabbitmq.close(), redis.close()]);
});

/** Listens like a browser's EventSource. */
async function tab(cookie: string) {
  const received = { status: 0, headers: {} as http.IncomingHttpHeaders, text: '', ended: false, close: () => {} };
  await new Promise<void>((resolve, reject) => {
    const request = http.get(
      `${harness.gateway.url}/api/v1/events`,
      { headers: { cookie }, agent: false },
      (answer) => {
        received.status = answer.statusCode!;
        received.headers = answer.headers;
        answer.on('data', (chunk: Buffer) => (received.text += chunk.toString()));
        answer.on('close', () => (received.ended = true));
        answer.on('error', () => {});
        resolve();
      },
    );
    request.on('error', reject);
    received.close = () => request.destroy();
  });
  open.push(received);
  return received;
}

async function openTabs(): Promise<number> {
  const metrics = await (await fetch(`${harness.gateway.url}/metrics`)).text();
  return Number(/^gateway_open_tabs(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]);
}

describe('open tabs', () => {
  it('hear what concerns their account, and nothing of others', async () => {
    const asha = await tab(await harness.identity.signIn('asha'));
    const ravi = await tab(await harness.identity.signIn('ravi'));
    expect(asha.headers['content-type']).toBe('text/event-stream');
    expect(asha.headers['x-accel-buffering']).toBe('no');
    await eventually(() => asha.text.includes('event: ready') && ravi.text.includes('event: ready'));
    await publish(harness.eventsPrefix, cartOrder.cartCleared, 'asha', { userId: 'asha' });
    await eventually(() => asha.text.includes('event: checkout:cart-changed\ndata: {}\n\n'));
    await eventually(() => ravi.text.includes(':\n\n'), { what: 'a heartbeat' });
    expect(ravi.text).not.toContain('cart-changed');
  });

  it('hear that an order of theirs is another, by its id and nothing more', async () => {
    const asha = await tab(await harness.identity.signIn('asha'));
    const ravi = await tab(await harness.identity.signIn('ravi'));
    await eventually(() => asha.text.includes('event: ready') && ravi.text.includes('event: ready'));
    const orderId = '64b000000000000000000001';
    const shipped = { orderId, userId: 'asha', status: 'Shipped' as const, message: 'On its way' };
    await publish(harness.eventsPrefix, cartOrder.orderStatusChanged, orderId, shipped);
    await eventually(() => asha.text.includes(`event: account:order-changed\ndata: {"orderId":"${orderId}"}\n\n`));
    expect(asha.text).not.toContain('On its way');
    await eventually(() => ravi.text.includes(':\n\n'), { what: 'a heartbeat' });
    expect(ravi.text).not.toContain('order-changed');
  });

  it('hear that there are notices for whom an event names', async () => {
    const [mira, dev] = [
      await tab(await harness.identity.signIn('mira')),
      await tab(await harness.identity.signIn('dev')),
    ];
    const ravi = await tab(await harness.identity.signIn('ravi'));
    await eventually(() => [mira, dev, ravi].every(({ text }) => text.includes('event: ready')));
    await publish(harness.eventsPrefix, identity.noticesChanged, 'an order', { userIds: ['mira', 'dev'] });
    for (const one of [mira, dev]) {
      await eventually(() => one.text.includes('event: admin:notices-changed\ndata: {}\n\n'));
    }
    await eventually(() => ravi.text.includes(':\n\n'), { what: 'a heartbeat' });
    expect(ravi.text).not.toContain('notices-changed');
  });

  it('are for signed-in people, and only so many of one account', async () => {
    expect((await tab('')).status).toBe(401);
    const cookie = await harness.identity.signIn('many');
    expect([(await tab(cookie)).status, (await tab(cookie)).status, (await tab(cookie)).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it('are let go when their session ends', async () => {
    const leaving = await tab(await harness.identity.signIn('leaving'));
    await harness.identity.signOut('leaving');
    await eventually(() => leaving.ended);
  });

  it('are none of a browser that left while its session was checked', async () => {
    await eventually(async () => (await openTabs()) === 0, { what: 'the end of earlier tabs' });
    const cookie = await harness.identity.signIn('hasty');
    await leaveDuringCheck(redis, `${harness.gateway.url}/api/v1/events`, { headers: { cookie } });
    // Its session is checked after the other one, on the same connection.
    const staying = await tab(await harness.identity.signIn('staying'));
    expect([staying.status, await openTabs()]).toEqual([200, 1]);
  });

  it('fetch anew after RabbitMQ was away', async () => {
    const asha = await tab(await harness.identity.signIn('asha'));
    await eventually(() => asha.text.includes('event: ready'));
    await rabbitmq.cut();
    await rabbitmq.restore();
    await eventually(() => asha.text.includes('event: refresh'));
  });

  it('do not hold up a gateway that stops', async () => {
    const stopping = await startGatewayHarness('tabs-stopping');
    const cookie = await stopping.identity.signIn('asha');
    const listening = fetch(`${stopping.gateway.url}/api/v1/events`, { headers: { cookie } });
    expect((await listening).status).toBe(200);
    await stopping.stop();
    expect(await (await listening).text()).toContain('event: ready');
  });
});
