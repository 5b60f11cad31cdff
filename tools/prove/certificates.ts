import { execa } from 'execa';
import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import http2 from 'node:http2';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { eventually, freePort } from '@shop/test-kit';
import { machineEnvironment, ROOT } from '../../infra/config.ts';
import { writeOwnCertificate } from '../../infra/edge/own-certificate.ts';
import { startEdge } from '../../infra/edge/test-edge.ts';
import { findProgram } from '../../infra/provision/find.ts';
import { healthOf } from '../../infra/run/programs.ts';

export const description =
  "The edge's certificate by ACME, as docs/production.md does it: issued and renewed by a local CA under visitors, without a restart (needs pebble and certbot)";

const NAME = 'shop.example';
const VISIT_EVERY_MS = 50;

/** @returns whether the certificate was issued and renewed, and no visitor noticed */
export async function run(): Promise<boolean> {
  const [pebble, certbot] = ['pebble', 'certbot'].map((name) => findProgram(name));
  if (!pebble || !certbot) {
    throw new Error(
      'Needs pebble (`go install github.com/letsencrypt/pebble/v2/cmd/pebble@latest`) and certbot on the PATH',
    );
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-certificates-'));
  const files = {
    certificate: path.join(folder, 'live/fullchain.pem'),
    key: path.join(folder, 'live/privkey.pem'),
  };
  const challenges = path.join(folder, 'challenges');
  fs.mkdirSync(challenges);
  const edge = await startEdge({ tls: files, challenges, hosts: [NAME, '127.0.0.1'] });
  const names = await nameServer();
  const authority = await startAuthority(pebble, folder, { names: names.port, challenges: edge.ports.edgePlain });
  const met: boolean[] = [];
  const tell = (promise: string, isMet: boolean, figures: string) => {
    met.push(isMet);
    console.log(`${isMet ? '✓' : '✗'} ${promise}: ${figures}`);
  };
  const ask = (...args: string[]) =>
    execa(
      certbot,
      [
        ...args,
        ...['--server', authority.directory, '--no-verify-ssl', '--non-interactive'],
        ...['config', 'work', 'logs'].flatMap((kind) => [`--${kind}-dir`, path.join(folder, 'certbot', kind)]),
      ],
      { extendEnv: false, env: { ...machineEnvironment(), EDGE_USER: String(process.getuid!()) } },
    );
  try {
    const before = await certificateAt(edge.ports.edge).catch((error: Error) => error.message);
    tell('without a certificate there is no TLS', typeof before === 'string', String(before).slice(0, 60));
    const hook = `${path.join(ROOT, 'infra/docker/certificate-hook.sh')} ${folder}`;
    await ask(
      ...['certonly', '--webroot', '--webroot-path', challenges, '--domain', NAME],
      ...['--agree-tos', '--register-unsafely-without-email', '--deploy-hook', hook],
    );
    const first = await certificateAt(edge.ports.edge);
    tell('it is issued', first.subjectAltName === `DNS:${NAME}`, `by ${first.issuer}, ${first.serialNumber}`);

    const session = http2.connect(`https://127.0.0.1:${edge.ports.edge}`, {
      servername: NAME,
      rejectUnauthorized: false,
    });
    session.on('error', () => {});
    const visits = new Visits(edge.ports.edge, session);
    await ask('renew', '--force-renewal', '--no-random-sleep-on-renew');
    const second = await certificateAt(edge.ports.edge);
    tell('it is renewed', second.serialNumber !== first.serialNumber, second.serialNumber);
    const { count, failures } = await visits.end();
    const figures = `${failures.length} of ${count} failed ${failures[0] ?? ''}`;
    tell('neither who connects nor who is connected notices', failures.length === 0 && count > 0, figures);
    session.destroy();
    return met.every(Boolean);
  } finally {
    authority.stop();
    names.close();
    await edge.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Visitors who connect one after the other, and one who stays connected. */
class Visits {
  readonly #port: number;
  readonly #session: http2.ClientHttp2Session;
  readonly #failures: string[] = [];
  #count = 0;
  #isOver = false;
  readonly #going: Promise<void>;

  constructor(port: number, session: http2.ClientHttp2Session) {
    this.#port = port;
    this.#session = session;
    this.#going = this.#go();
  }

  async end(): Promise<{ count: number; failures: string[] }> {
    this.#isOver = true;
    await this.#going;
    return { count: this.#count, failures: this.#failures };
  }

  async #go(): Promise<void> {
    while (!this.#isOver) {
      this.#count++;
      try {
        await certificateAt(this.#port);
        const status = await statusOf(this.#session);
        if (status !== 200) this.#failures.push(String(status));
      } catch (error) {
        this.#failures.push((error as Error).message);
      }
      await wait(VISIT_EVERY_MS);
    }
  }
}

async function statusOf(session: http2.ClientHttp2Session): Promise<number> {
  const stream = session.request({ ':path': '/edge/health', ':authority': NAME });
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  stream.close();
  return Number(headers[':status']);
}

/** As a browser gets it. */
async function certificateAt(port: number) {
  const socket = tls.connect({ port, host: '127.0.0.1', servername: NAME, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subjectAltName, issuer, serialNumber } = socket.getPeerX509Certificate()!;
  socket.destroy();
  return { subjectAltName, issuer, serialNumber };
}

/** The local CA. */
async function startAuthority(pebble: string, folder: string, ports: { names: number; challenges: number }) {
  const files = { certificate: path.join(folder, 'pebble.pem'), key: path.join(folder, 'pebble-key.pem') };
  await writeOwnCertificate(files);
  const [listen, management] = [await freePort(), await freePort()];
  const config = path.join(folder, 'pebble.json');
  const settings = {
    listenAddress: `127.0.0.1:${listen}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: files.certificate,
    privateKey: files.key,
    httpPort: ports.challenges,
    tlsPort: 1,
  };
  fs.writeFileSync(config, JSON.stringify({ pebble: settings }));
  const child = spawn(pebble, ['-config', config, '-dnsserver', `127.0.0.1:${ports.names}`, '-strict'], {
    env: { ...machineEnvironment(), PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: 'ignore',
  });
  const directory = `https://127.0.0.1:${listen}/dir`;
  await eventually(async () => (await healthOf(directory)) === undefined, { what: 'pebble' });
  return { directory, stop: () => void child.kill() };
}

/** Answers that every name is this machine's. */
async function nameServer(): Promise<{ port: number; close(): void }> {
  const socket = dgram.createSocket('udp4');
  const A = 1;
  socket.on('message', (query, { port, address }) => {
    // The question ends with the name's last label, a type and a class.
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const isAddress = query.readUInt16BE(end - 4) === A;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(isAddress ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    // The name by a pointer to the question, type, class, 60 s, four bytes.
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([head, question, ...(isAddress ? [answer] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
