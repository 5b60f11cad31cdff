import http from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { json } from '../../test/stand-in.ts';

let harness: GatewayHarness;
let api: string;

beforeAll(async () => {
  harness = await startGatewayHarness('api');
  api = `${harness.gateway.url}/api/v1`;
});
afterAll(() => harness.stop());
beforeEach(() => {
  for (const service of [harness.catalog, harness.cartOrder, harness.payment, harness.content]) {
    service.calls.length = 0;
    service.requests.length = 0;
    service.answer = json({ ok: true });
  }
});

const fromShop = { origin: SHOP, 'content-type': 'application/json' };

describe('passing on', () => {
  it('passes a call on to its service with path, query, body and cookies, and its answer back', async () => {
    const cookie = await harness.identity.signIn('asha');
    harness.cartOrder.answer = (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify({ got: body, cookie: request.headers.cookie }));
      });
    };
    const answer = await fetch(`${api}/cart?x=1`, {
      method: 'POST',
      headers: { ...fromShop, cookie },
      body: '{"productId":"p1"}',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ got: '{"productId":"p1"}', cookie });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(harness.cartOrder.calls).toEqual(['POST /api/v1/cart?x=1']);
  });

  it('never lets a header through that only parts of the shop may send', async () => {
    await fetch(`${api}/search?q=x`, {
      headers: {
        'x-service-token': 'guessed',
        'x-user-id': 'admin',
        'x-forwarded-host': 'evil.example',
        authorization: 'Bearer x',
        'x-correlation-id': 'made-up-by-client',
      },
    });
    const { headers } = harness.catalog.requests[0]!;
    expect(headers['x-service-token']).toBeUndefined();
    expect(headers['x-user-id']).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
    expect(headers['x-forwarded-host']).toBe('localhost:4400');
    expect(headers['x-correlation-id']).not.toBe('made-up-by-client');
  });

  it('accepts a request id, passes it on and answers with it; makes one where it is missing or odd', async () => {
    const given = await fetch(`${api}/search?q=x`, { headers: { 'x-request-id': 'abcd-1234-efgh' } });
    expect(given.headers.get('x-request-id')).toBe('abcd-1234-efgh');
    expect(harness.catalog.requests[0]!.headers['x-request-id']).toBe('abcd-1234-efgh');

    const odd = await fetch(`${api}/search?q=x`, { headers: { 'x-request-id': 'x"; drop' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(harness.catalog.requests[1]!.headers['x-request-id']).toBe(odd.headers.get('x-request-id'));
  });

  it('believes X-Forwarded-For from the edge, and of it only the address that the edge saw', async () => {
    await fetch(`${api}/search?q=x`, { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' } });
    expect(harness.catalog.requests[0]!.headers['x-forwarded-for']).toBe('203.0.113.7');
  });

  it('streams an answer while it is being made', async () => {
    let finish = () => {};
    harness.catalog.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('first\n');
      finish = () => response.end('last\n');
    };
    const answer = await fetch(`${api}/search?q=x`, { headers: { 'accept-encoding': 'identity' } });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('first\n');
    finish();
    expect((await reader.read()).value).toBe('last\n');
  });

  it('streams a body into a service that reads it while it comes', async () => {
    const cookie = await harness.identity.signIn('boss', 'admin');
    let bytes = 0;
    harness.catalog.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => json({ bytes })(request, response));
    };
    const parts = async function* () {
      for (const sent of [1_000_000, 2_000_000, 3_000_000]) {
        yield new Uint8Array(1_000_000);
        // The next part leaves the client only when the service has this one.
        await eventually(() => bytes === sent);
      }
    };
    const answer = await fetch(`${api}/admin/product/1`, {
      method: 'PUT',
      headers: { origin: SHOP, cookie, 'content-type': 'multipart/form-data; boundary=x' },
      body: ReadableStream.from(parts()),
      duplex: 'half',
    } as RequestInit);
    expect(await answer.json()).toEqual({ bytes: 3_000_000 });
  });

  it('cuts an answer that breaks off, so that nobody takes it for complete', async () => {
    let breakOff = () => {};
    harness.catalog.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('first\n');
      breakOff = () => response.destroy();
    };
    const answer = await fetch(`${api}/search?q=x`, { headers: { 'accept-encoding': 'identity' } });
    const reader = answer.body!.getReader();
    await reader.read();
    breakOff();
    await expect(reader.read()).rejects.toThrow('terminated');
  });

  it.each(['/search?q=x', '/products'])(
    'answers 503 when the service hangs up before its answer begins (%s)',
    async (path) => {
      harness.catalog.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'content-length': '1000' });
        response.flushHeaders();
        setImmediate(() => response.destroy());
      };
      const answer = await fetch(api + path);
      expect([answer.status, answer.headers.get('etag')]).toEqual([503, null]);
      expect(await answer.json()).toMatchObject({ code: 'service.unavailable' });
      harness.catalog.answer = json({ ok: true });
      expect((await fetch(api + path)).status).toBe(200);
    },
  );

  it('tells a client that uploads why, when the service hangs up in the middle', async () => {
    const cookie = await harness.identity.signIn('boss', 'admin');
    harness.catalog.answer = (request) => request.once('data', () => request.socket.destroy());
    const endless = async function* () {
      for (;;) yield new Uint8Array(10_000);
    };
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const upload = http.request(
        `${api}/admin/product/1`,
        { method: 'PUT', headers: { origin: SHOP, cookie, 'content-type': 'multipart/form-data; boundary=x' } },
        (answer) => resolve({ status: answer.statusCode }),
      );
      upload.once('error', reject);
      Readable.from(endless()).pipe(upload);
    });
    expect(status).toBe(503);
  });

  it('stops asking the service when the client goes away', async () => {
    let gone = false;
    harness.catalog.answer = (_request, response) => response.on('close', () => (gone = !response.writableFinished));
    const client = new AbortController();
    const answer = fetch(`${api}/search?q=x`, { signal: client.signal });
    await eventually(() => harness.catalog.calls.length === 1);
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    await eventually(() => gone, { what: 'the request to the service ending' });
  });

  it('compresses an answer worth it for a client that can read it', async () => {
    harness.catalog.answer = json({ text: 'ring '.repeat(1_000) });
    const answer = await fetch(`${api}/search?q=x`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.json()).toEqual({ text: 'ring '.repeat(1_000) });

    const plain = await fetch(`${api}/search?q=x`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();

    harness.catalog.answer = json({ text: 'ring' });
    expect((await fetch(`${api}/search?q=x`)).headers.get('content-encoding')).toBeNull();
  });

  it('answers a HEAD like its GET, without the body', async () => {
    harness.catalog.answer = json({ text: 'ring '.repeat(1_000) });
    const uncached = await fetch(`${api}/search?q=x`, { method: 'HEAD' });
    expect([uncached.status, await uncached.text()]).toEqual([200, '']);
    const cached = await fetch(`${api}/product/head`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([cached.status, await cached.text(), cached.headers.get('content-length')]).toEqual([200, '', '5011']);
  });

  it('lets nobody keep what was made for one visitor', async () => {
    const cookie = await harness.identity.signIn('asha');
    const answer = await fetch(`${api}/cart`, { headers: { cookie } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('what is not there', () => {
  it('answers a path that no call declares with a 404 problem, without asking a service', async () => {
    for (const path of ['/nothing', '/products/a/b/c/d', '/admin']) {
      const answer = await fetch(api + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ code: 'route.not-found', status: 404 });
    }
    expect(harness.catalog.calls).toEqual([]);
  });

  it('answers another method of a declared path with a 405 that names those that are there', async () => {
    const answer = await fetch(`${api}/cart`, { method: 'PATCH', headers: fromShop });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(await answer.json()).toMatchObject({ code: 'route.method-not-allowed' });
  });

  it('never routes what services say to each other', async () => {
    for (const path of ['/internal/quote', '/api/v1/internal/quote', '/.well-known/jwks.json']) {
      const answer = await fetch(harness.gateway.url + path, { method: 'POST', headers: fromShop, body: '{}' });
      expect(answer.status).toBe(404);
    }
    expect(harness.catalog.calls).toEqual([]);
  });
});

describe('once more', () => {
  const lost = (times: number) => {
    let left = times;
    const answer = json({ ok: true });
    harness.cartOrder.answer = (request, response) => {
      if (left-- > 0) request.socket.destroy();
      else request.resume().on('end', () => answer(request, response));
    };
  };

  it('sends a GET, a call with a key and one marked as repeatable once more when the connection was lost, with its body', async () => {
    const cookie = await harness.identity.signIn('asha');
    lost(1);
    expect((await fetch(`${api}/cart`, { headers: { cookie } })).status).toBe(200);
    expect(harness.cartOrder.calls).toHaveLength(2);

    lost(1);
    const put = { method: 'PUT', headers: { ...fromShop, cookie }, body: '{"quantity":2}' };
    expect((await fetch(`${api}/cart/1`, put)).status).toBe(200);
    expect(harness.cartOrder.calls).toHaveLength(4);

    lost(1);
    const keyed = {
      method: 'POST',
      headers: { ...fromShop, cookie, 'idempotency-key': 'k1' },
      body: '{"productId":"p"}',
    };
    expect((await fetch(`${api}/cart`, keyed)).status).toBe(200);
    expect(harness.cartOrder.calls).toHaveLength(6);
  });

  it.each([
    ['POST', '/cart'],
    ['PUT', '/cart/status'],
    ['DELETE', '/cart/1'],
  ])('never sends %s %s twice, which its contract does not mark as repeatable', async (method, path) => {
    const cookie = await harness.identity.signIn('asha');
    lost(1);
    const body = method === 'DELETE' ? {} : { body: '{"status":"Shipped"}' };
    const answer = await fetch(api + path, { method, headers: { ...fromShop, cookie }, ...body });
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'service.unavailable' }]);
    expect(harness.cartOrder.calls).toHaveLength(1);
  });

  it('tries no third time', async () => {
    const cookie = await harness.identity.signIn('asha');
    lost(2);
    expect((await fetch(`${api}/cart`, { headers: { cookie } })).status).toBe(503);
    expect(harness.cartOrder.calls).toHaveLength(2);
  });
});

describe('time', () => {
  it('answers 504 when a service takes longer than its call may', async () => {
    harness.catalog.answer = () => {};
    const answer = await fetch(`${api}/search/impatient`);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'service.timeout' });
  });
});

describe('security headers', () => {
  it('are on answers, errors and answers from the cache', async () => {
    for (const path of ['/search?q=x', '/nothing', '/product/1', '/product/1']) {
      const { headers } = await fetch(api + path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).not.toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

it('lets a service say what its own pictures may do', async () => {
  harness.catalog.answer = json(
    {},
    { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  );
  for (const path of ['/search?q=x', '/product/picture']) {
    const { headers } = await fetch(api + path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

describe('stopping', () => {
  it('finishes what is under way and takes nothing new', async () => {
    const stopping = await startGatewayHarness('stopping');
    let finish = () => {};
    stopping.catalog.answer = (request, response) => (finish = () => json({ ok: true })(request, response));
    const underWay = fetch(`${stopping.gateway.url}/api/v1/product/1`);
    await eventually(() => stopping.catalog.calls.length === 1);
    const stopped = stopping.gateway.stop();
    await eventually(
      () =>
        new Promise<boolean>((resolve) => {
          http
            .get(stopping.gateway.url, { agent: false }, (answer) => resolve(answer.statusCode === 503))
            .on('error', () => resolve(true));
        }),
    );
    finish();
    expect((await underWay).status).toBe(200);
    await stopped;
    await stopping.stop();
  });
});
