import fs from 'node:fs';
import path from 'node:path';
import { execa, type Subprocess } from 'execa';
import { machineEnvironment, readConfig, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { portsFrom, TEST_OFFSET } from '../../infra/ports.ts';
import { provideK6 } from './k6.ts';
import { provideNginx } from '../../infra/provision/nginx.ts';
import { buildProjects } from '../prove/own-shop.ts';
import { type TestAddresses, up } from '../test/infra.ts';

export const description =
  'Throughput of a cached public read through edge and gateway, compared to a bare Fastify route, and latency that the gateway adds to an uncached read';

/** Load per side and round; the sides alternate, so that both run under the same background load. */
const SECONDS = 3;
const ROUNDS = 3;
const USERS = 8;

/** Minimum share of the throughput of a bare Fastify route behind the same nginx. */
const MIN_CACHED_RATIO = 0.4;
/** Maximum added to the median of an uncached read. */
const MAX_ADDED_MS = 1.5;

interface Load {
  perSecond: number;
  medianMs: number;
  failed: number;
}

/** @returns whether both targets were met. */
export async function run(_args: readonly string[] = []): Promise<boolean> {
  const folder = path.join(RUN_FOLDER, 'bench/gateway');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const { scratch } = portsFrom(readConfig().SHOP_PORT_BASE + TEST_OFFSET);
  const ports = { service: scratch + 80, gateway: scratch + 81, bare: scratch + 82, shop: scratch + 83 };

  await buildProjects(['@shop/gateway']);
  const infra = await up();
  const nginx = await provideNginx();
  const started: Subprocess[] = [];
  try {
    started.push(startService(ports.service), startGateway(infra, ports), startEdge(nginx, folder, ports));
    const listing = {
      bare: `http://127.0.0.1:${ports.bare}/api/v1/products`,
      shop: `http://127.0.0.1:${ports.shop}/api/v1/products`,
    };
    const guest = {
      bare: `http://127.0.0.1:${ports.bare}/api/v1/me`,
      shop: `http://127.0.0.1:${ports.shop}/api/v1/me`,
    };
    await Promise.all([...Object.values(listing), ...Object.values(guest)].map(untilServing));
    await verifySameBytes(listing);

    const cached = await compare(folder, listing, USERS);
    const uncached = await compare(folder, guest, 1);
    const ratio = cached.shop.perSecond / cached.bare.perSecond;
    const addedMs = uncached.shop.medianMs - uncached.bare.medianMs;
    console.log(
      [
        `cached read, ${USERS} users: ${cached.shop.perSecond.toFixed(0)} per second through the gateway, ` +
          `${cached.bare.perSecond.toFixed(0)} from a bare Fastify route behind the same nginx: ` +
          `${(ratio * 100).toFixed(0)} % (at least ${MIN_CACHED_RATIO * 100} %)`,
        `uncached read, 1 user: median ${uncached.shop.medianMs.toFixed(2)} ms through the gateway, ` +
          `${uncached.bare.medianMs.toFixed(2)} ms without: ${addedMs.toFixed(2)} ms added (at most ${MAX_ADDED_MS} ms)`,
      ].join('\n'),
    );
    const failed = [cached.bare, cached.shop, uncached.bare, uncached.shop].reduce((sum, load) => sum + load.failed, 0);
    if (failed > 0) console.log(`${failed} requests failed`);
    return ratio >= MIN_CACHED_RATIO && addedMs <= MAX_ADDED_MS && failed === 0;
  } finally {
    for (const program of started) program.kill('SIGTERM');
    await Promise.allSettled(started);
  }
}

const startService = (port: number): Subprocess =>
  execa(process.execPath, [path.join(ROOT, 'gateway/bench/stand-in.ts'), String(port)], {
    reject: false,
    stdio: 'inherit',
  });

function startGateway(infra: TestAddresses, ports: { service: number; gateway: number }): Subprocess {
  const service = `http://127.0.0.1:${ports.service}`;
  return execa(
    process.execPath,
    ['--max-semi-space-size=16', '--enable-source-maps', path.join(ROOT, 'gateway/dist/main.js')],
    {
      reject: false,
      stdio: ['ignore', 'ignore', 'inherit'],
      extendEnv: false,
      env: {
        ...machineEnvironment(),
        PORT: String(ports.gateway),
        LOG_LEVEL: 'info',
        REDIS_URL: infra.TEST_REDIS_URL,
        RABBITMQ_URL: infra.TEST_RABBITMQ_URL,
        REDIS_PREFIX: 'bench:',
        EVENTS_PREFIX: 'bench.',
        CATALOG_URL: service,
        IDENTITY_URL: service,
        CART_ORDER_URL: service,
        PAYMENT_URL: service,
        CONTENT_URL: service,
        SHOP_URL: 'http://127.0.0.1',
        SERVICE_TOKEN: 'not-a-secret-here',
        // Rate limits stay on, but all the load comes from one address.
        LIMIT_PER_ADDRESS: '100000000',
      },
    },
  );
}

/** nginx with the edge's own proxy settings, in front of the gateway and of the bare route. */
function startEdge(
  nginx: string,
  folder: string,
  ports: Record<'service' | 'gateway' | 'bare' | 'shop', number>,
): Subprocess {
  const side = (name: string, listen: number, target: number) => `
  upstream ${name} { server 127.0.0.1:${target}; keepalive 64; keepalive_requests 10000; }
  server { listen 127.0.0.1:${listen}; location / { proxy_pass http://${name}; } }`;
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(
    file,
    `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000;
  client_body_temp_path ${folder}/tmp/body;
  proxy_temp_path ${folder}/tmp/proxy;
  fastcgi_temp_path ${folder}/tmp/fastcgi;
  uwsgi_temp_path ${folder}/tmp/uwsgi;
  scgi_temp_path ${folder}/tmp/scgi;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Request-Id $request_id;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_buffers 16 16k;
  proxy_buffer_size 16k;
${side('bare', ports.bare, ports.service)}
${side('shop', ports.shop, ports.gateway)}
}
`,
  );
  return execa(nginx, ['-c', file, '-p', folder, '-e', 'stderr'], {
    reject: false,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilServing(url: string): Promise<void> {
  const end = Date.now() + 15_000;
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (Date.now() > end) throw new Error(`${url} is not serving (last: ${status || 'no connection'})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function verifySameBytes({ bare, shop }: { bare: string; shop: string }): Promise<void> {
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const [one, other] = await Promise.all([bare, shop].map(async (url) => (await fetch(url, plain)).text()));
  if (one !== other) throw new Error('The two sides return different bodies');
}

/** Loads both addresses alternately and returns the median round of each. */
async function compare(folder: string, urls: { bare: string; shop: string }, users: number) {
  const rounds: { bare: Load[]; shop: Load[] } = { bare: [], shop: [] };
  // JIT warm-up before the first round.
  await load(folder, urls.shop, users, 2);
  await load(folder, urls.bare, users, 2);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await load(folder, urls.bare, users, SECONDS));
    rounds.shop.push(await load(folder, urls.shop, users, SECONDS));
  }
  return { bare: median(rounds.bare), shop: median(rounds.shop) };
}

const median = (loads: Load[]): Load => loads.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)]!;

async function load(folder: string, url: string, users: number, seconds: number): Promise<Load> {
  const script = path.join(folder, 'load.js');
  fs.writeFileSync(
    script,
    `import http from 'k6/http';
export const options = { vus: ${users}, duration: '${seconds}s', discardResponseBodies: true, noUsageReport: true };
export default function () { http.get('${url}'); }
export function handleSummary({ metrics }) {
  return { stdout: JSON.stringify({
    perSecond: metrics.http_reqs.values.rate,
    medianMs: metrics.http_req_duration.values.med,
    failed: metrics.http_req_failed.values.passes,
  }) };
}
`,
  );
  const k6 = await provideK6();
  const { stdout } = await execa(k6, ['run', '--quiet', '--no-color', script]);
  return JSON.parse(stdout) as Load;
}
