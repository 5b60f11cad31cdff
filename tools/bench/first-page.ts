import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { readConfig, STORAGE_URL } from '../../infra/config.ts';
import { openFrontends, readRegistry } from '../../infra/deploy/registry.ts';
import { provideShell } from '../../infra/deploy/shell-files.ts';
import { portsFrom } from '../../infra/ports.ts';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { shell } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { runningShop } from '../../infra/run/state.ts';
import { cpuOf } from './process-stats.ts';

export const description =
  'Cost of home, listing and product page before the first interaction: JavaScript, Lighthouse on a phone profile, server rendering';

const MAX_JS_KB = 160;
const MAX_SCRIPTS = 8;
const MAX_LCP_RATIO = 1.15;
const MAX_TBT_MS = 100;
const MAX_CLS = 0.02;
const MIN_PAGES_PER_SECOND = 400;
const MAX_RESIDENT_MB = 320;

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
const DEBUGGING_PORT_OFFSET = 90;
const SERVER_PORT_OFFSET = 91;
const NO_INFRASTRUCTURE = { mongodb: '', rabbitmq: '', redis: '' };

/**
 * Needs a running shop. `--runs 3` Lighthouse runs per page (the median counts), `--seconds 8` of server load,
 * `--skip-lighthouse`.
 * @returns whether all targets were met.
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
  if (!shop) throw new Error('No shop is running: npm start -- --detach');
  const ports = portsFrom(shop.portBase);
  const pages = { home: '/', listing: '/product/ring', product: await firstProductPath(shop.url) };

  const met: boolean[] = [];
  const report = (text: string, isMet: boolean) => {
    met.push(isMet);
    console.log(`${isMet ? ' ' : '!'} ${text}`);
  };
  for (const [name, href] of Object.entries(pages)) {
    const { scripts, bytes } = await scriptsBeforeInteraction(shop.url + href);
    const kb = bytes / 1024;
    report(
      `${name}: ${kb.toFixed(1)} KB of JavaScript gzipped in ${scripts} files (at most ${MAX_JS_KB} KB, ${MAX_SCRIPTS})`,
      kb <= MAX_JS_KB && scripts <= MAX_SCRIPTS,
    );
  }
  if (!values['skip-lighthouse']) {
    for (const [name, href] of Object.entries(pages)) {
      const measured = await measureOnPhone(
        shop.url + href,
        Number(values.runs),
        ports.scratch + DEBUGGING_PORT_OFFSET,
      );
      const ratio = measured.lcp / measured.lcpWithoutScripts;
      report(
        `${name} on a phone: LCP ${measured.lcp.toFixed(0)} ms, ${ratio.toFixed(2)} times the page without scripts (at most ${MAX_LCP_RATIO}); ` +
          `TBT ${measured.tbt.toFixed(0)} ms (${MAX_TBT_MS}), CLS ${measured.cls.toFixed(3)} (${MAX_CLS})`,
        ratio <= MAX_LCP_RATIO && measured.tbt <= MAX_TBT_MS && measured.cls <= MAX_CLS,
      );
      const scores = Object.entries(measured.scores).map(([category, score]) => `${category} ${score}`);
      console.log(
        `    Lighthouse: ${scores.join(', ')}${measured.failedAudits.map((audit) => `\n      failed: ${audit}`).join('')}`,
      );
    }
  }
  const server = await measureRendering(pages.listing, Number(values.seconds), shop.portBase);
  report(
    `${server.pagesPerSecond.toFixed(0)} listing pages rendered per second with cached data (at least ${MIN_PAGES_PER_SECOND}), ` +
      `${server.cpuMsPerPage.toFixed(1)} ms CPU each`,
    server.pagesPerSecond >= MIN_PAGES_PER_SECOND,
  );
  report(
    `${server.residentMb.toFixed(0)} MB resident afterwards with two renderers (at most ${MAX_RESIDENT_MB})`,
    server.residentMb <= MAX_RESIDENT_MB,
  );
  return met.every(Boolean);
}

async function firstProductPath(shop: string): Promise<string> {
  const response = await fetch(`${shop}/api/v1/products?limit=1`);
  const { products } = (await response.json()) as { products: { productGroup: string }[] };
  if (!products[0]) throw new Error('The shop has no products: start it with its demo data');
  return `/product/group/${products[0].productGroup}`;
}

/** Scripts that a page fetches without interaction, by transfer size. */
async function scriptsBeforeInteraction(url: string): Promise<{ scripts: number; bytes: number }> {
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: ARGUMENTS });
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Scripts load after the load event, one after the other.
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

interface PhoneMetrics {
  lcp: number;
  lcpWithoutScripts: number;
  tbt: number;
  cls: number;
  /** 0 to 100. */
  scores: Record<string, number>;
  failedAudits: string[];
}

/** Medians of `runs` runs on Lighthouse's mobile profile, alternating with the same page without scripts. */
async function measureOnPhone(url: string, runs: number, port: number): Promise<PhoneMetrics> {
  const all: { lcp: number; tbt: number; cls: number; scores: Record<string, number>; failedAudits: string[] }[] = [];
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
    failedAudits: last.failedAudits,
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
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    const { audits, categories } = result.lhr;
    const value = (id: string) => audits[id]?.numericValue ?? NaN;
    const failedAudits = Object.values(categories).flatMap(({ auditRefs }) =>
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
      failedAudits,
    };
  } finally {
    await browser.close();
  }
}

/** A separate shell server on the deployed files, with the page cache off: every request renders. */
async function measureRendering(href: string, seconds: number, portBase: number) {
  const config = readConfig();
  const ports = portsFrom(portBase);
  const port = ports.scratch + SERVER_PORT_OFFSET;
  const { shell: release } = await readRegistry();
  if (!release) throw new Error('No shell is deployed');
  // As in the shop, except for port, caches and the events that invalidate them.
  const { command, args, env } = shell(
    { config, ports, infrastructure: NO_INFRASTRUCTURE, secrets: provideSecrets(config), storage: STORAGE_URL },
    { version: release.version, folder: await provideShell(openFrontends(), release), reload: false },
  );
  const { RABBITMQ_URL: _, ...rest } = env;
  const server = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...rest, PORT: String(port), LOG_LEVEL: 'error', DATA_FRESH_MS: '600000', PAGE_CACHE_MB: '0' },
  });
  try {
    await untilReady(port, server);
    await load(port, href, 2);
    // CPU time says more than throughput on a busy machine.
    const before = cpuOf(server.pid!).ms;
    const pages = await load(port, href, seconds);
    const cpuMsPerPage = (cpuOf(server.pid!).ms - before) / pages;
    const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return {
      pagesPerSecond: pages / seconds,
      cpuMsPerPage,
      residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024,
    };
  } finally {
    server.kill();
  }
}

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('The measured server exited');
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(50);
  }
  throw new Error('The measured server did not become ready');
}

/** Pages served in `seconds` at concurrency 8, each under its own address. @throws when a page is incomplete. */
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
