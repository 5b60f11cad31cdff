import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import http from 'node:http';
import zlib from 'node:zlib';
import { type GatewayHarness, startGatewayHarness } from '../../test/gateway-harness.ts';
import { json } from '../../test/stand-in.ts';
import { PageCache } from './page-cache.ts';

let harness: GatewayHarness;
let api: string;
let cache: PageCache;

beforeAll(async () => {
  harness = await startGatewayHarness('cache');
  api = `${harness.gateway.url}/api/v1`;
  cache = harness.gateway.app.get(PageCache);
});
afterAll(() => harness.stop());
beforeEach(() => {
  cache.dropAll();
  harness.catalog.calls.length = 0;
  harness.catalog.answer = json({ products: ['ring'] });
});

describe('answers for everybody', () => {
  it('make one call to the service, however often they are asked for', async () => {
    for (let times = 0; times < 5; times++)
      expect(await (await fetch(`${api}/products`)).json()).toEqual({ products: ['ring'] });
    expect(harness.catalog.calls).toEqual(['GET /api/v1/products']);
  });

  it('make one call for 1,000 clients that ask for one cold page together', async () => {
    let answerNow = () => {};
    harness.catalog.answer = (request, response) => (answerNow = () => json({ products: ['ring'] })(request, response));
    const agent = new http.Agent({ maxSockets: 1_000 });
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        http
          .get(`${api}/products`, { agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
          .on('error', reject);
      });
    const clients = Array.from({ length: 1_000 }, ask);
    await eventually(() => harness.catalog.calls.length === 1 && Object.keys(agent.sockets).length > 0);
    // All are connected before the service answers.
    await eventually(
      () =>
        new Promise<boolean>((resolve, reject) => {
          (harness.gateway.app.getHttpServer() as http.Server).getConnections((error, count) =>
            error ? reject(error) : resolve(count >= 1_000),
          );
        }),
      { what: '1,000 open connections' },
    );
    answerNow();
    const statuses = await Promise.all(clients);
    agent.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1_000);
    expect(harness.catalog.calls).toEqual(['GET /api/v1/products']);
  });

  it('differ by the declared query alone, in whatever order it comes', async () => {
    await fetch(`${api}/products?page=2&sort_by=featured`);
    await fetch(`${api}/products?sort_by=featured&page=2&utm_source=mail`);
    await fetch(`${api}/products?page=3`);
    expect(harness.catalog.calls).toEqual([
      'GET /api/v1/products?page=2&sort_by=featured',
      'GET /api/v1/products?page=3',
    ]);
  });

  it('hold nothing of the visitor who happened to ask first', async () => {
    const cookie = await harness.identity.signIn('asha');
    harness.catalog.answer = (request, response) =>
      json({ cookie: request.headers.cookie ?? null }, { 'set-cookie': 'track=1' })(request, response);
    const answer = await fetch(`${api}/products`, { headers: { cookie, 'x-forwarded-for': '203.0.113.9' } });
    expect(await answer.json()).toEqual({ cookie: null });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(harness.catalog.requests.at(-1)!.headers['x-forwarded-for']).toBeUndefined();
  });

  it('come with an ETag, and as 304 to who has it', async () => {
    const first = await fetch(`${api}/products`);
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const second = await fetch(`${api}/products`, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
    cache.dropAll();
    harness.catalog.answer = json({ products: ['bangle'] });
    expect((await fetch(`${api}/products`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('are compressed as the client likes best, and each form once', async () => {
    const text = { text: 'ring '.repeat(2_000) };
    harness.catalog.answer = json(text);
    const get = (acceptEncoding: string) =>
      new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        http
          .get(`${api}/products`, { headers: { 'accept-encoding': acceptEncoding } }, (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () =>
              resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }),
            );
          })
          .on('error', reject);
      });
    const br = await get('gzip, deflate, br');
    expect(br.encoding).toBe('br');
    expect(JSON.parse(zlib.brotliDecompressSync(br.body).toString())).toEqual(text);
    const gzip = await get('gzip, br;q=0');
    expect(gzip.encoding).toBe('gzip');
    expect(JSON.parse(zlib.gunzipSync(gzip.body).toString())).toEqual(text);
    const identity = await get('identity');
    expect(identity.encoding).toBeUndefined();
    expect(JSON.parse(identity.body.toString())).toEqual(text);
  });

  it('are not kept when they are errors, or when the service says so', async () => {
    harness.catalog.answer = json({ code: 'product.not-found' }, {}, 404);
    await fetch(`${api}/product/1`);
    await fetch(`${api}/product/1`);
    harness.catalog.answer = json({ ok: true }, { 'cache-control': 'no-store' });
    await fetch(`${api}/product/1`);
    await fetch(`${api}/product/1`);
    expect(harness.catalog.calls).toHaveLength(4);
  });

  it('are served while the service is down', async () => {
    await fetch(`${api}/products`);
    await harness.catalog.stop();
    try {
      expect((await fetch(`${api}/products`)).status).toBe(200);
      expect((await fetch(`${api}/products?page=9`)).status).toBe(503);
    } finally {
      await harness.catalog.start();
    }
  });
});
