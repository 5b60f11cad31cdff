import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { readConfig } from '../../infra/config.ts';
import { readRegistry } from '../../infra/deploy/registry.ts';
import { portsFrom } from '../../infra/ports.ts';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { shell } from '../../infra/run/parts.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { runningShop } from '../../infra/run/state.ts';

export const description =
  'What home, listing and product page cost before the first interaction, on a phone (Lighthouse) and on the server';

const MAX_JS_KB = 160;
const MAX_SCRIPTS = 8;
const MAX_LCP_RATIO = 1.15;
const MAX_TBT_MS = 100;
const MAX_CLS = 0.02;
const MIN_PAGES_A_SECOND = 400;
const MAX_RESIDENT_MB = 320;

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
const DEBUGGING_PORT_OFFSET = 90;
const SERVER_PORT_OFFSET = 91;
const NO_INFRASTRUCTURE = { mongodb: '', rabbitmq: '', redis: '' };

/**
 * Needs a running shop. `--runs 3` Lighthouse runs per page (their median counts), `--seconds 8` of load on the server,
 * `--skip-lighthouse`. Answers whether all targets were met.
 */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      'skip-lighthouse': { type: 'boolean', default: false },
    },
  });
  const shop = runningShop();
  if (!shop) throw new Error('No shop runs: npm start -- --detach');
  const ports = portsFrom(shop.portBase);
  const pages = { home: '/', listing: '/product/ring', product: await aProduct(shop.url) };

  const met: boolean[] = [];
  const say = (text: string, isMet: boolean) => {
    met.push(isMet);
    console.log(`${isMet ? ' ' : '!'} ${text}`);
  };
  for (const [name, href] of Object.entries(pages)) {
    const { scripts, bytes } = await beforeInteraction(shop.url + href);
    const kb = bytes / 1024;
    say(
      `${name}: ${kb.toFixed(1)} KB of JavaScript gzipped in ${scripts} files (at most ${MAX_JS_KB} KB, ${MAX_SCRIPTS})`,
      kb <= MAX_JS_KB && scripts <= MAX_SCRIPTS,
    );
  }
  if (!values['skip-lighthouse']) {
    for (const [name, href] of Object.entries(pages)) {
      const measured = await onPhone(shop.url + href, Number(values.runs), ports.scratch + DEBUGGING_PORT_OFFSET);
      const ratio = measured.lcp / measured.lcpWithoutScripts;
      say(
        `${name} on a phone: LCP ${measured.lcp.toFixed(0)} ms, ${ratio.toFixed(2)} times that without scripts (at most ${MAX_LCP_RATIO}); ` +
          `TBT ${measured.tbt.toFixed(0)} ms (${MAX_TBT_MS}), CLS ${measured.cls.toFixed(3)} (${MAX_CLS})`,
        ratio <= MAX_LCP_RATIO && measured.tbt <= MAX_TBT_MS && measured.cls <= MAX_CLS,
      );
      const scores = Object.entries(measured.scores).map(([category, score]) => `${category} ${score}`);
      console.log(
        `    Lighthouse: ${scores.join(', ')}${measured.short.map((audit) => `\n      short: ${audit}`).join('')}`,
      );
    }
  }
  const server = await rendering(pages.listing, Number(values.seconds), shop.portBase);
  say(
    `${server.pagesASecond.toFixed(0)} listing pages rendered a second with cached data (at least ${MIN_PAGES_A_SECOND}), ` +
      `${server.cpuMsAPage.toFixed(1)} ms of a processor each`,
    server.pagesASecond >= MIN_PAGES_A_SECOND,
  );
  say(
    `${server.residentMb.toFixed(0)} MB resident with two renderers after it (at most ${MAX_RESIDENT_MB})`,
    server.residentMb <= MAX_RESIDENT_MB,
  );
  return met.every(Boolean);
}

async function aProduct(shop: string): Promise<string> {
  const response = await fetch(`${shop}/api/v1/products?limit=1`);
  const { products } = (await response.json()) as { products: { productGroup: string }[] };
  if (!products[0]) throw new Error('The shop has no products: start it with its demo data');
  return `/product/group/${products[0].productGroup}`;
}

/** Scripts that a page fetches by itself, as they go over the wire. */
async function beforeInteraction(url: string): Promise<{ scripts: number; bytes: number }> {
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: ARGUMENTS });
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Scripts come after load, one behind the other.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /remoteEntry/.test(name)),
    );
    await page.waitForLoadState('networkidle');
    await wait(1000);
    const all = await Promise.all(sizes);
    return { scripts: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
  } finally {
    await browser.close();
  }
}

interface OnPhone {
  lcp: number;
  lcpWithoutScripts: number;
  tbt: number;
  cls: number;
  /** Of 100. */
  scores: Record<string, number>;
  short: string[];
}

/** Medians of `runs` runs on Lighthouse's mobile profile, in turns with the same page without scripts. */
async function onPhone(url: string, runs: number, port: number): Promise<OnPhone> {
  const all: { lcp: number; tbt: number; cls: number; scores: Record<string, number>; short: string[] }[] = [];
  const without: number[] = [];
  for (let i = 0; i < runs; i++) {
    all.push(await oneRun(url, port, []));
    without.push((await oneRun(url, port, ['*.js'])).lcp);
  }
  const middle = (of: (one: (typeof all)[number]) => number) => median(all.map(of));
  const last = all.at(-1)!;
  return {
    lcp: middle(({ lcp }) => lcp),
    lcpWithoutScripts: median(without),
    tbt: middle(({ tbt }) => tbt),
    cls: middle(({ cls }) => cls),
    scores: Object.fromEntries(Object.keys(last.scores).map((name) => [name, middle(({ scores }) => scores[name]!)])),
    short: last.short,
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function oneRun(url: string, port: number, blockedUrlPatterns: string[]) {
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: [...ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json', blockedUrlPatterns });
    if (!result) throw new Error(`Lighthouse did not come to an end on ${url}`);
    const { audits, categories } = result.lhr;
    const value = (id: string) => audits[id]?.numericValue ?? NaN;
    const short = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]!.title} (${id})`),
    );
    return {
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
      short,
    };
  } finally {
    await browser.close();
  }
}

/** A shell server of its own on the deployed files, without its page cache: every request is a rendering. */
async function rendering(href: string, seconds: number, portBase: number) {
  const config = readConfig();
  const ports = portsFrom(portBase);
  const port = ports.scratch + SERVER_PORT_OFFSET;
  const { shell: release } = readRegistry();
  if (!release) throw new Error('No shell is deployed');
  // As it runs in the shop, but for its port, its caches, and the events that would empty them.
  const { command, args, env } = shell(
    { config, ports, infrastructure: NO_INFRASTRUCTURE, secrets: provideSecrets(config) },
    { version: release.version, port: 'shell', reload: false },
  );
  const { RABBITMQ_URL: _, ...rest } = env;
  const server = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...rest, PORT: String(port), LOG_LEVEL: 'error', DATA_FRESH_MS: '600000', PAGE_CACHE_MB: '0' },
  });
  try {
    await untilReady(port, server);
    await load(port, href, 2);
    const before = cpuMsOf(server.pid!);
    const pages = await load(port, href, seconds);
    const cpuMsAPage = (cpuMsOf(server.pid!) - before) / pages;
    const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return { pagesASecond: pages / seconds, cpuMsAPage, residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024 };
  } finally {
    server.kill();
  }
}

/** What it has worked so far, in all of its threads: on a busy machine it says more than what came out. */
function cpuMsOf(pid: number): number {
  const [user, system] = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  const TICK_MS = 10;
  return (Number(user) + Number(system)) * TICK_MS;
}

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('The server for the measurement ended');
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(50);
  }
  throw new Error('The server for the measurement did not become ready');
}

/** Pages answered in `seconds` to 8 at a time, each under an address of its own. Throws when one is not whole. */
async function load(port: number, href: string, seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const end = Date.now() + seconds * 1000;
  let count = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get({ agent, host: '127.0.0.1', port, path: `${href}?n=${++count}` }, (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => (bytes += chunk.length));
          response.on('end', () =>
            response.statusCode === 200 && bytes > 10_000
              ? resolve()
              : reject(new Error(`${href} answered ${response.statusCode} with ${bytes} bytes`)),
          );
        })
        .on('error', reject);
    });
  const worker = async () => {
    while (Date.now() < end) await one();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  agent.destroy();
  return count;
}
