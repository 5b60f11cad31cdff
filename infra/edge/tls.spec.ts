import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import path from 'node:path';
import tls from 'node:tls';
import { temporaryFolder } from '../run/test-program.ts';
import { refuseBadCertificate } from './edge.ts';
import { portsFrom } from '../ports.ts';
import { nginxConf } from './nginx.conf.ts';
import { writeOwnCertificate } from './own-certificate.ts';
import { startEdge, type TestEdge } from './test-edge.ts';

// Certificates of these tests are signed by themselves; fingerprints are compared instead.
const UNVERIFIED = { rejectUnauthorized: false };

describe('an edge with a certificate', () => {
  const folder = temporaryFolder();
  const files = { certificate: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  const challenges = path.join(folder, 'challenges');
  let edge: TestEdge;
  let shop = '';
  beforeAll(async () => {
    edge = await startEdge({ tls: files, challenges, trustedProxies: ['10.0.0.0/8', '2001:db8::/32'] });
    shop = `https://127.0.0.1:${edge.ports.edge}`;
  });
  afterAll(() => edge.stop());

  const connect = async (options: tls.ConnectionOptions = {}) => {
    const socket = tls.connect({ port: edge.ports.edge, host: '127.0.0.1', ...UNVERIFIED, ...options });
    await once(socket, 'secureConnect');
    return socket;
  };
  const fingerprint = async () => {
    const socket = await connect();
    const { fingerprint: found } = socket.getPeerX509Certificate()!;
    socket.destroy();
    return found;
  };
  const plain = async (target: string, port = edge.ports.edgePlain) => {
    const [answer] = (await once(http.get({ port, host: '127.0.0.1', path: target, agent: false }), 'response')) as [
      http.IncomingMessage,
    ];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    return { status: answer.statusCode, location: answer.headers.location, text };
  };

  it('runs before there is one, and proves to who signs it that the name is its own', async () => {
    await expect(connect()).rejects.toThrow(/alert|ECONNRESET|disconnected/);
    const challenge = path.join(challenges, '.well-known/acme-challenge');
    fs.mkdirSync(challenge, { recursive: true });
    fs.writeFileSync(path.join(challenge, 'token'), 'token.thumbprint');
    expect(await plain('/.well-known/acme-challenge/token')).toMatchObject({ status: 200, text: 'token.thumbprint' });
    expect(await plain('/.well-known/acme-challenge/other')).toMatchObject({ status: 404 });
    expect(await plain('/.well-known/acme-challenge/../../fullchain.pem')).not.toMatchObject({ status: 200 });
  });

  it('takes it up when it is written, and each that replaces it, without being told', async () => {
    const first = await writeOwnCertificate(files);
    expect(await fingerprint()).toBe(first);
    const second = await writeOwnCertificate(files);
    expect(second).not.toBe(first);
    expect(await fingerprint()).toBe(second);
  });

  it('speaks HTTP/2 with who knows it, and HTTP/1.1 with who does not', async () => {
    const session = http2.connect(shop, UNVERIFIED);
    const stream = session.request({ ':path': '/api/v1/me' });
    const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    const heard = JSON.parse((await stream.setEncoding('utf8').toArray()).join('')) as Record<string, string>;
    expect([answer[':status'], heard['x-forwarded-proto'], heard['x-forwarded-for']]).toEqual([
      200,
      'https',
      '127.0.0.1',
    ]);
    session.close();
    const old = await connect({ ALPNProtocols: ['http/1.1'] });
    expect(old.alpnProtocol).toBe('http/1.1');
    old.destroy();
  });

  it('refuses a host that is not the shop', async () => {
    const session = http2.connect(shop, UNVERIFIED);
    const stream = session.request({ ':path': '/', ':authority': 'evil.example' });
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 421 });
    session.close();
  });

  it('sends who asks without TLS to the same page with it', async () => {
    const target = '/product/ring?sort_by=featured';
    const moved = { status: 308, location: `https://localhost:${edge.ports.edge}${target}` };
    expect(await plain(target)).toMatchObject(moved);
    expect(await plain(target, edge.ports.edge)).toMatchObject({
      ...moved,
      location: `https://127.0.0.1:${edge.ports.edge}${target}`,
    });
  });
});

describe('a certificate', () => {
  const folder = temporaryFolder();
  const files = { certificate: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
  const foreign = { certificate: path.join(folder, 'other.pem'), key: path.join(folder, 'other-key.pem') };
  beforeAll(async () => {
    await writeOwnCertificate(files);
    await writeOwnCertificate(foreign);
  });

  it('is taken with its key', () => {
    expect(() => refuseBadCertificate(files)).not.toThrow();
  });

  it.each([
    ['a certificate that is not there', { certificate: path.join(folder, 'none.pem') }, /^TLS_CERTIFICATE: .*ENOENT/],
    ['a certificate that is none', { certificate: import.meta.filename }, /^TLS_CERTIFICATE: .* cannot be used/],
    ['a key that is none', { key: import.meta.filename }, /^TLS_KEY: .* cannot be used/],
    ['a key of another certificate', { key: foreign.key }, /^TLS_KEY: .* is not the key of the certificate/],
  ])('is refused by the name of its variable: %s', (_what, changed, message) => {
    expect(() => refuseBadCertificate({ ...files, ...changed })).toThrow(message);
  });
});

it('lets one worker hold the event streams that the gateway allows, each with two connections', async () => {
  const { gatewayVariables } = (await import('../../gateway/src/config.ts' as string)) as {
    gatewayVariables: { TABS_LIMIT: { parse(value: undefined): number } };
  };
  const conf = nginxConf({
    ports: portsFrom(4400),
    listen: ['127.0.0.1'],
    hosts: [],
    remotes: [],
    folder: '/',
    brotliModules: [],
  });
  const [, connections] = /worker_connections (\d+);/.exec(conf)!;
  const [, files] = /worker_rlimit_nofile (\d+);/.exec(conf)!;
  expect(Number(connections)).toBeGreaterThan(2 * gatewayVariables.TABS_LIMIT.parse(undefined));
  expect(Number(files)).toBeGreaterThan(Number(connections));
});
