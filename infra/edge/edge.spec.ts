import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@shop/test-kit';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { portsFrom, type Ports } from '../ports.ts';
import { provideNginx } from '../provision/nginx.ts';
import { temporaryFolder } from '../run/test-program.ts';
import { ownEdgeArguments } from './own-edge.ts';

/** A request as its upstream echoes it. */
interface EchoedRequest {
  by: string;
  url: string;
  headers: Record<string, string>;
}

/** The real nginx with the generated configuration, in front of servers that echo requests. */
describe('the edge', () => {
  const folder = temporaryFolder();
  const upstreams: http.Server[] = [];
  /** Requests whose connection broke before an answer. */
  const lost: string[] = [];
  let ports: Ports;
  let nginx: ChildProcess;
  /** nginx's log. */
  let errors = '';
  let shop: string;
  let remote: string;

  beforeAll(async () => {
    ports = { ...portsFrom(4400), edge: await freePort(), remoteCheckout: await freePort() };
    ports.gateway = await echo('gateway');
    ports.shell = await echo('shell');
    shop = `http://127.0.0.1:${ports.edge}`;
    remote = `http://127.0.0.1:${ports.remoteCheckout}`;
    const args = ownEdgeArguments({
      ports,
      folder,
      hosts: ['127.0.0.1', 'shop.example'],
      remotes: [{ folder: 'mfe-checkout', port: 'remoteCheckout' }],
    });
    nginx = spawn(await provideNginx(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
    nginx.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text));
    await eventually(async () => (await fetch(`${shop}/edge/health`)).ok, { what: 'nginx' });
  });

  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    for (const server of upstreams) server.close();
  });

  it('sends the API to the gateway and all else to the shell', async () => {
    expect((await asked('/api/v1/products?page=2')).by).toBe('gateway');
    expect((await asked('/remotes.json')).by).toBe('shell');
    expect((await asked('/product/ring')).by).toBe('shell');
  });

  it('passes the path on as it was sent', async () => {
    expect((await asked('/api/v1/a%2Fb/%20?q=%26')).url).toBe('/api/v1/a%2Fb/%20?q=%26');
  });

  it('sends a change on once, also when a kept connection breaks under it', async () => {
    for (const method of ['PUT', 'DELETE', 'POST']) {
      // Leaves connections behind that the next request could take.
      for (let times = 0; times < 5; times++) await asked('/api/v1/me');
      lost.length = 0;
      expect((await fetch(`${shop}/api/v1/lost`, { method })).status).toBe(503);
      expect(lost).toEqual([method]);
    }
  });

  it('says who asks, and believes nobody who says it himself', async () => {
    const { headers } = await asked('/api/v1/me', { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' });
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
  });

  it('passes on nothing that only parts of the shop may say', async () => {
    expect((await asked('/api/v1/me', { 'x-service-token': 'guessed' })).headers['x-service-token']).toBeUndefined();
    expect((await asked('/', { 'x-service-token': 'guessed' })).headers['x-service-token']).toBeUndefined();
  });

  it('gives every request an id, and keeps one that looks like an id', async () => {
    expect((await asked('/')).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect((await asked('/', { 'x-request-id': 'order-4711-abcd' })).headers['x-request-id']).toBe('order-4711-abcd');
    expect((await asked('/', { 'x-request-id': 'a b<c>' })).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('asks for a picture once for everybody who reads the same format, and for nobody in particular', async () => {
    const chrome = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8', cookie: 'session=secret' };
    const first = await asked('/api/v1/images/ring.webp?w=480', chrome);
    expect(first.headers).toMatchObject({ accept: 'image/avif', 'x-forwarded-for': '127.0.0.1' });
    expect([first.headers['cookie'], first.headers['accept-encoding'], first.headers['x-service-token']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const again = await asked('/api/v1/images/ring.webp?w=480', { accept: 'image/*,image/avif', cookie: 'other' });
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    const webp = await asked('/api/v1/images/ring.webp?w=480', { accept: 'image/webp' });
    expect([webp.headers['accept'], (await asked('/api/v1/images/ring.webp?w=480')).headers['accept']]).toEqual([
      'image/webp',
      'image/jpeg',
    ]);
    expect((await asked('/api/v1/images/ring.webp?w=640', chrome)).url).toBe('/api/v1/images/ring.webp?w=640');
  });

  it('answers a browser that has the picture with 304, and asks again for one that was not there', async () => {
    const picture = `${shop}/api/v1/images/ring.webp?w=320`;
    const etag = (await fetch(picture)).headers.get('etag')!;
    expect((await fetch(picture, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const missing = () => fetch(`${shop}/api/v1/images/missing.webp`);
    const [before, after] = [await missing(), await missing()];
    expect([before.status, after.status]).toEqual([404, 404]);
    expect(after.headers.get('x-request')).not.toBe(before.headers.get('x-request'));
  });

  it('cuts the parts of a video out of what it asked for once, whoever asks', async () => {
    const part = async (range: string) => {
      const answer = await fetch(`${shop}/api/v1/videos/ring.mp4`, { headers: { range, cookie: 'session=secret' } });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    const whole = await fetch(`${shop}/api/v1/videos/ring.mp4`);
    const said = await whole.text();
    const { headers } = JSON.parse(said) as EchoedRequest;
    expect([headers['cookie'], headers['range']]).toEqual([undefined, undefined]);
    expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${said.length}`, said.slice(0, 2)]);
    expect(await part('bytes=-4')).toEqual([
      206,
      `bytes ${said.length - 4}-${said.length - 1}/${said.length}`,
      said.slice(-4),
    ]);
    expect((await fetch(`${shop}/api/v1/videos/ring.mp4`)).headers.get('x-request')).toBe(headers['x-request-id']);
  });

  it('answers a body that is too large with a problem', async () => {
    const response = await fetch(`${shop}/api/v1/x`, { method: 'POST', body: new Uint8Array(13_000_000) });
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 413, code: 'request.too-large' });
  });

  it('keeps inside what services say to each other, and what is asked of a process by who runs it', async () => {
    for (const path of ['/internal/holds', '/metrics', '/health/ready', '/health/live']) {
      expect((await fetch(shop + path)).status).toBe(404);
    }
  });

  it('refuses a host that is not the shop, on the origins of remotes too, and answers probes by any name', async () => {
    for (const host of ['evil.example', 'shop.example.evil.example', '10.0.0.7']) {
      expect([host, (await answerOf(shop, '/', { host })).status]).toEqual([host, 421]);
    }
    expect((await answerOf(shop, '/api/v1/me', { host: 'evil.example' })).status).toBe(421);
    expect((await answerOf(remote, '/v1/browser/entry.js', { host: 'evil.example' })).status).toBe(421);
    expect((await answerOf(shop, '/edge/health', { host: '10.0.0.7' })).status).toBe(200);
    expect((await answerOf(shop, '/', { host: 'shop.example' })).status).toBe(200);
    expect((await answerOf(shop, '/', { host: 'Shop.Example:8080' })).status).toBe(200);
  });

  it('gives an office all the pages it wants, a machine no more than that, and counts no files', async () => {
    const from = (localAddress: string, path: string) => answerOf(shop, path, {}, localAddress);
    const many = async (count: number, path: string) => {
      const statuses: number[] = [];
      for (let i = 0; i < count; i += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => from('127.0.0.9', path)));
        statuses.push(...answers.map(({ status }) => status));
      }
      return new Set(statuses);
    };
    expect(await many(300, '/product/ring')).toEqual(new Set([200]));
    expect(await many(2_000, '/product/ring')).toContain(429);
    const refused = await eventually(async () => {
      const answer = await from('127.0.0.9', '/product/ring');
      return answer.status === 429 && answer;
    });
    expect(refused.headers).toMatchObject({
      'retry-after': '10',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(refused.body).toContain('<h1>One moment, please</h1>');
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/bundles/shell/1/main.js',
      '/api/v1/products',
      '/edge/health',
    ]) {
      expect([path, (await from('127.0.0.9', path)).status]).toEqual([path, 200]);
    }
    expect((await from('127.0.0.10', '/product/ring')).status).toBe(200);
  });

  it('sends events on as they come', async () => {
    const response = await fetch(`${shop}/api/v1/events`);
    const reader = response.body!.getReader();
    // The echo server holds this answer open after its first line.
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: first\n\n');
    await reader.cancel();
  });

  it('serves what a remote published to every origin, as the shell answers it', async () => {
    const response = await fetch(`${remote}/v1/browser/entry.js`);
    const { by, url, headers } = (await response.json()) as EchoedRequest;
    expect([by, url, headers['cookie']]).toEqual(['shell', '/bundles/mfe-checkout/v1/entry.js', undefined]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('asks for a file of a frontend once, for the origin of its remote and for the shop, and for either encoding', async () => {
    const idOf = async (address: string, encoding: string) => {
      const response = await fetch(address, { headers: { 'accept-encoding': encoding, cookie: 'session=secret' } });
      const { headers } = (await response.json()) as EchoedRequest;
      expect(headers['cookie']).toBeUndefined();
      expect(headers['accept-encoding']).toBe(encoding.includes('gzip') ? 'gzip' : undefined);
      return response.headers.get('x-request');
    };
    const atRemote = `${remote}/v1/browser/once.css`;
    const atShop = `${shop}/bundles/mfe-checkout/v1/once.css`;
    const first = await idOf(atRemote, 'br, gzip');
    expect(await idOf(atShop, 'gzip')).toBe(first);
    const plain = await idOf(atRemote, 'identity');
    expect(plain).not.toBe(first);
    expect(await idOf(atShop, 'br')).toBe(plain);
  });

  it('asks again for a file that was not there', async () => {
    const idOf = async () => {
      const response = await fetch(`${remote}/v1/browser/missing.js`);
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
      return response.headers.get('x-request');
    };
    expect(await idOf()).not.toBe(await idOf());
  });

  it.each([
    '/v1/server/main.mjs',
    '/v1/browser/.hidden',
    '/v1/browser/',
    '/v1/browser/missing.js',
    '/v1/browser/folder/entry.js',
    '/v1/browser/..%2fserver/main.mjs',
    '/',
  ])('shows nothing at %s of a remote, and does not let it be cached', async (file) => {
    const response = await fetch(`${remote}${file}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
  });

  it('tells a person and a program apart when what it asks is down', async () => {
    for (const server of upstreams) {
      server.close();
      server.closeAllConnections();
    }
    const page = await fetch(`${shop}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect([page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual(['5', 'no-store']);
    const [html, style] =
      /^<!doctype html><html lang="en">.*<style>(.*)<\/style>.*<h1>Back in a moment<\/h1>.*<\/html>$/.exec(
        await page.text(),
      )!;
    expect(html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain(
      `style-src 'sha256-${crypto.hash('sha256', style!, 'base64')}'`,
    );
    for (const missing of [`${remote}/v1/browser/new.js`, `${shop}/bundles/shell/1/new.js`]) {
      const { status, headers } = await fetch(missing);
      expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([503, 'no-store', '5']);
    }
    expect((await fetch(`${remote}/v1/browser/once.css`)).status).toBe(200);
    const api = await fetch(`${shop}/api/v1/me`);
    expect([api.status, api.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await api.json()).toMatchObject({ status: 503, code: 'service.unavailable' });
    // Whose address opens something is not in the log.
    const opening = ['/order/link/secret', '/staff/invitation/secret', '/wishlist/shared/secret'];
    const calls = ['order/link', 'auth/invitation', 'alerts/link', 'alerts/unsubscribe', 'wishlist/shared'];
    for (const each of [...opening, ...calls.map((call) => `/api/v1/${call}/secret`)]) {
      expect([each, (await fetch(`${shop}${each}`)).status]).toEqual([each, 503]);
    }
    await fetch(`${shop}/product/last`);
    await eventually(() => errors.includes('GET /product/last'), { what: "nginx's log" });
    expect(errors).not.toContain('secret');
  });

  async function echo(by: string): Promise<number> {
    const server = http.createServer((request, response) => {
      const body = JSON.stringify({ by, url: request.url, headers: request.headers });
      if (request.url === '/api/v1/lost') {
        lost.push(request.method!);
        request.socket.destroy();
        return;
      }
      if (request.url === '/api/v1/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: first\n\n');
        return;
      }
      if (request.url!.startsWith('/bundles/')) {
        const isThere = !request.url!.includes('missing');
        response.writeHead(isThere ? 200 : 404, {
          'x-request': String(request.headers['x-request-id']),
          'content-type': 'text/javascript',
          vary: 'accept-encoding',
          ...(isThere && { 'cache-control': 'public, max-age=31536000, immutable' }),
        });
      }
      if (/^\/api\/v1\/(images|videos)\//.test(request.url ?? '')) {
        const isThere = !request.url!.includes('missing');
        response.writeHead(isThere ? 200 : 404, {
          'x-request': String(request.headers['x-request-id']),
          'content-length': body.length,
          ...(isThere
            ? {
                'cache-control': 'public, max-age=31536000, immutable',
                etag: '"1"',
                ...(request.url!.includes('.mp4') ? { 'accept-ranges': 'bytes' } : { vary: 'accept' }),
              }
            : { 'cache-control': 'no-store' }),
        });
      }
      response.end(body);
    });
    upstreams.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as net.AddressInfo).port;
  }

  /** By Node's client, which sends any host and from any address. */
  function answerOf(base: string, target: string, headers: Record<string, string>, localAddress?: string) {
    return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
      http
        .get(`${base}${target}`, { headers, ...(localAddress && { localAddress }) }, async (response) => {
          const body = (await response.setEncoding('utf8').toArray()).join('');
          resolve({ status: response.statusCode!, headers: response.headers, body });
        })
        .on('error', reject);
    });
  }

  async function asked(target: string, headers: Record<string, string> = {}): Promise<EchoedRequest> {
    const answer = await fetch(`${shop}${target}`, { headers });
    return (await answer.json()) as EchoedRequest;
  }
});
