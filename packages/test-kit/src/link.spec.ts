import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { link, type Link } from './link.ts';

let server: http.Server;
let proxied: Link;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    // `/hang` sends the start of an answer and never its end.
    if (request.url === '/hang') response.write('…');
    else response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxied = await link(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await proxied.close();
  server.closeAllConnections();
  server.close();
});

const ask = async (path = '') => (await fetch(proxied.url + path)).text();

describe('a link to a part', () => {
  it('passes everything on', async () => {
    expect(await ask()).toBe('hello');
  });

  it('ends what is under way and refuses what is new when it is cut, and works again when it is restored', async () => {
    const outcome = ask('hang').then(
      () => 'answered',
      () => 'broken',
    );
    await proxied.cut();
    expect(await outcome).toBe('broken');
    await expect(ask()).rejects.toThrow('fetch failed');
    await proxied.restore();
    expect(await ask()).toBe('hello');
  });

  it('lets nothing through while it is silent, and everything afterwards', async () => {
    let answered = false;
    proxied.silence();
    const waiting = ask().then((text) => {
      answered = true;
      return text;
    });
    // The server still answers on a direct connection.
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('hello');
    expect(answered).toBe(false);
    await proxied.restore();
    expect(await waiting).toBe('hello');
  });

  it('keeps the driver of MongoDB on it', async () => {
    const direct = await link('mongodb://127.0.0.1:27017/shop?replicaSet=shop');
    expect(direct.url).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/shop\?directConnection=true$/);
    await direct.close();
  });
});
