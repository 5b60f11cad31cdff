import { once } from 'node:events';
import fs from 'node:fs';
import http2 from 'node:http2';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import { readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { cpuOf, pssOf } from '../bench/process-stats.ts';
import { Buyer } from './buyer.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { countOf } from './seeded.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import { Visitor } from './visitor.ts';

export const description =
  'An edge with TLS holds 10,000 event streams over HTTP/2, one connection each: all hear, one more is refused (--streams N, --per-connection N)';

const PORT_OFFSET = 1_700;
/** `TABS_LIMIT` of one gateway. */
const STREAMS = 10_000;
const ACCOUNTS = 10;
const OPENING_AT_ONCE = 50;
const READS = 100;
const OPEN_WITHIN_MS = 300_000;
const HEARD_WITHIN_MS = 120_000;
/** Its certificate is its own. */
const UNVERIFIED = { rejectUnauthorized: false };

interface Tab {
  account: number;
  stream: http2.ClientHttp2Stream;
  status: number;
  retryAfter: string | undefined;
  heartbeats: number;
  /** Names of events. */
  heard: string[];
  ended: boolean;
}

/** @returns whether every stream was held and heard what concerns it */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      streams: { type: 'string', default: String(STREAMS) },
      'per-connection': { type: 'string', default: '1' },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const count = countOf('--streams', values.streams);
  const perConnection = countOf('--per-connection', values['per-connection']);
  if (!values['as-built']) await buildParts();
  const shop = await startOwnShop({
    name: 'prove-streams',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    products: 12,
    withEdge: true,
    withTls: true,
    environment: { TABS_LIMIT: String(count), TABS_PER_ACCOUNT: String(count), ACCESS_TOKEN_LIFETIME: '6h' },
  });
  const browsers = new Browsers(shop.edge, perConnection);
  let isMet = false;
  try {
    isMet = await prove(shop, browsers, count);
  } finally {
    browsers.close();
    await shop.close({ keepLogs: !isMet });
  }
  return isMet;
}

async function prove(shop: OwnShop, browsers: Browsers, count: number): Promise<boolean> {
  const met: boolean[] = [];
  const tell = (promise: string, isMet: boolean, figures: string) => {
    met.push(isMet);
    console.log(`${isMet ? '✓' : '✗'} ${promise}: ${figures}`);
  };
  const buyers = await Promise.all(
    Array.from({ length: ACCOUNTS }, (_, index) =>
      new Buyer(shop, { name: `Stream ${index} ${process.pid}` }).register(),
    ),
  );
  const cookies = buyers.map(({ visitor }) => visitor.cookie);
  const before = memoryOf(shop);
  const began = Date.now();
  const tabs = await browsers.open(count, cookies);
  const opened = tabs.filter(({ status }) => status === 200);
  await eventually(() => opened.every(({ heard }) => heard.includes('ready')), {
    what: 'every stream being told that it is ready',
    withinMs: HEARD_WITHIN_MS,
  }).catch(() => {});
  const ready = opened.filter(({ heard }) => heard.includes('ready')).length;
  tell(`${count} streams are open and ready`, ready === count, `${ready} of ${tabs.length} after ${seconds(began)}`);
  tell('the gateway counts them', (await openTabs(shop)) === count, `${await openTabs(shop)}`);

  const held = memoryOf(shop);
  for (const part of ['edge', 'gateway'] as const) {
    const mb = held[part] - before[part];
    console.log(
      `    ${part}: ${before[part].toFixed(0)} → ${held[part].toFixed(0)} MB, ${((mb * 1024) / count).toFixed(1)} kB a stream`,
    );
  }
  console.log(`    connections of the edge's workers: ${connectionsOf(shop).join(', ')}`);

  const [more] = await browsers.open(1, cookies);
  tell('one more is refused', more!.status === 429, `${more!.status}, Retry-After ${more!.retryAfter}`);

  await eventually(() => tabs.every(({ heartbeats }) => heartbeats > 0), {
    what: 'heartbeats',
    withinMs: HEARD_WITHIN_MS,
  }).catch(() => {});
  const alive = tabs.filter(({ heartbeats }) => heartbeats > 0).length;
  tell('every stream gets heartbeats', alive === count, `${alive} of ${count}`);

  const times = await readWhileHeld(shop);
  tell('the shop answers as before', times.length === READS, `${READS} reads, p95 ${percentile(times, 0.95)} ms`);

  await buy(shop, buyers[0]!);
  const concerned = tabs.filter(({ account }) => account === 0);
  const told = ({ heard }: Tab) => heard.includes('checkout:cart-changed');
  await eventually(() => concerned.every(told), { what: 'the event', withinMs: HEARD_WITHIN_MS }).catch(() => {});
  const others = tabs.filter((tab) => tab.account !== 0 && told(tab)).length;
  const reached = concerned.filter(told).length;
  const isTold = reached === concerned.length && others === 0;
  tell(
    "an account's purchase reaches its streams alone",
    isTold,
    `${reached} of ${concerned.length}, ${others} of others`,
  );

  const lost = tabs.filter(({ ended }) => ended).length;
  tell('none was lost', lost === 0, `${lost}`);
  browsers.close();
  const isFree = await eventually(async () => (await openTabs(shop)) === 0, {
    what: 'the gateway letting go',
    withinMs: HEARD_WITHIN_MS,
  }).then(
    () => true,
    () => false,
  );
  tell('the gateway lets go of those that leave', isFree, `${await openTabs(shop)} left`);
  return met.every(Boolean);
}

/** Tabs of many browsers, each with a connection of its own or several to one. */
class Browsers {
  readonly #url: string;
  readonly #perConnection: number;
  readonly #sessions: http2.ClientHttp2Session[] = [];

  constructor(url: string, perConnection: number) {
    this.#url = url;
    this.#perConnection = perConnection;
  }

  /** Opens so many, in turn for each account; resolves when each has its answer. */
  async open(count: number, cookies: readonly string[]): Promise<Tab[]> {
    const tabs: Tab[] = [];
    let next = 0;
    const until = Date.now() + OPEN_WITHIN_MS;
    const openSome = async () => {
      while (next < count && Date.now() < until) {
        const first = next;
        next += this.#perConnection;
        const end = Math.min(next, count);
        const session = await this.#connect();
        for (let number = first; number < end; number++) {
          const account = number % cookies.length;
          tabs.push(await listen(session, account, cookies[account]!));
        }
      }
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openSome));
    return tabs;
  }

  async #connect(): Promise<http2.ClientHttp2Session> {
    const session = http2.connect(this.#url, UNVERIFIED);
    session.on('error', () => {});
    await once(session, 'connect');
    this.#sessions.push(session);
    return session;
  }

  close(): void {
    for (const session of this.#sessions.splice(0)) session.destroy();
  }
}

async function listen(session: http2.ClientHttp2Session, account: number, cookie: string): Promise<Tab> {
  const stream = session.request({ ':path': '/api/v1/events', cookie });
  const tab: Tab = { account, stream, status: 0, retryAfter: undefined, heartbeats: 0, heard: [], ended: false };
  stream.setEncoding('utf8').on('data', (text: string) => {
    // Written whole by the gateway: no message is cut in two.
    for (const [, name] of text.matchAll(/^event: (.+)$/gm)) tab.heard.push(name!);
    if (/^:$/m.test(text)) tab.heartbeats++;
  });
  stream.on('error', () => {});
  stream.on('close', () => (tab.ended = true));
  const [headers] = (await Promise.race([once(stream, 'response'), once(stream, 'close').then(() => [{}])])) as [
    http2.IncomingHttpHeaders,
  ];
  tab.status = Number(headers[':status'] ?? 0);
  tab.retryAfter = headers['retry-after'];
  return tab;
}

async function openTabs({ url }: OwnShop): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^gateway_open_tabs(?:\{[^}]*\})? (\d+)$/m.exec(text)![1]);
}

/** One after the other, as somebody who opens pages; never from the gateway's cache. */
async function readWhileHeld(shop: OwnShop): Promise<number[]> {
  const reader = new Visitor({ ...shop, url: shop.url });
  const times: number[] = [];
  for (let number = 0; number < READS; number++) {
    const began = performance.now();
    const { status } = await reader.ask(`/search?q=ring%20${number}`, { retryForMs: 0 });
    if (status === 200) times.push(performance.now() - began);
  }
  return times;
}

async function buy(shop: OwnShop, buyer: Buyer): Promise<void> {
  const staff = new Visitor(shop);
  await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const [piece] = withoutSizes(await allProducts(staff));
  await setStock(staff, piece!, 10);
  const done = async (what: string, reply: Promise<{ status: number; code: string }>) => {
    const { status, code } = await reply;
    if (status >= 300) throw new Error(`${what} answered ${status} ${code}`);
  };
  await done('The cart', buyer.add({ productId: piece!._id, quantity: 1 }));
  await done('The checkout', buyer.checkOut());
  await done('The payment', buyer.begin());
  await buyer.pay();
  await done('The return', buyer.return());
}

/** PSS of the edge with its workers, and of the gateway, in MB. */
function memoryOf(shop: OwnShop): { edge: number; gateway: number } {
  const pids = shop.pids();
  const sum = (part: string) => groupOf(pids.get(part)!).reduce((mb, pid) => mb + pssOf(pid), 0);
  return { edge: sum('edge'), gateway: sum('gateway') };
}

const connectionsOf = (shop: OwnShop): number[] =>
  groupOf(shop.pids().get('edge')!)
    .slice(1)
    .map((pid) => fs.readdirSync(`/proc/${pid}/fd`).length);

/** The processes of a group, its leader first. */
function groupOf(leader: number): number[] {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const members = pids.map(Number).filter((pid) => {
    try {
      return cpuOf(pid).group === leader;
    } catch {
      return false;
    }
  });
  return members.toSorted((one, other) => one - other);
}

const percentile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN);

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
