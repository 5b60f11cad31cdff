import http from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { testCalls } from '../../test/calls.ts';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { json, type StandIn } from '../../test/stand-in.ts';

let harness: GatewayHarness;
afterEach(() => harness.stop());

/** One uncached read of each service. */
async function reads(): Promise<Record<string, () => Promise<Response>>> {
  const api = `${harness.gateway.url}/api/v1`;
  const cookie = await harness.identity.signIn('asha');
  const change = (path: string) => () =>
    fetch(api + path, {
      method: 'POST',
      headers: { origin: SHOP, cookie, 'content-type': 'application/json' },
      body: '{}',
    });
  return {
    catalog: () => fetch(`${api}/search?q=x`),
    identity: () => fetch(`${api}/me`),
    'cart-order': () => fetch(`${api}/cart`, { headers: { cookie } }),
    payment: change('/payment/create-order'),
    content: change('/contact'),
  };
}

describe('a service that is stopped under load', () => {
  it.each(['catalog', 'identity', 'cart-order', 'payment', 'content'])(
    '(%s) costs its own calls a 503 with Retry-After and the others not one failed request, and is back when it is back',
    async (name) => {
      harness = await startGatewayHarness(`stopped-${name}`, {
        settings: { CIRCUIT_PAUSE: '100ms', LIMIT_PAYMENT: '100000' },
      });
      const services = { ...harness, identity: harness.identity.server, 'cart-order': harness.cartOrder };
      const service = services[name as 'catalog'];
      const calls = await reads();
      const statuses: Record<string, Set<number>> = {};
      let counted = 0;
      let running = true;
      const load = Object.entries(calls).map(async ([each, ask]) => {
        statuses[each] = new Set();
        while (running) {
          const answer = await ask();
          const problem = answer.ok ? undefined : ((await answer.json()) as { code: string });
          statuses[each].add(answer.status);
          counted++;
          if (each !== name || answer.ok) continue;
          expect([answer.status, problem?.code, answer.headers.get('retry-after')]).toEqual([
            503,
            'service.unavailable',
            '1',
          ]);
        }
      });
      const after = (more: number) => {
        const from = counted;
        return eventually(() => counted >= from + more);
      };
      try {
        await after(50);
        await service.stop();
        await eventually(() => statuses[name]!.has(503));
        await after(200);
        await service.start();
        statuses[name]!.clear();
        await eventually(() => statuses[name]!.has(200), { what: `${name} answering again` });
      } finally {
        running = false;
        await Promise.all(load);
      }
      const others = Object.entries(statuses).filter(([each]) => each !== name);
      expect(others.map(([each, seen]) => [each, [...seen]])).toEqual(others.map(([each]) => [each, [200]]));
    },
  );
});

describe('a service that does not answer', () => {
  const slowCalls = testCalls.map((call) => (call.id === 'catalog.search' ? { ...call, timeoutMs: 3_000 } : call));

  it('takes no more than its own places, lets others through at once, and refuses what does not fit', async () => {
    harness = await startGatewayHarness('slow', {
      calls: slowCalls,
      settings: { SERVICE_CONCURRENCY: '20', SERVICE_WAITING: '30' },
    });
    let concurrent = 0;
    let maxConcurrent = 0;
    harness.catalog.answer = (_request, response) => {
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      response.on('close', () => concurrent--);
    };
    const calls = await reads();
    const slow = Array.from({ length: 200 }, () => calls['catalog']!());
    await eventually(() => harness.catalog.calls.length === 20);
    // While catalog's bulkhead is full, the others answer.
    for (const other of ['identity', 'cart-order', 'payment', 'content']) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => calls[other]!()));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    }
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    // 150 were rejected by the bulkhead. The first 20 timed out and opened the circuit for the 30 in the queue.
    expect(new Set(statuses)).toEqual(new Set([503, 504]));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(150);
    expect(statuses.filter((status) => status === 504).length).toBeGreaterThanOrEqual(20);
    expect(maxConcurrent).toBe(20);
  });

  it('is left alone after some time-outs, and asked by one call whether it is back', async () => {
    harness = await startGatewayHarness('circuit', { settings: { CIRCUIT_FAILURES: '3', CIRCUIT_PAUSE: '1h' } });
    harness.catalog.answer = () => {};
    const catalog = () => fetch(`${harness.gateway.url}/api/v1/search/impatient`);
    const timedOut = await Promise.all([catalog(), catalog(), catalog()]);
    expect(timedOut.map(({ status }) => status)).toEqual([504, 504, 504]);
    const refused = await catalog();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3600']);
    expect(harness.catalog.calls).toHaveLength(3);
    const metrics = await (await fetch(`${harness.gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/^gateway_circuit_open\{upstream="catalog"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^gateway_circuit_open\{upstream="content"[^}]*\} 0$/m);

    harness.catalog.answer = json({ ok: true });
    const hourLater = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const back = await catalog();
    hourLater.mockRestore();
    expect(back.status).toBe(200);
    expect(harness.catalog.calls).toHaveLength(4);
  });

  it('does not count a client that went away, or a body that was too large, as its own failure', async () => {
    harness = await startGatewayHarness('not-its-fault', {
      settings: { CIRCUIT_FAILURES: '1', BODY_LIMIT_BYTES: '1000' },
    });
    const { catalog, content } = await reads();
    harness.catalog.answer = () => {};
    const client = new AbortController();
    const gone = fetch(`${harness.gateway.url}/api/v1/search?q=x`, { signal: client.signal });
    await eventually(() => harness.catalog.calls.length === 1);
    client.abort();
    await expect(gone).rejects.toThrow('aborted');
    harness.catalog.answer = json({ ok: true });
    expect((await catalog!()).status).toBe(200);

    let broken = false;
    harness.content.answer = (request) => request.on('error', () => (broken = true)).resume();
    const breaksOff = http.request(`${harness.gateway.url}/api/v1/contact`, {
      method: 'POST',
      headers: { origin: SHOP, 'content-type': 'application/json', 'content-length': '500' },
    });
    breaksOff.on('error', () => {}).write('{');
    await eventually(() => harness.content.calls.length === 1);
    breaksOff.destroy();
    await eventually(() => broken, { what: 'the end of the request to the service' });
    harness.content.answer = json({ ok: true });
    expect((await content!()).status).toBe(200);

    harness.content.answer = (request, response) => request.resume().on('end', () => json({})(request, response));
    const tooLong = await fetch(`${harness.gateway.url}/api/v1/contact`, {
      method: 'POST',
      headers: { origin: SHOP, 'content-type': 'application/json' },
      body: ReadableStream.from([new Uint8Array(600), new Uint8Array(600)]),
      duplex: 'half',
    } as RequestInit);
    expect(tooLong.status).toBe(413);
    expect((await content!()).status).toBe(200);
  });

  it('gets every place back, however a call ends', async () => {
    harness = await startGatewayHarness('places', {
      settings: { SERVICE_CONCURRENCY: '1', SERVICE_WAITING: '1', CIRCUIT_FAILURES: '1000' },
    });
    const search = `${harness.gateway.url}/api/v1/search?q=x`;
    const big = 'x'.repeat(5_000_000);
    const endings: Record<string, { answer: StandIn['answer']; ask: () => Promise<unknown> }> = {
      'a HEAD': { answer: json({ big }), ask: () => fetch(search, { method: 'HEAD' }) },
      'no content': { answer: (_request, response) => response.writeHead(204).end(), ask: () => fetch(search) },
      'not modified': {
        answer: (_request, response) => response.writeHead(304, { etag: '"1"' }).end(),
        ask: () => fetch(search),
      },
      'an error': { answer: json({}, {}, 500), ask: () => fetch(search) },
      'a time-out': { answer: () => {}, ask: () => fetch(`${harness.gateway.url}/api/v1/search/impatient`) },
      'a connection that breaks': {
        answer: (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/csv' });
          response.write('a', () => setImmediate(() => response.destroy()));
        },
        ask: () =>
          fetch(search)
            .then((answer) => answer.text())
            .catch(() => {}),
      },
      'a client that goes away while it reads': {
        answer: json({ big }),
        ask: () =>
          new Promise<void>((resolve, reject) => {
            const request = http.get(search, { agent: false }, () => {
              request.destroy();
              resolve();
            });
            request.once('error', reject);
          }),
      },
    };
    for (const [name, { answer, ask }] of Object.entries(endings)) {
      for (let times = 0; times < 3; times++) {
        harness.catalog.answer = answer;
        await ask();
        harness.catalog.answer = json({ ok: true });
        await eventually(async () => (await fetch(search)).status === 200, {
          what: `a place after ${name}`,
        });
      }
    }
  });
});
